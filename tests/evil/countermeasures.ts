/**
 * Every countermeasure that can be removed to see whether an attack notices: the line that is the defence, and its replacement.
 * `npm run evil -- --without NAME` runs the suite so, `npm run evil -- --necessity` all of them in turn.
 */

/** A line, and its replacement. */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly code: string;
  /** In place of the code; of a migration: the statement that undoes it in the database of the tests. */
  readonly without: string;
}

export interface Countermeasure extends Edit {
  /** A second defence that would hold alone: it is removed too. */
  readonly behind?: Edit;
  /** The group of rows that must notice, as it is named in rows.ts. */
  readonly noticedBy: string;
}

type Line = readonly [name: string, code: string, without: string];

const inFile = (noticedBy: string, file: string, ...lines: readonly Line[]): (readonly [string, Countermeasure])[] =>
  lines.map(([name, code, without]) => [name, { file, code, without, noticedBy }]);

const client = (path: string): string => `packages/client/src/${path}`;
const crypto = (path: string): string => `packages/crypto/src/${path}`;
const core = (path: string): string => `packages/core/src/${path}`;
const extension = (path: string): string => `apps/extension/src/${path}`;
const server = (path: string): string => `apps/server/src/${path}`;

const OWN_BY_ITS_KEYS: Edit = {
  file: client("sharing/known-owner.ts"),
  code: "own: one.own ?? (keys[one.id] ? NOTHING_SAID : null)",
  without: "own: one.own",
};

const ENDED_MEANWHILE: Edit = {
  file: client("sharing/change-shares.ts"),
  code: "return { ...given, ended: endedAsBefore(store.ended, before.ended, id) };",
  without: "return { ...given, ended: endedAsBefore(before.ended, before.ended, id) };",
};

const SIGNING_IN = [
  ...inFile(
    "signing in",
    client("account/sign-in.ts"),
    ["kdf-allow-list", "kdfId !== KDF_ID || (pin", "false || (pin"],
    ["salt-pin", "pin.salt !== salt || pin.kdfId", "pin.kdfId"],
    [
      "vault-key-missing",
      'if (!data.encryptedVaultKey) throw new ClientError("Server response',
      'if (false) throw new ClientError("Server response',
    ],
    ["email-of-reply", "normaliseEmail(data.user.email) !== derived.address", "false"],
    ["account-id-pin", "if (pin.accountId !== data.user.id)", "if (false)"],
    ["epoch-pin", "data.credEpoch < pin.credEpoch || data.keyEpoch < pin.keyEpoch", "false"],
    [
      "identity-opens",
      "(await unwrapIdentity(keyring, data.encryptedPrivateKey)).fill(0);",
      "await unwrapIdentity(keyring, data.encryptedPrivateKey).catch(() => null);",
    ],
  ),
  ...inFile("signing in", client("account/credentials.ts"), ["vault-key-length", "if (bytes.length !== 32) throw new DecryptError();", ""]),
  ...inFile("signing in", client("sync/verify-pull.ts"), [
    "credentials-of-head",
    "cred === undefined || !before.credEpochs.includes(cred)",
    "false",
  ]),
  ...inFile("signing in", "packages/contract/src/account.ts", [
    "strict-session-data",
    "export const SessionData = z.strictObject({",
    "export const SessionData = z.looseObject({",
  ]),
];

const ENVELOPES = [
  ...inFile(
    "envelopes",
    crypto("wrap.ts"),
    ["commitment", "if (!equalBytes(commitment, bytes.subarray(HEADER_BYTES + SALT_BYTES, BODY_AT))) throw new DecryptError();", ""],
    ["wrap-header", "if (!startsWith(bytes, header)) throw new DecryptError();", ""],
  ),
  ...inFile("envelopes", crypto("seal.ts"), ["seal-header", "if (!startsWith(bytes, header)) throw new DecryptError();", ""]),
  ...inFile(
    "envelopes",
    crypto("context.ts"),
    ["context-parts", "...parts.map(prefixed)", "...parts.map(() => new Uint8Array(2))"],
    ["context-label", "prefixed(encoder.encode(label))", 'prefixed(encoder.encode(label && "label"))'],
  ),
  ...inFile("envelopes", crypto("encoding.ts"), ["canonical-base64url", "if ((last & ((1 << spare) - 1)) !== 0)", "if (false)"]),
  ...inFile("envelopes", crypto("padding.ts"), ["padding", "|| paddedLength(end) !== padded.length", ""]),
  ...inFile("envelopes", crypto("primitives.ts"), [
    "not-extractable",
    '"AES-GCM", false, ["encrypt", "decrypt"]',
    '"AES-GCM", true, ["encrypt", "decrypt"]',
  ]),
  ...inFile(
    "envelopes",
    client("sync/seal-record.ts"),
    ["field-scope", "uuidToBytes(keys.scopeId), ", ""],
    ["field-item", "uuidToBytes(id), ", ""],
    ["field-kind", ", u8(recordCode(kind))]", "]"],
    ["field-revision", "u64(revision), fromHex(pressIn(saveId))", "fromHex(pressIn(saveId))"],
    ["field-save", "u64(revision), fromHex(pressIn(saveId))", "u64(revision)"],
  ),
  ...inFile(
    "envelopes",
    client("account/profile-link.ts"),
    ["link-length", "if (payload.length !== PAYLOAD_BYTES) throw new DecryptError();", ""],
    ["link-id-bound", "    uuidToBytes(linkId),\n", ""],
  ),
  ...inFile("envelopes", client("sync/pins.ts"), ["pin-never-back", "if (!known || isLater(pin, known)) await", "await"]),
];

const RECORDS = [
  ...inFile(
    "reading records",
    client("sync/seal-record.ts"),
    ["field-name", "contextOf(NAME_BYTES.get(name) ?? utf8(name))", 'contextOf(utf8(""))'],
    ["seal-lists-exactly", "content !== null && listsExactly(content, record, wires)", "content !== null"],
  ),
  ...inFile("reading records", client("sync/sealed-overview.ts"), [
    "list-of-these-texts",
    "isOfThese ? Object.fromEntries(said) : null",
    "isOfThese || true ? Object.fromEntries(said) : null",
  ]),
  ...inFile("reading records", client("vault/save.ts"), [
    "tampered-never-resealed",
    'if (base.state === "tampered") throw',
    "if (false) throw",
  ]),
  ...inFile("information in refusals", client("sync/seal-record.ts"), [
    "seal-is-no-list",
    "seal === null ? null : parseSeal(seal)",
    "seal === null ? null : (JSON.parse(seal) as SealContent)",
  ]),
];

const LISTS = [
  ...inFile(
    "reading lists",
    client("sync/head-entries.ts"),
    ["place-in-entry", "bytes.set(places.get(placeName(record)) ?? EMPTY, at);", ""],
    ["trashed-at-in-place", 'trashedAt === null ? utf8("") : u64(trashedAt),', ""],
    ["revision-in-entry", "view.setBigUint64(at + 18, BigInt(record.revision));", ""],
    ["save-in-entry", "bytes.set(save, at + SAVE_AT);", ""],
    ["kind-in-entry", "bytes[at + 16] = recordCode(record.kind);", ""],
  ),
  ...inFile("reading lists", client("sync/head.ts"), [
    "root",
    "if (root === head.root && count === head.count) return;",
    "if (count >= 0) return;",
  ]),
  ...inFile("reading lists", client("vault/contents.ts"), [
    "rights-not-from-rows",
    "    ...rightsIn(rights, makerOf(record, owner)),\n    ...(author && { author }),\n",
    '    ...rightsIn(rights, makerOf(record, owner)),\n    isOwner: (record as never as { is_owner?: boolean }).is_owner ?? false,\n    permission: "read" as never,\n    ...(author && { author }),\n',
  ]),
];

const HEADS = [
  ...inFile("reading heads", client("sync/head.ts"), [
    "head-signature",
    "head.version === VERSION ? await verifySignature(keys, text, head) : null",
    "head.version === VERSION && verifySignature.length < 0 ? String(keys) : null",
  ]),
  ...inFile(
    "reading heads",
    client("sync/snapshot.ts"),
    ["scope-id-and-epoch", "if (scope.id !== keys.scopeId || scope.epoch !== keys.epoch)", "if (false)"],
    ["seq-of-scope", "state.seq !== scope.seq || state.head.generation !== scope.generation", "false"],
    ["rollback", "newest.some((known) => known !== null && isLater(known, { seq, generation }))", "false"],
  ),
  ...inFile("reading heads", client("sync/verify-pull.ts"), [
    "epochs-of-head",
    "head.epochs.cred !== epochs.cred || head.epochs.recovery !== epochs.recovery",
    "false",
  ]),
  ...inFile(
    "two histories",
    client("sync/snapshot.ts"),
    ["previous-head", "&& head.previous === state.hashes.at(-1)", ""],
    ["pin-hash", "if (state.hashes.at(-1) !== pin.hash)", "if (false)"],
    ["pin-reached", "if (!reachesPin && !(pin && isLater(pin, state.head)))", "if (!state)"],
    ["anchor", "next.head !== known.head.head || next.seq !== known.seq", "false"],
    ["future", "if (head.time > seen.now + MAX_AHEAD_MS)", "if (false)"],
    ["gap", "if (heads.length > HEADS_IN_REPLY)", "if (false)"],
  ),
];

