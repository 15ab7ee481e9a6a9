/** Rows of EMAILS about teams. The name of a team is typed by a person, so they go as plain text. */
import { INVITATION_DAYS, PRODUCT_NAME } from "@coffer/core/constants";
import { template } from "./template.ts";

const IN_TEAM = { subject: `${PRODUCT_NAME}: you are in a team`, isPlain: true } as const;
const WHAT_IT_SEES =
  "No one in the team can open what you keep to yourself. If you do not want to be in it, sign in and leave the team on its page.";

export const TEAM_EMAILS = {
  teamInvitation: template<"link" | "team" | "by">({
    subject: `You are invited to ${PRODUCT_NAME}`,
    validMinutes: INVITATION_DAYS * 24 * 60,
    isPlain: true,
    blocks: ({ link, team, by }) => [
      `${by} invites you to a team on ${PRODUCT_NAME}, a password manager whose contents only their owner can open. The team is called:`,
      { quote: team },
      `This link is only for you. It works once and expires in ${INVITATION_DAYS} days:`,
      { link },
      "If you do not know what this is about, you can ignore this email.",
    ],
  }),
  /** They joined by their own press, or someone with access to their mailbox did: this email tells them. */
  teamJoined: template<"team" | "by">({
    ...IN_TEAM,
    blocks: ({ team, by }) => [`Your account joined a team, by an invitation from ${by}:`, { quote: team }, WHAT_IT_SEES],
  }),
  /** One for each invitation: no one else can make them come. What waits is in no email, and the link names no one. */
  invitationUsed: template<"email" | "link">({
    subject: `${PRODUCT_NAME}: your invitation was used`,
    isPlain: true,
    blocks: ({ email, link }) => [
      `${email} has joined by your invitation. If you invited them by email into a team, they wait until you let them in on its page. What you chose to share with them waits for you in the Sharing Center.`,
      { link },
    ],
  }),
  teamAdded: template<"team" | "by">({
    ...IN_TEAM,
    blocks: ({ team, by }) => [`${by} added your account to a team:`, { quote: team }, WHAT_IT_SEES],
  }),
  teamLeft: template<"team">({
    subject: `${PRODUCT_NAME}: you are no longer in a team`,
    isPlain: true,
    blocks: ({ team }) => [
      "Your account is no longer part of this team, and no longer sees what the team shares:",
      { quote: team },
      "Your account and everything you keep in it stay.",
    ],
  }),
  accountDeletedByTeam: template<"until">({
    subject: `${PRODUCT_NAME}: your account will be deleted`,
    blocks: ({ until }) => [
      `An administrator of your team deleted your account. All devices were signed out, and no one can sign in to it. Everything in it will be deleted on ${until}.`,
      "If you do not know why, ask your administrator or the operator of the server before then.",
    ],
  }),
} as const;
