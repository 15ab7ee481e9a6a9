/** What has to be known, or decided, before the members of a team are read. */
import type { TeamPeople } from "@coffer/client";
import { TeamDoubt } from "../account/TeamDoubt.tsx";
import { FormerMembersNote } from "./FormerMembersNote.tsx";
import { NextKey } from "./NextKey.tsx";
import { TeamNotice } from "./TeamNotice.tsx";
import { ToConfirm } from "./ToConfirm.tsx";
import { UnconfirmedMembers } from "./UnconfirmedMembers.tsx";

interface Props {
  readonly people: TeamPeople;
  /** `id`: null for a user in no team. */
  readonly team: { readonly id: string | null; readonly name: string };
  readonly isIn: boolean;
  /** Whether the members follow, about whom there may be something to decide. */
  readonly asks: boolean;
  /** `confirm`: people whom no one invited in the log. */
  readonly may: { readonly confirm: boolean; readonly invite: boolean; readonly remove: boolean };
}

export function TeamNotes({ people, team: { id, name }, isIn, asks, may }: Props) {
  const isOpen = people.status === "open";
  const asked = isOpen && asks ? id : null;
  return (
    <>
      <TeamNotice status={people.status} name={name} teamId={id} />
      {id && <TeamDoubt teamId={id} />}
      {id && <NextKey people={people} teamId={id} mayRemove={may.remove} />}
      {isIn && <FormerMembersNote isReady={isOpen} />}
      {asked && <ToConfirm people={people} teamId={asked} mayInvite={may.invite} mayRemove={may.remove} />}
      {asked && may.confirm && (
        <UnconfirmedMembers people={people.unconfirmed} roles={people.roles} teamId={asked} mayRemove={may.remove} />
      )}
    </>
  );
}