const RECOVERING = [
  ...inFile(
    "recovering",
    client("account/recovery.ts"),
    ["recovery-salt-pin", "if (pin && pin.salt !== before.salt)", "if (false)"],
    ["recovery-account-pin", "refuseOlder(pin, { user:", "void ({ user:"],
  ),
  ...inFile(
    "recovering",
    client("account/build-reset.ts"),
    ["recovery-public-key", "if ((await derivePublicKey(identity)) !== before.publicKey)", "if (false)"],
    ["recovery-older-copy", "if (epochs && epochs.recovery !== recoveryEpoch)", "if (false)"],
    ["recovery-credentials", "if (head.epochs && head.epochs.cred !== before.credEpoch)", "if (false)"],
    [
      "recovery-scope",
      "scope.id !== scopeId || scope.epoch !== keyEpoch || scope.seq !== head.seq || scope.generation !== head.generation",
      "false",
    ],
  ),
  ...inFile("recovering", client("account/rehearsal.ts"), [
    "rehearsal-newest-copy",
    "isOurs(context, bytes, copy, recovery)",
    "isOurs(context, bytes, copy, recovery - 1)",
  ]),
  ...inFile(
    "recovering",
    client("account/reseal-scope.ts"),
    ["recovery-older-head", "pin.epoch > epoch || isBehind", "false"],
    ["recovery-opened-whole", 'if (opened.state !== "intact") throw new DecryptError();', ""],
    ["recovery-list", "await verifyList(head, records);", ""],
  ),
];

const PROFILES = [
  ...inFile(
    "switching profiles",
    client("account/profiles.ts"),
    ["link-id", "data?.linkId === side.linkId && ", ""],
    ["switch-salt-pin", "|| (pin && pin.salt !== salt)", ""],
    ["switch-link-text", "data.masterKey === side.masterKey && ", ""],
  ),
];

/** No grant counts for the next key that is not in the account's own record. */
const GIVEN_AS_REMEMBERED: Edit = {
  file: client("sharing/recipients.ts"),
  code: "grants[at.id] === undefined : row.along_id !== null) return false;",
  without: "grants[at.id] === null : row.along_id !== null) return false;",
};
/** A team's row is a team's, whatever key the server writes into it. */
const BY_ITS_EPOCH: Edit = {
  file: client("sharing/recipients.ts"),
  code: "if (row.team_epoch !== null || publicKey === null) {",
  without: "if (publicKey === null) {",
};
/** A row is of the person whom the own record names. */
const GIVEN_TO: Edit = { file: client("sharing/recipients.ts"), code: "if (!isGivenTo(trust, row, at)) throw untrue();", without: "" };
const ROW_AS_SHOWN: Edit = {
  file: client("sharing/pressed-shares.ts"),
  code: "if (isAsShown(trust, row, shown)) return row;",
  without: "return row;",
};

/** A row that names no place of the item, or another one than the own record, is not the share that a press is about. */
const IN_ITS_PLACE: Edit = {
  file: client("sharing/recipients.ts"),
  code: "if ((await scopeOf(context, row.item_id)).keys.scopeId !== row.scope_id) return false;",
  without: "",
};
const PLACE_AS_REMEMBERED: Edit = {
  file: client("sharing/pressed-shares.ts"),
  code: "const at = Object.keys(given).find((scopeId) => given[scopeId]?.[row.id] !== undefined);",
  without: "const at = row.scope_id;",
};

/** Also before it is said, where the answer is lost. */
const LEAVING_SPENDS: Edit = {
  file: client("team/leave-team.ts"),
  code: "if (theirs.length > 0) return withRetired(after, theirs, within);",
  without: "",
};

