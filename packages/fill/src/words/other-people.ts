/** Phrases for fields about someone else than the user: an emergency contact, a friend, a child. The user's own data does not belong there. */
import { keep } from "./keep.ts";

const OF_OTHERS =
  /(?<!\p{L})(?:emergency|next of kin|notfall\p{L}*|angehorige\p{L}*|contact d urgence|en cas d urgence|personne a prevenir|contacto de emergencia|en caso de emergencia|contatto di emergenza|contato de emergencia|noodcontact|noodgeval|kontakt alarmowy|kontakt w naglych|экстренн\p{L}*|contact in case of|spouse|partner s|ehepartner|conjoint|conyuge|coniuge|conjuge|your friend|a friend|friends? s? ?(?:details|e ?mail|mail|name|phone|address)|referee|reference [123]|guarantor|burge|child s|children s|kind(?:es)?|minor s|pupil|beneficiary|second (?:passenger|traveller|guest|applicant)|co applicant|joint applicant)(?!\p{L})|緊急連絡先|紧急联系人|緊急聯絡人|비상 ?연락처|배우자|доверенн\p{L}*|جهة اتصال للطوارئ|اتصال الطوارئ|الطوارئ/u;

export const isAboutSomeoneElse = keep((text) => OF_OTHERS.test(text));
