/**
 * Sites of one company that share accounts: a login saved at one of them is offered at the others, after all other logins, with its host shown, and filled only on a click.
 * A site belongs here if one company controls all of its subdomains and gives none of them to third parties.
 */
const GROUPS: readonly (readonly string[])[] = [
  ["google.com", "gmail.com", "youtube.com"],
  ["apple.com", "icloud.com"],
  ["microsoft.com", "microsoftonline.com", "live.com", "office.com", "outlook.com", "hotmail.com", "msn.com", "skype.com", "xbox.com"],
  [
    ...["amazon.com", "amazon.ca", "amazon.com.mx", "amazon.com.br", "amazon.co.uk", "amazon.de", "amazon.fr", "amazon.it", "amazon.es"],
    ...["amazon.nl", "amazon.pl", "amazon.se", "amazon.ie", "amazon.com.tr", "amazon.ae", "amazon.sa", "amazon.eg"],
    ...["amazon.in", "amazon.sg", "amazon.co.jp", "amazon.com.au"],
  ],
  [
    ...["ebay.com", "ebay.ca", "ebay.co.uk", "ebay.ie", "ebay.de", "ebay.at", "ebay.ch", "ebay.fr", "ebay.it", "ebay.es", "ebay.nl"],
    ...["ebay.be", "ebay.pl", "ebay.com.au", "ebay.com.sg", "ebay.com.my", "ebay.com.hk", "ebay.ph"],
  ],
  ["facebook.com", "messenger.com"],
  ["x.com", "twitter.com"],
  ["discord.com", "discordapp.com"],
  ["proton.me", "protonmail.com", "protonvpn.com"],
  ["mozilla.org", "firefox.com"],
  ["atlassian.com", "bitbucket.org", "trello.com"],
  ["adobe.com", "behance.net"],
  ["steampowered.com", "steamcommunity.com"],
  ["epicgames.com", "unrealengine.com"],
  ["ea.com", "origin.com"],
  ["playstation.com", "sonyentertainmentnetwork.com"],
  ["stackoverflow.com", "stackexchange.com", "superuser.com", "serverfault.com", "askubuntu.com", "mathoverflow.net", "stackapps.com"],
  [
    ...["wikipedia.org", "wikimedia.org", "wiktionary.org", "wikibooks.org", "wikiquote.org", "wikisource.org", "wikinews.org"],
    ...["wikiversity.org", "wikivoyage.org", "wikidata.org", "mediawiki.org"],
  ],
];

const GROUP_OF: ReadonlyMap<string, readonly string[]> = new Map(GROUPS.flatMap((group) => group.map((site) => [site, group])));

/** All sites with at least one equivalent site. */
export const EQUIVALENT_SITES: readonly string[] = GROUPS.flat();

/** Groups of the person who is signed in, in addition to the table: what they share logins between (own-site-groups.ts). */
let ownGroups: readonly (readonly string[])[] = [];

/** Holds from now on, in this page or worker, for whatever is looked up by address. */
export function setOwnGroups(groups: readonly (readonly string[])[]): void {
  ownGroups = groups;
}

/** @param one, other - sites, as `siteOf` gives them. */
export const areEquivalent = (one: string, other: string): boolean =>
  (GROUP_OF.get(one)?.includes(other) ?? false) || ownGroups.some((group) => group.includes(one) && group.includes(other));