const SHARED = [
  ...inFile(
    "sharing",
    client("sharing/share-lists.ts"),
    ["end-by-own-record", 'other === "by" ? endOf(row) : endForOwner(trust, row);', "endForOwner.length < 0 ? null : endOf(row);"],
    [
      "level-by-own-record",
      'other === "by" ? row.permission_level : levelForOwner(trust, row),',
      "levelForOwner.length < 0 ? null : row.permission_level,",
    ],
  ),
  ...inFile("sharing", client("sharing/team-members.ts"), [
    "newest-log-to-share",
    "if (pin && pin.seq > log.size) throw new ClientError(NOT_NEWEST);",
    "",
  ]),
  ...inFile("who may write", server("vault/item-size.ts"), [
    "room-for-its-seal",
    "= MAX_ITEM_CHARS - MAX_SEAL_CHARS;",
    "= MAX_ITEM_CHARS;",
  ]),
  ...inFile("who may write", client("sync/seal-record.ts"), ["device-in-few-letters", "&& said.length <= DEVICE_LENGTH ?", "?"]),
  ["leaving-spends-keys", { ...LEAVING_SPENDS, noticedBy: "sharing" }],
  ["row-in-its-place", { ...IN_ITS_PLACE, behind: PLACE_AS_REMEMBERED, noticedBy: "sharing" }],
  ["place-as-remembered", { ...PLACE_AS_REMEMBERED, behind: IN_ITS_PLACE, noticedBy: "sharing" }],
  ...inFile("sharing", client("sharing/pressed-shares.ts"), [
    "missing-as-shown",
    "if (record.id !== itemId || (given.name || YOUR_TEAM) !== person) throw new ClientError(CHANGED_SINCE);",
    "",
  ]),
  ...inFile("sharing", server("sharing/unsolicited-shares.ts"), [
    "lapsed-shares-count",
    ".where(and(or(isGiven, isBack), isNull(shareGrant.ended_at)));",
    ".where(and(or(isGiven, isBack), isNull(shareGrant.ended_at), isLasting));",
  ]),
  ...inFile("sharing", crypto("grant.ts"), [
    "grant-signature",
    "if (!(await verifyGrant(terms, text))) throw new DecryptError();",
    "if (verifyGrant.length < 0) throw new DecryptError();",
  ]),
  ...inFile("sharing", client("sharing/trusted-key.ts"), [
    "recipient-pin",
    'if (typeof key === "string") throw new ClientError(otherKey(person.email));',
    'if (typeof key === "string") return new JudgedKey(person, toHex(await fingerprint(person.publicKey)), false);',
  ]),
  ...inFile("sharing", client("sharing/trust-store.ts"), [
    "known-at-address",
    "before && !isSameEmail(before.email, asked.email)",
    "before && before.email.length < 0",
  ]),
  ...inFile(
    "sharing",
    client("sharing/recipients.ts"),
    ["ended-here", "!isStillGiven(trust, keys.epoch, { row, at }, context.now())", "isStillGiven.length < 0"],
    [
      "list-as-signed",
      "if (row.own_grant === null) return isOver(row.expires_at, context.now());",
      "if (row.own_grant !== undefined) return true;",
    ],
    ["ended-has-no-grant", "return isOver(row.expires_at, context.now());", "return isOver.length > 0;"],
    ["taken-back-stays", "if (isAdded(trust, row, context.now())) throw untrue();", ""],
  ),
  ...inFile("sharing", client("sharing/recipients.ts"), [
    "own-grant",
    "if (!(await isOwnGrant(context, keys, row))) throw",
    "if (isOwnGrant.length < 0) throw",
  ]).map(([name, one]) => [name, { ...one, behind: GIVEN_AS_REMEMBERED }] as const),
  ...inFile(
    "sharing",
    client("sharing/recipients.ts"),
    ["another-key-than-given", "given.key !== toHex(await fingerprint(publicKey));", "given.key.length > 0;"],
    ["team-of-the-share", "return recipient.team.teamId === id ? recipient : null;", "return recipient.team.teamId ? recipient : null;"],
    ["person-as-known", "return holder === undefined || holder === id ? email :", "return holder !== null ? email :"],
  ),
  ...inFile("sharing", client("sharing/recipients.ts"), ["no-key-for-a-team", " || (row.team_epoch === null) !== (key !== null)", ""]).map(
    ([name, one]) => [name, { ...one, behind: BY_ITS_EPOCH }] as const,
  ),
  ...inFile("sharing", client("sharing/recipients.ts"), [
    "linked-ends-with-vault",
    "endedUnder(store, { scopeId: scope_id, epoch })?.[at.id];",
    "endedUnder(store, { scopeId: scope_id, epoch })?.[id];",
  ]).map(([name, one]) => [name, { ...one, behind: GIVEN_AS_REMEMBERED }] as const),
  ...inFile("sharing", client("sharing/recipients.ts"), [
    "linked-to-its-vault",
    "return around === null ? null : { scopeId: around, id: along };",
    "return { scopeId: around ?? scopeId, id: along };",
  ]).map(([name, one]) => [name, { ...one, behind: GIVEN_TO }] as const),
  ...inFile(
    "sharing",
    client("sharing/change-shares.ts"),
    [
      "expired-as-remembered",
      "await endNoted(context, await scopeOf(context, row.item_id), [row.id]);",
      "await (row.expires_at !== null && row.expires_at <= context.now() ? endShare(context, row) : endNoted(context, await scopeOf(context, row.item_id), [row.id]));",
    ],
    [
      "deleted-marks-key",
      "await endNoted(context, scope, [...new Set([...listed, ...given])]);",
      "for (const one of listed) await endShare(context, { id: one, scope_id: scopeId }); await changeTrust(context, (store) => ({ ...store, given: { ...store.given, [scopeId]: {} } }));",
    ],
    [
      "deletion-noted-first",
      "await endNoted(context, scope, [...new Set([...listed, ...given])]);",
      "for (const one of listed) await endShare(context, { id: one, scope_id: scopeId }); await endNoted(context, scope, given);",
    ],
  ),
  ...inFile("sharing", client("sharing/known-owner.ts"), ["kind-as-held", "kind: open.get(one.id) ?? one.kind,", "kind: one.kind,"]),
  ...inFile("sharing", client("sharing/pressed-shares.ts"), [
    "row-as-shown",
    "if (isAsShown(trust, row, shown)) return row;",
    "return row;",
  ]),
  ...inFile("sharing", client("sharing/pressed-shares.ts"), [
    "pressed-by-own-record",
    "levelForOwner(trust, row) === shown.permission;",
    "row.permission_level === shown.permission;",
  ]),
  ...inFile("sharing", client("sharing/recipients.ts"), ["no-more-than-given", "&& !isMore(row, to));", ");"]),
  ...inFile("sharing", client("sharing/restate-shares.ts"), [
    "said-again-as-signed",
    "(to && isMore(row, to))) || !(await isOwnGrant(context, keys, row))) continue;",
    "(to && isMore(row, to)))) continue;",
  ]),
  ...inFile("sharing", client("sharing/reconcile.ts"), [
    "less-said-again",
    "if (isBack || (await restateReductions(context, scope, rows))) rows",
    "if (isBack) rows",
  ]),
  ...inFile("sharing", client("sharing/linked-grants.ts"), [
    "along-where-it-was-put",
    "!placesOf(await readTrust(context), within).includes(record.categoryId))) return;",
    "record.kind === null)) return;",
  ]),
  ...inFile("sharing", client("sharing/placed-items.ts"), [
    "closed-items-along",
    "...closed.map(([scopeId]) => ({ scopeId, epoch: trust.used[scopeId] ?? 1 })),",
    "...closed.slice(0, 0).map(([scopeId]) => ({ scopeId, epoch: 1 })),",
  ]),
  ...inFile("sharing", client("sharing/recipients.ts"), [
    "key-where-it-was-put",
    "if (vault && isMisplaced) throw new MisplacedError();",
    "",
  ]),
  ...inFile("sharing", client("sharing/placed-items.ts"), [
    "taken-out-of-vault",
    "withPlaces(spentIf(hasShared(left), store), scopeId, [...left, ...ids])",
    "withPlaces(store, scopeId, [...left, ...ids])",
  ]),
  ...inFile(
    "sharing",
    client("sharing/placed-items.ts"),
    ["refused-place-kept", "withPlaces(spentIf(hasShared(ids), store), scopeId, noted)", "withPlaces(store, scopeId, noted)"],
    ["refused-place-not-noted", "scopeId, noted));", "scopeId, [...left, ...ids]));"],
  ),
  ...inFile("sharing", client("sharing/record-before-sending.ts"), [
    "refused-may-be-kept",
    "isMoreThan(had, store.given[scopeId]?.[shareId]) ?",
    "isMoreThan(had, undefined) && had ?",
  ]),
  ...inFile(
    "sharing",
    client("sharing/record-before-sending.ts"),
    [
      "ended-elsewhere-is-told",
      "if (before.given[scopeId]?.[shareId] && isGone(store, scopeId, shareId)) throw new ClientError(CHANGED_SINCE);",
      "",
    ],
    ["ended-elsewhere-not-undone", "if (isGone(store, scopeId, shareId)) return null;", ""],
  ),
  ...inFile(
    "sharing",
    client("sharing/change-shares.ts"),
    ["ended-elsewhere-stays", "const live = ids.filter((id) => !isGone(store, scopeId, id));", "const live = ids;"],
    ["ended-elsewhere-not-put-back", "noted = null;", ""],
    ["ended-by-both", "endedByBoth(store.ended, ids)", "store.ended"],
  ),
  ...inFile("sharing", client("sharing/add-recipient.ts"), [
    "id-of-that-person",
    "(grants[row.id]?.to ?? ((await isSignedAsListed(context, row)) && recipientId)) === recipientId",
    "(grants[row.id]?.to ?? recipientId) === recipientId",
  ]),
  ...inFile("sharing", client("sharing/add-recipient.ts"), [
    "less-by-sharing-again",
    'had === "write" && to.permission === "read" ?',
    'had === "write" && to.permission === null ?',
  ]),
  ...inFile(
    "sharing",
    client("sharing/change-shares.ts"),
    [
      "end-noted-first",
      "await recordBeforeSending(context, { scope: await scopeOf(context, row.item_id), shareId: id }, noted, send);",
      "await send().then(() => changeTrust(context, noted));",
    ],
    ["less-noted-first", "return less ? withRetired(given, [row.scope_id], less) : given;", "return less ? store : given;"],
  ),
  // What was shown holds alone where the press knew better than the server.
  ...[
    ...inFile("sharing", client("sharing/pressed-shares.ts"), [
      "row-as-remembered",
      "|| !isAsRemembered(row, trust)) continue;",
      "|| isAsRemembered.length < 0) continue;",
    ]),
    ...inFile("sharing", client("sharing/send-changes.ts"), [
      "grant-to-the-one-named",
      "!== row.shared_with_id) throw untrue();",
      "=== null) throw untrue();",
    ]),
  ].map(([name, one]) => [name, { ...one, behind: ROW_AS_SHOWN }] as const),
  ...inFile("who may write", client("sharing/reconcile.ts"), [
    "given-back-keeps-key",
    "|| (await isReturning(scope))) return;",
    ") return;",
  ]),
  ...inFile("sharing", client("sharing/placed-items.ts"), ["linked-key-too", "...inside.map(", "...inside.slice(0, 0).map("]),
  ...inFile(
    "sharing",
    client("sharing/share-end.ts"),
    ["end-as-signed", 'endOfGrant(own_grant ?? shared_key ?? "")', 'endOfGrant(own_grant ?? shared_key ?? "") && undefined'],
    ["end-as-stated", "return isReplaced ? earlier(stated.until, end ?? null) : end;", "return end ?? null;"],
    ["end-as-remembered", ": endAsStated(stated, signed);", ": signed.end;"],
  ),
  ...inFile("sharing", client("sharing/reconcile.ts"), [
    "ended-by-owner",
    "!hasUndecidedItems && (await isEnded(context, scope, trust))",
    "!hasUndecidedItems && isEnded.length > 0",
  ]),
  ...inFile("sharing", client("sharing/recipients.ts"), [
    "added-is-told",
    "given[scope_id][id] === undefined;",
    "given[scope_id][id] === null;",
  ]),
  ...inFile("former and other members", server("sharing/exposed-key.ts"), [
    "key-held-at-server",
    'relation === "owner" && !keyWaits) throw',
    'relation === "owner" && keyWaits === null) throw',
  ]),
  [
    "earlier-key",
    {
      file: client("sync/snapshot.ts"),
      code: "if (pin && pin.epoch > keys.epoch)",
      without: "if (false)",
      behind: { file: client("sync/own-statement.ts"), code: "if (own.ownSeq < least)", without: "if (false)" },
      noticedBy: "former and other members",
    },
  ] as const,
  ...inFile("former and other members", client("sharing/reconcile.ts"), [
    "key-replaced",
    "[generateKey(context.random), await context.identity(), ",
    '[(await import("./trust-store.ts")).keyIn(await readTrust(context), scopeId, before) ?? generateKey(context.random), await context.identity(), ',
  ]),
  ...inFile("former and other members", client("vault/context.ts"), [
    "deletes-alone-under-held-key",
    'if (refused && plan.changes.some(({ op }) => op === "put")) throw',
    "if (refused && plan.changes.length < 0) throw",
  ]),
  ...inFile("former and other members", client("vault/item-metadata.ts"), [
    "key-before-moving-in",
    "await inScopeToSave(context, to, move).catch(",
    "await move(inScopeToSave.length > 0 ? to : await context.scope()).catch(",
  ]),
  ...inFile(
    "former and other members",
    client("sharing/reconcile.ts"),
    ["key-before-saving", "attempt <= 2 && (await isHeldIn(context, within))", "attempt <= 0 && (await isHeldIn(context, within))"],
    ["end-said-again", "const isBack = isRolledBack(trust, scopeId, before);", "const isBack = isRolledBack(trust, scopeId, -before);"],
    [
      "held-before-old-grants",
      "else if (isKeyHeld(listed, trust, context.now())) {",
      "else if (!own?.isAlongOld && isKeyHeld(listed, trust, context.now())) {",
    ],
    ["nothing-under-held-key", "if (other !== undefined || reasons.length === 0) throw", "if (other === null) throw"],
  ),
  ...inFile("former and other members", client("sharing/change-shares.ts"), [
    "unanswered-end-stays",
    "if (noted && error instanceof AppError && !isUnanswered(error)) await",
    "if (noted && error instanceof AppError) await",
  ]),
  ...inFile("former and other members", client("sharing/change-shares.ts"), [
    "refused-end-alone",
    "const given = withGiven(store, scopeId, id, before.given[scopeId]?.[id] ?? null);",
    "const given = { ...store, given: before.given };",
  ]).map(([name, one]) => [name, { ...one, behind: ENDED_MEANWHILE }] as const),
  ...inFile("former and other members", client("sharing/trust-store.ts"), [
    "newest-key-spent",
    "const newest = Math.max(inUse, known?.epoch ?? 0, ...Object.keys(store.keys[scopeId] ?? {}).map(Number));",
    "const newest = epoch;",
  ]),
  ...inFile("former and other members", client("sync/retired-keys.ts"), [
    "key-set-back",
    "|| isRolledBack(noted, scopeId, epoch)",
    "|| isRolledBack.length < 0",
  ]),
  ...inFile(
    "former and other members",
    client("sharing/known-owner.ts"),
    ["own-by-its-keys", OWN_BY_ITS_KEYS.code, OWN_BY_ITS_KEYS.without],
    ["left-out-is-own", "return [...listed, ...left.flatMap(asHeld)];", "return asHeld.length < 0 ? [...left.flatMap(asHeld)] : listed;"],
  ),
  ...inFile("former and other members", client("sharing/shared-scopes.ts"), [
    "next-keys-in-turn",
    "({ id }) => this.#open.get(id)?.scope)",
    "() => undefined)",
  ]),
  ...inFile("former and other members", client("sharing/shared-scopes.ts"), [
    "own-without-its-key",
    "!this.#isBehind(one) && one.own === null",
    "!this.#isBehind(one)",
  ]),
  ...inFile(
    "former and other members",
    client("sharing/accept-new-key.ts"),
    ["stays-until-continued", "if (!isBelieved || !(await continues(context, held, next))) return false;", ""],
    ["continued-from-its-head", "if (first?.head !== before.head.head) return null;", "if (!first) return [];"],
    ["continued-to-the-newest", "hashes.at(-1) === now.hashes.at(-1) &&", ""],
    ["continued-head-by-head", "?.previous !== hashes[at]) return false;", "?.previous.length === 1) return false;"],
  ),
  ...inFile("former and other members", client("sync/repair.ts"), [
    "statement-after-all-seen",
    "Math.max(least, readOwn(own)?.ownSeq ?? 0)",
    "Math.max(Math.min(least, 0), readOwn(own)?.ownSeq ?? 0)",
  ]),
  ...inFile("former and other members", server("db/migrations/0035_news.sql"), [
    "told-while-it-lasts",
    "g.ended_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > now())),",
    `DO $do$ BEGIN EXECUTE replace(pg_get_functiondef('coffer_tell_of_scope'::regproc), 'AND (g.expires_at IS NULL OR g.expires_at > now())', ''); END $do$`,
  ]),
  ...inFile("former and other members", server("db/migrations/0036_news_of_live_shares.sql"), [
    "nothing-of-what-is-over",
    "IF NOT (coalesce(was_live, false) OR coalesce(is_live, false)) THEN",
    `DO $do$ BEGIN EXECUTE replace(pg_get_functiondef('coffer_tell_of_share'::regproc), 'IF NOT (', 'IF false AND NOT ('); END $do$`,
  ]),
  ...inFile("former and other members", server("http/news.ts"), ["told-to-whom-it-is-for", "accounts.has(accountId) && ", ""]),
  ...inFile("former and other members", client("sync/renewed-history.ts"), [
    "trust-of-both",
    "await trustOfBoth(deps, cache, pulled, common)",
    "common < 0 ? await trustOfBoth(deps, cache, pulled, common) : null",
  ]),
  ...inFile("sharing", client("team/verified-log.ts"), [
    "spent-with-the-team-key",
    "(known?.keyEpoch ?? keyEpoch) < keyEpoch ? withRetired(store, given, within) : store",
    "withRetired(store, given, within) ? store : store",
  ]),
  ...inFile("sharing", client("team/pin-log.ts"), [
    "spent-inside-too",
    "withLog(store, log, within)",
    "within.length < 0 ? store : withLog(store, log)",
  ]),
  ...inFile("former and other members", client("sharing/recipients.ts"), [
    "given-by-own-record",
    "grants[at.id] === undefined : row.along_id !== null) return false;",
    "grants[at.id] === null : row.along_id !== null) return false;",
  ]),
  ...inFile("two histories", client("sync/common-head.ts"), [
    "parted-by-heads",
    "for (let hash: string | undefined = newest; hash !== undefined; ) {",
    "for (const [hash, head] of [...byHash].reverse()) if (known.has(hash)) return head; for (let hash: string | undefined = newest; hash !== undefined; ) {",
  ]),
  ...inFile("two histories", client("sync/repair.ts"), [
    "changed-by-time",
    "((await openRecord(keys, record, [])).updatedAt ?? 0) > at",
    "openRecord.length < 0",
  ]),
  ...inFile("former and other members", client("sync/repair.ts"), [
    "trust-of-device-kept",
    "await renewedTrust(deps, state?.trust, compared)",
    "reply.trust",
  ]),
  ...inFile("sharing", client("sharing/unlisted-scope.ts"), [
    "ids-at-home-are-secret",
    "const from = await secretOf(context, keys.scopeId);",
    "const from = secretOf.length > 0 ? keys.scopeId : context;",
  ]),
  ...inFile("sharing", client("sharing/shared-scopes.ts"), [
    "left-out-stays",
    "!(await keepsUnlisted(context, scope))",
    "keepsUnlisted.length > 0",
  ]),
  ...inFile("sharing", client("sharing/retired-keys.ts"), ["ended-by-time", "|| hasExpired(trust, id, now)", "|| hasExpired.length < 0"]),
  ...inFile("sharing", client("sharing/trust-store.ts"), [
    "known-fingerprint",
    "known.fingerprint !== toHex(",
    "toHex.length < 0 && !toHex(",
  ]),
  ...inFile("sharing", client("sharing/trust-store.ts"), [
    "address-pin",
    "holder !== undefined && holder !== accountId",
    "holder !== undefined && holder.length < 0",
  ]),
];

