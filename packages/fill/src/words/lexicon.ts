/** All labels by meaning. */
import type { Meaning } from "../roles.ts";
import { ACCOUNT } from "./account.ts";
import { ADDRESS } from "./address.ts";
import { CARD } from "./card.ts";
import { Lexicon } from "./match.ts";
import { MORE_LANGUAGES } from "./more-languages.ts";
import { PERSON } from "./person.ts";

export const MEANINGS = new Lexicon<Meaning>([...ACCOUNT, ...CARD, ...PERSON, ...ADDRESS, ...MORE_LANGUAGES]);