/** A log with another beginning also has another head. */
const SAME_HEAD: Edit = {
  file: client("team/verified-log.ts"),
  code: "if (hashes[pin.seq - 1] !== pin.head)",
  without: "if (hashes.length < 0)",
};

/** The log believes no admission either that lacks the proof. */
const ADMITTED_WITH_PROOF: Edit = {
  file: core("team/log.ts"),
  code: "mayInvite(state, invite.roleId, mine) : isProven;",
  without: "mayInvite(state, invite.roleId, mine) : isProven || mine !== null;",
};

const TEAMED = [
  ...inFile("teams", client("team/team-session.ts"), [
    "team-accepted",
    "if (!arrival) return false;",
    "if (!arrival) return (await this.accept(context, log), true);",
  ]),
  ...inFile("teams", client("team/team-session.ts"), [
    "own-team-by-its-log",
    "|| !log.state.members.has(accountId)) return null;",
    ") return null;",
  ]),
  ...inFile("teams", client("team/people.ts"), [
    "invitation-of-log",
    "const invited = signedInvites.find(({ email }) => email === normaliseEmail(row.email));",
    "const invited = signedInvites && { ...row, roleId: row.role_id };",
  ]),
  ...inFile(
    "teams",
    client("team/roles-as-signed.ts"),
    ["role-by-its-number", "name: SYSTEM_ROLE_NAMES[role.id] ?? ownName(role.id, role.name)", "name: role.name"],
    ["no-second-member-role", "SYSTEM_NAMES.has(asRead(name)) ?", "SYSTEM_NAMES.has(name) && id === MEMBER ?"],
    ["role-allows-as-signed", "return allowed ?", "return allowed && roles.length === 0 ?"],
    ["named-by-its-number", "role_name: SYSTEM_ROLE_NAMES[roleId] ?? name", "role_name: name"],
  ),
  ...inFile(
    "teams",
    client("team/signed-changes.ts"),
    ["role-as-signed", "before?.includes(flag) ?? true", "before?.includes(flag) || flag !== null"],
    ["role-of-its-number", "!isKnown && !isSystemRole(role.id)", "!isKnown || !isSystemRole(role.id)"],
  ),
  ...inFile("teams", client("team/verified-log.ts"), ["team-genesis", "if (hashes[0] !== pin.genesis)", "if (hashes.length < 0)"]).map(
    ([name, one]) => [name, { ...one, behind: SAME_HEAD }] as const,
  ),
  ...inFile(
    "teams",
    client("sharing/trusted-key.ts"),
    ["team-key-of-member", "(signed && signed.fingerprint !== print)", "(signed && signed.fingerprint.length < 0)"],
    [
      "other-key-blocked",
      'changed: { pressed: "blocked", kept: "blocked", given: "blocked" }',
      'changed: { pressed: "go", kept: "go", given: "go" }',
    ],
  ),
  ...inFile("teams", client("team/admissions.ts"), [
    "invitation-proof",
    "return verifyInvited(wanted, ",
    "return verifyInvited.length > 0 || verifyInvited(wanted, ",
  ]).map(([name, one]) => [name, { ...one, behind: ADMITTED_WITH_PROOF }] as const),
  ...inFile("teams", client("team/admissions.ts"), [
    "mailed-by-press",
    "if (wanted === null || proof === null) return false;",
    "if (wanted === null || proof === null) return wanted === null;",
  ]),
  ...inFile("teams", client("team/reconcile-team.ts"), [
    "removals-by-press",
    "const come = await provenArrivals(context, log, reply.people);",
    'const come = [...(await provenArrivals(context, log, reply.people)), ...[...state.members.keys()].filter((id) => !reply.members.includes(id)).map((id) => ({ kind: "remove" as const, id }))];',
  ]),
  ...inFile("teams", core("team/log.ts"), [
    "log-writer",
    "return mine !== null && rule(state, change, mine, entry);",
    "return mine === null || rule(state, change, mine, entry);",
  ]),
];

/** The server asks the same before it lets anyone go. */
const HANDED_OVER_AT_SERVER: Edit = {
  file: server("team/leaving.ts"),
  code: "!hasHandedOver(await stateHere(tx, teamId), accountId)",
  without: "hasHandedOver.length === 0",
};

const ADMITTED = [
  ...inFile("colleagues in the team log", core("team/log.ts"), [
    "admitted-by-inviters",
    "state.rules < 2 || mayInvite(state, invite.roleId, mine) :",
    "state.rules > 0 || mayInvite(state, invite.roleId, mine) :",
  ]),
  ...inFile(
    "colleagues in the team log",
    core("team/log.ts"),
    ["taken-back-by-givers", "(state.rules < 4 || isGivable(state, roleId, mine))", "(state.rules > 0 || isGivable(state, roleId, mine))"],
    ["replaced-by-givers", "|| mayTakeBack(state, before, mine, writer);", "|| mayTakeBack.length > 0;"],
  ),
  ...inFile(
    "colleagues in the team log",
    server("team/invitation-handlers.ts"),
    ["taken-back-at-server", "await requireTakenBackBy(tx, actor, row);", ""],
    ["replaced-at-server", "if (teamId !== null) await requireReplacedBy(tx, actor, teamId, email);", ""],
  ),
  ...inFile("colleagues in the team log", server("team/check-admission.ts"), [
    "role-of-the-account",
    "[roleId, SUPER_ADMIN].includes(person.role_id)",
    "[roleId, SUPER_ADMIN].length > 0",
  ]),
  ...inFile("colleagues in the team log", server("team/verified-log.ts"), [
    "proof-judged-by-server",
    "isProvenBy(half, invitedMessage(teamId, member), proof)",
    "isProvenBy(half, invitedMessage(teamId, member), proof) || isProvenBy.length > 0",
  ]),
  ...inFile("colleagues in the team log", client("team/verified-log.ts"), [
    "proof-judged-by-clients",
    "verifyInvited(half, invitedMessage(teamId, member), proof)",
    "verifyInvited(half, invitedMessage(teamId, member), proof).then(() => true)",
  ]),
  ...inFile(
    "colleagues in the team log",
    server("team/check-admission.ts"),
    [
      "admitted-is-in-team",
      "(await membersOf(tx, teamId)).find(({ id }) => id === member.id);",
      'Object.assign(await (await import("../db/definer-functions.ts")).findPerson(tx, { id: member.id }), { role_id: roleId });',
    ],
    ["admitted-address", "person?.email !== email ||", "person === undefined ||"],
    ["admitted-key", "|| fingerprintOf(person.public_key) !== member.key", "|| fingerprintOf.length < 0"],
    ["admitted-by-its-role", ".includes(roleId)", ".length > 0"],
  ),
  ...inFile("colleagues in the team log", server("team/log-reading.ts"), [
    "proofs-that-count",
    "(await withProofsThatCount(db, id, people)).map",
    "(withProofsThatCount.length > 0 ? people : []).map",
  ]),
  ...inFile(
    "colleagues in the team log",
    core("team/log.ts"),
    ["copies-for-all", "!reachesAll(state, change, entry.by, incoming.copiesOf(change.epoch))", "reachesAll.length === 0"],
    ["founder-leaves-alone", "isClosed || !leavesAlone(state, id)", "isClosed || leavesAlone.length > 0"],
  ),
  ...inFile("colleagues in the team log", server("team/leaving.ts"), [
    "handed-over-to-one-who-is-there",
    "!hasHandedOver(await stateHere(tx, teamId), accountId)",
    "presentState.length > 0 && !hasHandedOver(await storedState(tx, teamId), accountId)",
  ]),
  ...inFile("colleagues in the team log", server("team/log.ts"), ["removed-by-present-role", 'remove: "signRemovals",', ""]),
  ...inFile("colleagues in the team log", server("team/members.ts"), ["one-after-the-other", "await lockTeamOf(tx, userId);", ""]),
  ...inFile("colleagues in the team log", server("team/log.ts"), [
    "entry-not-ahead",
    'if (read.at > deps.now() + MAX_AHEAD_MS) throw new AppError("bad_signature");',
    "",
  ]),
  ...inFile("colleagues in the team log", core("team/log.ts"), [
    "handed-over-first",
    "id === by ? hasHandedOver(state, id)",
    "id === by ? hasHandedOver.length > 0",
  ]).map(([name, one]) => [name, { ...one, behind: HANDED_OVER_AT_SERVER }] as const),
  ...inFile(
    "colleagues in the team log",
    server("team/check-log-entry.ts"),
    ["left-out-are-gone", "!(await isAnyIn(tx, teamId, without))", "isAnyIn.length > 0"],
    ["closed-at-the-server", "!isClosed || isGone(tx, teamId, state, id)", "!isClosed || isGone.length > 0"],
    [
      "role-as-stored",
      "isAsStored(tx, teamId, roles.get(change.roleId), change)",
      "isAsStored.length * roles.size * change.roleId > 0 && isTaken(tx, teamId)",
    ],
    ["one-spelling", "email === normaliseEmail(email)", 'email !== ""'],
  ),
  ...inFile("colleagues in the team log", server("team/members.ts"), [
    "let-go-by-the-log",
    "await refuseIfLeavesAlone(tx, teamOf.id, target.id);",
    "",
  ]),
  ...inFile("colleagues in the team log", client("team/team-keys.ts"), [
    "refused-copy-said",
    "if (grant.epoch === state.epoch) await refuseCopy(context, teamId, grant.id);",
    "",
  ]),
];

const STOOD_ON = [
  ...inFile("platform", client("call.ts"), ["https-alone", "if (!isSafe(origin)) throw", "if (isSafe.length > 1) throw"]),
  ...inFile("platform", client("account/new-account.ts"), [
    "random-that-repeats",
    "if (equalBytes(random(32), random(32))) throw",
    "if (equalBytes.length < 0) throw",
  ]),
  ...inFile(
    "platform",
    core("passwords/guessable.ts"),
    ["no-email-in-password", "if (containsIdentity(password, { email }))", "if (containsIdentity.length < 0)"],
    ["no-product-in-password", "if (password.toLowerCase().includes(PRODUCT_NAME.toLowerCase()))", "if (PRODUCT_NAME.length < 0)"],
    ["no-guessable-password", "estimate !== null && estimate.score < MIN_SAFE_SCORE", "MIN_SAFE_SCORE < 0"],
    ["no-names-and-year", "if (isNamesAndYear(password))", "if (isNamesAndYear.length < 0)"],
  ),
  ...inFile("platform", client("account/new-password.ts"), [
    "refused-past-the-form",
    "if (reason !== null) throw",
    "if (reason === 0) throw",
  ]),
  ...Object.entries({
    registration: "await refuseWeakPassword(context, form, checkRegistrationPassword);",
    profiles: "await refuseWeakPassword(context, form, checkRegistrationPassword);",
    recovery: "await refuseWeakPassword(context, form, checkResetPassword);",
    settings: "await refuseWeakPassword(context, { email, password: next }, checkRegistrationPassword);",
    "renew-keys": "if (form.next) await refuseWeakPassword(",
  }).flatMap(([file, code]) => {
    const without = code.startsWith("if") ? code.replace("form.next", "false && form.next") : "";
    return inFile("platform", client(`account/${file}.ts`), [`refused-in-${file}`, code, without]);
  }),
];

const STORED = [
  ...inFile("stolen disks", client("account/verify-password.ts"), [
    "local-unwrap-before-export",
    "return isValid && opened.vaultKey !== null;",
    "return isValid;",
  ]),
  ...inFile("stolen disks", client("account/lock.ts"), [
    "local-unwrap-before-change",
    "if (!opened.vaultKey || !equalBytes(opened.vaultKey, vaultKey))",
    "if (false)",
  ]),
  ...inFile(
    "stolen disks",
    client("account/sealed-kit.ts"),
    ["kit-sealed", "await wrap({ ...sealing(account), bytes: utf8(JSON.stringify(kit)) })", "wrap && JSON.stringify(kit)"],
    ["kit-of-account", "toHex(await sha256(aboutOf(accountId))).slice(0, 32)", '"one" + aboutOf.length'],
  ),
  ...inFile("stolen disks", client("vault/contents.ts"), [
    "overview-of-this-save",
    "if (known?.saveId !== saveId || isOfEarlierVersion(known, record)) return null;",
    "if (!known || isOfEarlierVersion(known, record)) return null;",
  ]),
  ...inFile(
    "stolen disks",
    client("vault/shown-contents.ts"),
    ["overviews-of-this-head", "newest !== null && newest === opened.head", "newest !== null"],
    ["beginning-of-this-head", "head !== null && head === newest", "head !== null"],
  ),
  ...inFile("stolen disks", server("http/serve.ts"), ["locked-reads-nothing", "if (!spec.whileLocked) requireUnlocked(viewer);", ""]),
  ...inFile(
    "stolen disks",
    client("key-slots.ts"),
    ["two-halves", "const halves = concat(localHalf, serverHalf);", "const halves = concat(localHalf, NOTHING);"],
    ["slots-emptied", "await store.remove(slot);", ""],
  ),
  ...inFile(
    "stolen disks",
    server("account/session-half.ts"),
    ["half-of-the-keys-alone", "hasKeys ? undefined : eq(session.is_guarded, false)", "undefined"],
    ["half-forgotten-at-lock", "if (half !== null && sha256OfHex(half) === halfHash)", "if (false)"],
    ["half-rests", "half_rest_minutes !== null && !isWithin(", "false && !isWithin("],
  ),
  ...inFile("stolen disks", server("account/recovery.ts"), [
    "second-factor-at-recovery",
    "if (known.mfa_secret !== null) {",
    "if (false) {",
  ]),
];

/** Row-level security, asked as if everybody worked for all accounts. */
const SECOND_WALL: Edit = {
  file: server("db/row-level-security.ts"),
  code: "const account = isOwner ? SYSTEM : await this.signed(who);",
  without: "const account = isOwner ? SYSTEM : await this.signed(SYSTEM);",
};

/** A copy that is there is not replaced. */
const COPIES_STAY: Edit = {
  file: server("team/key-copies.ts"),
  code: ".onConflictDoNothing();\n  }\n}",
  without: ".onConflictDoUpdate({ target: [teamKey.team_id, teamKey.member_id, teamKey.epoch], set: row });\n  }\n}",
};

const INVITED = [
  ...inFile("teams", server("team/invitation-handlers.ts"), [
    "handed-over-signed-in",
    'if (self === null && !row.is_mailed) throw new AppError("sign_in_to_join");',
    "",
  ]),
  ...inFile("teams", server("account/two-factor.ts"), [
    "second-factor-of-added",
    'if (!actor.isSuper && !(await hasAgreed(tx, target.id))) throw new AppError("added_unasked");',
    "",
  ]),
  ...inFile("teams", server("team/invitations.ts"), [
    "invitation-backed",
    'if (row.is_unbacked || !(await isStillAuthorized(db, row))) throw new AppError("invitation_unbacked");',
    "",
  ]),
  ...inFile("colleagues in the team log", core("team/log.ts"), [
    "log-invites-backed",
    "return withAllowedInvites({ ...state, ...next });",
    "return { ...state, ...next };",
  ]),
  ...inFile("teams", client("team/team-session.ts"), [
    "link-genesis",
    "if (arrival.genesis !== null && !isProven) {",
    "if (arrival.genesis?.length === 0) {",
  ]),
  ...inFile("teams", client("team/verified-log.ts"), [
    "entries-signed",
    "if (!isSigned || !read.every(follows))",
    "if (!read.every(follows))",
  ]),
  ...inFile("teams", client("team/verified-log.ts"), [
    "team-log-shown-again",
    'if (!last) throw new IntegrityError("rollback");',
    "if (!last) return before;",
  ]),
];

const SERVER = [
  ...inFile("stolen tokens", server("http/serve.ts"), [
    "fresh-proof",
    'if (spec.fresh) await bypassRls("admission", () => requireFreshProof(viewer));',
    "",
  ]),
  ...inFile("stolen tokens", server("vault/heads.ts"), [
    "head-signed-by-owner",
    'if (!isSignedBy(key, signed, signature)) throw new AppError("bad_signature");',
    "",
  ]),
  ...inFile("stolen tokens", server("vault/records.ts"), [
    "purge-proof",
    "if (!ids.every((id) => isExpired(known.get(id) ?? { deletedAt: null }, at))) requirePassword(viewer);",
    "",
  ]),
  ...inFile("stolen tokens", server("account/profile-links.ts"), ["link-proof", "if (!isProven(link, linkAuth)) {", "if (false) {"]),
  ...inFile("stolen tokens", server("access.ts"), [
    "fresh-proof-with-keys",
    'if (viewer.isGuarded && !(await viewer.showsKeys())) throw new AppError("fresh_proof_needed");',
    "",
  ]),
  ...inFile("stolen tokens", server("access.ts"), [
    "scope-owner",
    'if (rows[0]?.ownerId === accountId) return "owner";',
    'if (rows[0]) return "owner";',
  ]).map(([name, one]) => [name, { ...one, behind: SECOND_WALL }] as const),
  ...inFile(
    "stolen tokens",
    server("account/admission.ts"),
    ["session-revoked", "    isNull(session.revoked_at),\n", ""],
    ["calls-of-a-session", "claims?.sessionId ?? limitedAddress", "claims?.accountId ?? limitedAddress"],
  ),
  ...inFile("stolen tokens", server("account/codes.ts"), [
    "request-binding",
    "isNamed ? eq(table.request, requestOf(deps, answer.requestId)) : isPresent",
    "isPresent",
  ]),
  ...inFile("stolen tokens", server("team/key-copies.ts"), [
    "key-copies-signed",
    'if (!isSigned(giver, copy, member.key)) throw new AppError("bad_signature");',
    "",
  ]).map(([name, one]) => [name, { ...one, behind: COPIES_STAY }] as const),
  ...inFile("stolen tokens", server("team/leaving.ts"), ["leaving-signed", 'if (!isSigned) throw new AppError("leaving_unsigned");', ""]),
  ...inFile(
    "stolen tokens",
    server("sharing/signed-changes.ts"),
    ["changes-of-shares-signed", "if (!isMessageSignedBy(", "if (false && !isMessageSignedBy("],
    ["changes-of-shares-once", "ownSeq !== target.stamp", "false"],
  ),
  ...inFile("stolen tokens", server("account/password-proof.ts"), [
    "proofs-of-a-session",
    "for (const budget of BUDGETS) await limits.count(budget, sessionId);",
    'for (const budget of BUDGETS) await limits.count(budget, "all sessions");',
  ]),
  ...inFile("stolen tokens", server("http/limits.ts"), [
    "proofs-of-a-day",
    "verifyMasterPasswordDay: { max: 30, windowMs: DAY_MS }",
    "verifyMasterPasswordDay: { max: 30, windowMs: MINUTE_MS }",
  ]),
  ...inFile("stolen tokens", server("account/sign-in.ts"), ["device-budget", "if (device !== null) {", "if (false) {"]),
];

const MADE = [
  ...inFile("who made an item", server("sharing/moves.ts"), [
    "gives-up-homewards",
    'isGivenUp && target?.kind === "personal"',
    "isGivenUp",
  ]),
  ...inFile("who made an item", client("sharing/return-items.ts"), [
    "address-as-known",
    "people[owner.id]?.email ?? owner.email",
    'people[""]?.email ?? owner.email',
  ]),
  ...inFile("who made an item", client("sharing/items-by-others.ts"), [
    "dated-ahead-is-told",
    '!isRepairable(trouble) && trouble.code !== "future"',
    "!isRepairable(trouble)",
  ]),
  ...inFile("who made an item", server("vault/check-changes.ts"), [
    "maker-of-the-row",
    "if ((put.makerId ?? target.ownerId) !== (maker ?? target.ownerId))",
    "if (false)",
  ]),
  ...inFile("sharing", client("sync/changed-makers.ts"), [
    "placed-by-its-owner",
    "if (before && isPlacedElsewhere(keys, before, record) && !isOwners(keys, since)) return false;",
    "",
  ]),
  ...inFile(
    "who made an item",
    client("sync/changed-makers.ts"),
    ["maker-stays", "if (is.owner?.id !== maker) return false;", ""],
    ["proof-stays", "return !isProven ||", "return true ||"],
    ["maker-signed", "since.signers.has(maker);", "true;"],
    ["maker-bound-where-new", "isBoundId(id) ? record.provenMaker === maker :", "isBoundId(id) ? true :"],
  ),
  ...inFile(
    "who made an item",
    client("sync/makers.ts"),
    ["maker-of-both", "makerId === undefined || makerId === owner?.id ? owner : undefined", "makerId === owner?.id ? owner : owner"],
    [
      "maker-proven-where-shown",
      "if (isBoundId(id) || provenMaker !== undefined) return provenMaker === owner?.id ? owner : undefined;",
      "",
    ],
  ),
  ...inFile(
    "who made an item",
    client("sync/maker-proof.ts"),
    ["id-bound-to-key", "if ((await deriveBoundId(fromHex(made.print), fromHex(made.nonce))) !== id)", "if (false)"],
    ["key-of-maker", "return isTheirs && (await verify(", "return true && (await verify("],
    ["made-signed", "(await verify(key, madeMessage(made.scope, id), fromBase64Url(made.signature)))", "true"],
  ),
  ...inFile(
    "who made an item",
    client("sync/own-statement.ts"),
    ["statement-never-lacks", "|| (await keys.signer.ownStated?.())?.isStated) throw", ") throw"],
    ["statement-of-owner", "if (!(await isOwners(keys, own, generation)))", "if (false)"],
    ["vault-as-signed", "if (!isAsSigned)", "if (false)"],
  ),
  [
    "vault-renamed-by-owner",
    {
      file: client("sync/changed-makers.ts"),
      code: "!isNext || signer.ownerId === undefined || signers.has(signer.ownerId)",
      without: 'isNext || signers.has(signer.ownerId ?? "")',
      behind: { file: client("sync/own-statement.ts"), code: "if (!isAsSigned)", without: "if (false)" },
      noticedBy: "who made an item",
    },
  ] as const,
  [
    "statement-never-back",
    {
      file: client("sync/own-statement.ts"),
      code: "if (own.ownSeq < least)",
      without: "if (false)",
      behind: {
        file: client("sync/changed-makers.ts"),
        code: 'if (before?.kind === "category") return isOwners(keys, since);',
        without: "",
      },
      noticedBy: "who made an item",
    },
  ] as const,
  ...inFile("who made an item", server("vault/own-statement.ts"), [
    "statement-of-owner-alone",
    "const statement = next.ownerKey === null ? null :",
    'const statement = next.ownerKey === null ? parseOwn(Buffer.from(next.own, "base64url")) :',
  ]),
  ...inFile("who made an item", client("sync/snapshot.ts"), [
    "generation-of-owner",
    "if (signer.ownerId !== undefined && signedBy !== signer.ownerId)",
    "if (false)",
  ]),
  ...inFile("who made an item", client("sync/changed-makers.ts"), [
    "maker-named-by-owner",
    "own?.makers.get(record.id)",
    'own?.makers.get("")',
  ]),
  [
    "made-by-others-stays",
    {
      file: client("sharing/reconcile.ts"),
      code: "if (own?.holders === 0 && !hasUndecidedItems && ",
      without: "if (own?.holders === 0 && ",
      behind: { file: client("sharing/reconcile.ts"), code: "(await isEnded(context, scope, trust))", without: "isEnded.length > 0" },
      noticedBy: "who made an item",
    },
  ] as const,
];

const WRITERS = [
  ...inFile("who may write", server("access.ts"), [
    "expired-grant",
    "isNull(shareGrant.ended_at), or(isNull(shareGrant.expires_at), gt(shareGrant.expires_at, at)));",
    "isNull(shareGrant.ended_at));",
  ]),
  ...inFile("who may write", server("access.ts"), ["writers-in-log", "or(isNull(shareGrant.team_id),", "or(sql`true`,"]).map(
    ([name, one]) => [name, { ...one, behind: SECOND_WALL }] as const,
  ),
  ...inFile("who may write", client("sharing/known-owner.ts"), [
    "owner-of-own-scope",
    "trust.keys[scopeId] ? identity.accountId : ",
    "",
  ]).map(([name, one]) => [name, { ...one, behind: OWN_BY_ITS_KEYS }] as const),
  ...inFile("who may write", client("sharing/known-owner.ts"), ["owner-as-seen", "(await readPin(keys, scopeId))?.owner", "undefined"]),
  ...inFile("who may write", client("vault/context.ts"), [
    "own-id-counts",
    "having.find(({ keys }) => keys.rights.isOwner) ?? having[0] ?? personal",
    "having[0] ?? personal",
  ]),
  ...inFile("who may write", client("vault/shown-vault.ts"), [
    "own-id-is-shown",
    "!keys.rights.isOwner && all.some",
    "all.length < 0 && keys && all.some",
  ]),
  ...inFile("who may write", client("vault/read.ts"), ["own-id-is-read", ".filter(({ id }) => !hasOwnId(all, scope, id))", ""]),
  ...inFile("who may write", client("sharing/return-items.ts"), [
    "own-id-is-kept",
    "[...from.records.keys(), ...from.trashed.keys()].some(isOwn)",
    "isOwn.length < 0",
  ]),
  ...inFile(
    "who may write",
    client("sync/changed-makers.ts"),
    ["one-text-of-a-save", "return !(await isOtherText(keys, before, record));", "return isOtherText.length > 0;"],
    [
      "garbage-is-other-text",
      'was.state === "intact" && (is.state !== "intact" || ',
      'was.state === "intact" && (is.state === "intact" && ',
    ],
    ["no-id-of-before", "if (before && isShortAfterLong(before, record)) return false;", "isShortAfterLong.length > 0;"],
  ),
  ...inFile("who may write", client("vault/move-records.ts"), [
    "unreadable-of-its-maker",
    "isShared && isOfNoOther(record)",
    "isShared && isOfNoOther.length > 0",
  ]),
  ...inFile("former and other members", client("sharing/recipients.ts"), [
    "another-key-is-told",
    "throw (await isToAnotherKey(trust, row)) ?",
    "throw isToAnotherKey.length < 0 ?",
  ]),
  ...inFile("who may write", client("vault/move-records.ts"), [
    "unreadable-holds-up-nothing",
    "if (!(isWrittenSo && goesAlong)) throw",
    "if (isWrittenSo || !goesAlong) throw",
  ]),
  ...inFile(
    "who may write",
    client("vault/move-records.ts"),
    ["closed-parts-stay", "return closed ? Object.fromEntries(", "return closed && closed.length < 0 ? Object.fromEntries("],
    ["on-demand-goes", "(name) => !onDemand.includes(name)", "() => onDemand.length > 0"],
  ),
  ...inFile("who may write", client("vault/move-records.ts"), [
    "unreadable-stays-out",
    '[from, to].every(({ rights }) => rights.kind !== "personal")',
    '[from].every(({ rights }) => rights.kind !== "personal")',
  ]),
  ...inFile("who may write", client("sync/save-id.ts"), [
    "id-covers-texts",
    ": press + hashHex(textOfSave(sealed));",
    ": (press + hashHex(textOfSave(sealed))).slice(0, 32);",
  ]),
  ...inFile("who may write", client("sync/seal-record.ts"), [
    "texts-of-that-id",
    "const isOfThisSave = isAsSaved(record);",
    "const isOfThisSave = isAsSaved.length > 0;",
  ]),
  ...inFile(
    "who may write",
    client("sync/allowed-signers.ts"),
    ["writers-as-granted", "if (await verifyGrant(terms, sharedKey)) verified", "verified"],
    ["team-writers-of-log", "if (await shared.hasMember(teamId, teamEpoch, accountId, publicKey)) return true", "return true"],
    [
      "team-writers-as-stated",
      "return stated.has(await writerMark(shared.scopeId, accountId, await fingerprint(publicKey)))",
      "return true",
    ],
  ),
  ...inFile("who may write", client("sharing/team-members.ts"), [
    "former-team-writers-of-log",
    "(teams[teamId]?.members?.[memberName(id, key)] ?? 0)",
    "(teams[teamId]?.members?.[memberName(id, key)] ?? epoch)",
  ]),
];

/** A code that was not asked for is not there either. */
const CODE_USED_UP: Edit = {
  file: server("account/registration.ts"),
  code: "if (proof && !(await useProof(deps, tx, proof)))",
  without: "if (proof && useProof.length < 0)",
};

const HANDED = [
  ...inFile("handed-over links", server("account/registration.ts"), [
    "code-of-the-mailbox",
    "if (proof) await requireCode(deps, proof, input, viewer);",
    "",
  ]).map(([name, one]) => [name, { ...one, behind: CODE_USED_UP }] as const),
  ...inFile("handed-over links", client("team/people.ts"), [
    "unproven-not-verified",
    "known.isProven && row.address_proven !== false)",
    "known.isProven)",
  ]),
];

/** The role that serves people, in the database of a test. */
const WALL = [
  ...inFile("smuggled SQL", server("db/connect.ts"), [
    "role-of-its-own",
    "openPool({ connectionString: made ?? databaseUrl, max: connectionsOf(place) }, log, owner)",
    "openPool({ connectionString: databaseUrl, max: connectionsOf(place) }, log, owner)",
  ]),
  ...inFile("smuggled SQL", server("db/product-role.ts"), [
    "key-of-the-owner",
    "const OWNERS_TABLES = \"'migration', 'acting_key'\";",
    "const OWNERS_TABLES = \"'migration'\";",
  ]),
  ...inFile(
    "smuggled SQL",
    server("db/migrations/0032_membership_wall.sql"),
    ["place-of-an-account", 'CREATE TRIGGER "account_keeps_place"', "DROP TRIGGER account_keeps_place ON account"],
    [
      "scope-given-by-owner",
      'ALTER POLICY own ON "share_grant" WITH CHECK',
      "ALTER POLICY own ON share_grant WITH CHECK (sender_id = (select coffer_account()))",
    ],
    ["link-by-the-server", 'ALTER POLICY own ON "profile_link" USING', "ALTER POLICY own ON profile_link USING (true)"],
    ["begin-by-the-owner", 'REVOKE ALL ON FUNCTION "coffer_begin"()', "GRANT EXECUTE ON FUNCTION coffer_begin() TO PUBLIC"],
  ),
  ...inFile(
    "smuggled SQL",
    server("db/migrations/0034_cheaper_wall.sql"),
    ["shared-rows-by-share", "CREATE POLICY seen ON %I FOR SELECT USING", "ALTER POLICY seen ON record USING (true)"],
    [
      "shared-rows-by-writers",
      "CREATE POLICY changed ON %I FOR UPDATE USING",
      "ALTER POLICY changed ON record USING (scope_id IN (SELECT coffer_scopes(false)))",
    ],
    [
      "shared-rows-while-it-lasts",
      "g.ended_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > now()) AND (NOT writes",
      "ALTER POLICY seen ON record USING (owner_id = (select coffer_account()) OR (select coffer_is_system()) OR scope_id IN (select g.scope_id from share_grant g))",
    ],
  ),
];

const ONE_LOG = [
  ...inFile("one log for all", client("sharing/open-shared-scope.ts"), [
    "heads-compared",
    "hear(headStatement(teamId, keys, publicKey, head));",
    "void [hear, headStatement, teamId, publicKey, head];",
  ]),
  ...inFile("one log for all", client("sharing/open-grants.ts"), ["grants-compared", "if (statement) team.hear(statement);", ""]),
  ...inFile(
    "one log for all",
    client("team/gossip.ts"),
    ["missing-entries-stop", 'if (size > hashes.length) return "log_withheld";', 'if (size > hashes.length) return "same";'],
    [
      "other-entry-stops",
      'return hashes[size - 1] === root ? "same" : "log_forked";',
      'return hashes[size - 1] === root ? "same" : "same";',
    ],
    ["stopped-shares-nothing", "if (alarm) throw new TeamStoppedError(alarm);", ""],
  ),
  ...inFile("one log for all", client("team/pressed-changes.ts"), [
    "stopped-confirms-no-one",
    "  await refuseStopped(sharing, teamId);\n  const answer",
    "  const answer",
  ]),
  ...inFile("one log for all", client("sharing/reconcile.ts"), [
    "stopped-states-no-one",
    'await context.team.requireShareable(context, "again");',
    "",
  ]),
  ...inFile(
    "one log for all",
    client("team/log-watch.ts"),
    ["stopped-does-nothing", "if (await alarmOf(context, log.teamId)) return false;", ""],
    ["quiet-does-nothing", " && (await this.waitedFor(context, log)).length === 0;", ";"],
    ["quiet-shares-nothing", "if (quiet.length > 0) throw new TeamQuietError(quiet);", ""],
  ),
  ...inFile(
    "one log for all",
    client("team/marks.ts"),
    ["mark-signed", "if (!(await verify(publicKey, message, fromBase64Url(signature)))) return null;", ""],
    ["mark-key-of-member", "if (!member || toHex(await fingerprint(publicKey)) !== member.key) return null;", "if (!member) return null;"],
  ),
];

const VERSIONS = [
  ...inFile("reading earlier versions", server("vault/versions.ts"), [
    "versions-since-given",
    "return and(isOfItem, gt(superseded.superseded_at, since));",
    "return since && isOfItem;",
  ]),
  ...inFile("the vault as it was", server("vault/as-of.ts"), ["as-of-own-alone", "where r.owner_id = ", "where r.id <> "]),
  ...inFile(
    "the vault as it was",
    client("vault/time/as-of.ts"),
    ["as-of-is-earlier", "save.revision >= record.revision || save.replacedAt <= at", "save.revision === 0"],
    ["as-of-withheld", 'now.updatedAt <= at ? { fields: now.fields } : { why: "missing" }', "{ fields: now.fields }"],
    ["as-of-opens", 'if (opened.state === "tampered") return { why: "tampered" };', ""],
  ),
  ...inFile("reading earlier versions", core("items/item-versions.ts"), ["version-left-out", "last > version.revision", "false"]),
  ...inFile("reading earlier versions", client("vault/read.ts"), [
    "versions-sealed-again",
    "if (scope.trust) void sealVersionsAgain(context)",
    "if (false) void sealVersionsAgain(context)",
  ]),
  ...inFile("reading earlier versions", client("vault/seal-versions.ts"), [
    "versions-that-open-alone",
    'sealed: state === "intact" ? await',
    "sealed: state ? await",
  ]),
  ...inFile("reading earlier versions", server("vault/old-versions.ts"), [
    "versions-signed-by-owner",
    "if (!isMessageSignedBy(",
    "if (false && !isMessageSignedBy(",
  ]),
];

const PAGES = [
  ...inFile(
    "pages that ask for passkeys",
    extension("passkeys/signal-changes.ts"),
    ["signal-own-site", "rpIdFor(origin, said.rpId) : null", "said.rpId : null"],
    ["signal-of-its-site-alone", "passkey.rpId === rpId ? CHANGES", "rpId !== null ? CHANGES"],
    ["signal-of-a-kind", "&& Object.hasOwn(CHANGES, kind) ?", "?"],
  ),
  ...inFile(
    "pages that ask for passkeys",
    extension("passkeys/responder.ts"),
    ["question-own-site", "rpIdForSignIn(origin, rpId, relatedTo)", "(rpIdForSignIn(origin, rpId, relatedTo) ?? rpId ?? null)"],
    ["question-of-a-kind", "Object.hasOwn(FITS, kind) && FITS[kind](asking)", "FITS[kind](asking)"],
  ),
  ...inFile("pages that ask for passkeys", core("items/rp-id.ts"), [
    "rp-id-at-a-dot",
    "if (rpId !== host && !host.endsWith(`.",
    "if (rpId !== host && !host.endsWith(`",
  ]),
  ...inFile(
    "pages that ask for passkeys",
    core("items/related-origins.ts"),
    [
      "related-asked-for",
      "relatedTo !== undefined && asked === relatedTo ? relatedTo : null",
      "relatedTo !== undefined ? (asked ?? null) : null",
    ],
    ["related-exactly", "new URL(one).origin === origin", "one.startsWith(origin) || origin.endsWith(new URL(one).host)"],
    ["related-five-sites", "|| (!seen.has(label) && seen.size >= SITES_MAX)", ""],
    ["related-list-of-texts", '!Array.isArray(origins) || !origins.every((one) => typeof one === "string")', "!Array.isArray(origins)"],
  ),
];

const EXTENSION_DISK = [
  ...inFile("the extension's stores", extension("pages/key-store.ts"), [
    "half-goes-with-its-slots",
    "slot === LOCAL_HALF ? [slotName(slot), UNSENT_HALF] : [slotName(slot)]",
    "[slot === LOCAL_HALF || UNSENT_HALF ? slotName(slot) : slot]",
  ]),
  ...inFile("the extension's stores", extension("unsent-half.ts"), [
    "half-of-what-is-stored",
    "if (names) await keep(half);",
    "await keep(half);",
  ]),
  ...inFile("the extension's stores", extension("lasting-session.ts"), [
    "kept-session-wrapped",
    "await wrapText(await values.wrappingKey(), auth)",
    "(await wrapText(await values.wrappingKey(), auth)) && new TextEncoder().encode(atob(auth))",
  ]),
];

const OPENED_BY_PASSKEY = [
  ...inFile(
    "opening by passkey",
    client("account/passkey-keys.ts"),
    ["copy-of-account", "[uuidToBytes(accountId), utf8(rpId), await", "[utf8(accountId && rpId), await"],
    ["copy-of-host", "utf8(rpId), await sha256", 'utf8(rpId && ""), await sha256'],
    ["copy-of-passkey", "await sha256(fromBase64Url(id))]", "await sha256(fromBase64Url(id).subarray(0, 0))]"],
    ["copy-under-a-secret", "await deriveKey(prf, context(", "await deriveKey(new Uint8Array(32).fill(1), context("],
  ),
  ...inFile(
    "opening by passkey",
    client("account/open-by-passkey.ts"),
    ["passkey-of-this-host", "!isOurs || ", ""],
    ["passkey-verified-user", " || !isUserVerified(authenticatorData)", ""],
    ["passkey-names-account", "userHandle === null || ", ""],
    ["passkey-of-owner", "if (!equalBytes(userHandle, uuidToBytes(owner.accountId))) throw new ClientError(ANOTHERS);", ""],
    ["passkey-of-answer", "if (!equalBytes(used.userHandle, uuidToBytes(data.user.id))) throw new ClientError(ANOTHERS);", ""],
    ["passkey-epoch-pin", "refuseOlder(pin, data);", ""],
    [
      "passkey-on-the-list",
      "if (listed !== undefined && !isEnded(listed)) return;",
      "if (listed === undefined || !isEnded(listed)) return;",
    ],
    ["passkey-not-ended", "&& !isEnded(listed)) return;", ") return;"],
    ["locked-where-not-listed", "await sessions.lock();", ""],
  ),
  ...inFile("opening by passkey", client("account/passkey-list.ts"), [
    "list-of-the-head",
    "if (!isNoAnswer(error) || scope.held === null) throw error;",
    "if (error === scope) throw error;",
  ]),
  ...inFile(
    "opening by passkey",
    client("account/passkeys.ts"),
    ["missing-is-not-ended", 'row ? "opens" : "missing"', 'row ? "opens" : "ended"'],
    ["unknown-is-shown", ".filter(({ id }) => !Object.hasOwn(list, id))", ".filter(() => false)"],
  ),
  ...inFile("opening by passkey", "packages/contract/src/passkeys.ts", [
    "strict-challenge",
    "const Challenge = z.strictObject(",
    "const Challenge = z.looseObject(",
  ]),
];

const ANSWERS_OF_PASSKEYS = [
  ...inFile(
    "answers of passkeys",
    server("account/passkey-challenges.ts"),
    [
      "challenge-once",
      ".delete(passkeyChallenge)\n      .where(",
      ".update(passkeyChallenge).set({ account_id: accountId })\n      .where(",
    ],
    ["challenge-of-its-purpose", "requestOf(deps, requestId)), isTheirs)", "requestOf(deps, requestId)), isTheirs && undefined)"],
    ["challenge-in-time", "isWithin(VALID_MS, row.created_at, deps.now()) ?", "isWithin(VALID_MS * 9, row.created_at, deps.now()) ?"],
  ),
  ...inFile(
    "answers of passkeys",
    server("account/passkey-proof.ts"),
    ["answer-to-its-challenge", "expectedChallenge: challenge,", "expectedChallenge: () => challenge.length > 0,"],
    ["answer-for-its-origin", "expectedOrigin: origin,", 'expectedOrigin: [origin, "http://localhost:1", "https://evil.example"],'],
    [
      "answer-of-own-page",
      "(crossOrigin ?? false) === false && topOrigin === undefined",
      "crossOrigin !== clientDataJSON && topOrigin !== clientDataJSON",
    ],
    ["answer-of-verified-user", "requireUserVerification: true", "requireUserVerification: false"],
    ["new-under-its-own-id", " || registrationInfo.credential.id !== id", ""],
    ["answer-signed", "const isTheirs = verified && ", "const isTheirs = verified.valueOf !== undefined && "],
  ),
  ...inFile("answers of passkeys", server("account/passkeys.ts"), [
    "answer-names-account",
    " || input.userHandle !== handleOf(known.id)",
    "",
  ]),
  ...inFile(
    "answers of passkeys",
    server("account/lost-device.ts"),
    ["lost-ends-passkeys", "inArray(passkey.id, passkeys)", "inArray(passkey.id, passkeys.slice(0, 0))"],
    ["lost-by-its-device", " || (device_id !== null && one.device_id === device_id)", ""],
    ["lost-by-its-passkey", "one.passkey_id === id || ", ""],
  ),
  ...inFile("answers of passkeys", client("account/passkeys.ts"), [
    "lost-leaves-the-list",
    "without(list, ended)",
    "without(list, ended.slice(0, 0))",
  ]),
];

const WAITED = [
  ...inFile(
    "edits that wait",
    client("vault/waiting/stored-edit.ts"),
    ["landed-save-is-known", "(await earlier(context, id)).find(isTrue)", "(await earlier(context, id)).find(() => false)"],
    ["junk-is-no-save", '=> version.state === "intact" && isIt(version);', "=> isIt(version);"],
    ["same-is-no-save", "const isSame = Object.keys(", "const isSame = saveId.length < 0 && Object.keys("],
  ),
  ...inFile("edits that wait", client("vault/versions.ts"), [
    "earlier-is-older",
    "revision < record.revision && epoch <= keys.epoch",
    "revision >= 0 && epoch <= keys.epoch",
  ]),
  ...inFile(
    "edits that wait",
    client("vault/save.ts"),
    ["made-once", "const id = given?.id ?? (await newId(context, within));", "const id = await newId(context, within);"],
    ["apart-once", "if (there) return there;", ""],
  ),
  ...inFile("edits that wait", client("vault/waiting/waiting-edits.ts"), [
    "refused-until-decided",
    "!(isAgain || this.#isDue(edit))",
    "false",
  ]),
  ...inFile("edits that wait", client("vault/waiting/send-edit.ts"), [
    "deleted-as-shown",
    "seen: new Map([[seen.id, seen]])",
    "seen: new Map([[seen.id, { revision: 1e9 }]])",
  ]),
  ...inFile(
    "edits that wait",
    client("vault/waiting/waiting-slot.ts"),
    ["waits-by-account", 'bound("draft", uuidToBytes(accountId), utf8(place))', 'bound("draft", utf8(accountId && place))'],
    [
      "waits-sealed",
      "await this.#context.keys.set(name, new TextEncoder().encode(wrapped));",
      'await this.#context.keys.set(name, new TextEncoder().encode(wrapped)); await this.#context.keys.set(name + "0", new TextEncoder().encode(JSON.stringify(edits)));',
    ],
  ),
  ...inFile("edits that wait", client("vault/context.ts"), [
    "reader-sends-nothing",
    'if (wanted.keys.rights.permission === "read") throw',
    "if (wanted.keys.rights.permission.length < 0) throw",
  ]),
];

export const COUNTERMEASURES: Readonly<Record<string, Countermeasure>> = Object.fromEntries([
  ...SIGNING_IN,
  ...ENVELOPES,
  ...RECORDS,
  ...LISTS,
  ...VERSIONS,
  ...WAITED,
  ...HEADS,
  ...RECOVERING,
  ...PROFILES,
  ...SHARED,
  ...TEAMED,
  ...ADMITTED,
  ...ONE_LOG,
  ...INVITED,
  ...STOOD_ON,
  ...STORED,
  ...MADE,
  ...SERVER,
  ...WRITERS,
  ...HANDED,
  ...WALL,
  ...PAGES,
  ...EXTENSION_DISK,
  ...OPENED_BY_PASSKEY,
  ...ANSWERS_OF_PASSKEYS,
]);
