/** Phrases that tell which password a field asks for, and labels that accept two kinds of user name. */
import { keep } from "./keep.ts";
import { Lexicon } from "./match.ts";

export type PasswordKind = "current" | "new" | "again";

export const PASSWORD_KINDS = new Lexicon<PasswordKind>([
  [
    "again",
    `confirm*|repeat*|again|retype|re type|re enter|reenter|retyped|repassword|re password|password 2|passwd 2|pass 2|pwd 2|verify|verify password|verif*|wiederhol*|bestatig*|nochmals|erneut|confirmer|confirmez|confirmation|repeter|repetez|
    ressaisir|confirmar|confirme|confirma|confirmacion|repetir|repite|repita|conferma|ripeti|confirmacao|repita|herhaal|herhalen|bevestig*|opnieuw|potwierdz*|powtorz*|ponownie|bekraft*|upprepa|igen|gentag*|gjenta|vahvista|tekrar*|
    potvrd*|znovu|確認|確認用|再入力|もう一度|确认|確認密碼|重复|再次|повтор*|подтверд*|еще раз|확인|تاكيد|تأكيد|אימות`,
  ],
  [
    "current",
    `current*|old*|existing|present|previous|aktuelle*|bisherige*|alte|altes|altes passwort|derzeitige*|jetziges|actuel*|ancien*|actual|antigua|anterior|vieja|attuale|vecchia|corrente|atual|antiga|huidig*|oud|oude|obecne|aktualne|stare|
    biezace|nuvarande|gammalt|nuværende|naverende|nykyinen|vanha|mevcut|eski|soucasne|stavajici|現在|旧|古い|当前|目前|原密码|旧密码|原|текущий|старый|текущ*|стар*|현재|기존|الحالية|נוכחית`,
  ],
  [
    "new",
    `new*|create*|choose*|set|neues|neu|neue|nouveau|nouvelle|nueva|nuevo|crear|crea|elige|nuova|nuovo|scegli|nova|novo|criar|crie|escolha|nieuw|nieuwe|kies|nowe|nowy|utworz|nytt|ny|valj|skapa|uusi|yeni|nove|新|新しい|新規|设置|設定|设定|创建|
    новый|нового|придумайте|создайте|새|새로운|الجديدة|חדשה`,
  ],
]);

/** Kinds of user names; a label that mentions two accepts either. */
const MAIL = /(?:e ?mail|courriel|correo|e ?post|メール|邮箱|郵箱|почт|이메일)/u;
const PHONE = /(?:phone|mobile|telefon|handy|telephone|celular|movil|cellulare|telemovel|手机|手機|電話|电话|телефон|номер|휴대)/u;
const USER =
  /(?:user ?name|user ?id|benutzer|nutzername|login|identifiant|nom d utilisateur|usuario|utente|gebruikers|uzytkownik|anvandar|ユーザー|会員|用户名|账号|логин|имя пользователя|아이디|account name|customer number|kundennummer|member number|(?:or|oder|ou|o|of) (?:id|user))/u;

/** Whether a label accepts two kinds of user name: "Email or user name". */
export const namesTwoIdentifiers = keep(
  (label) =>
    label.length < 80 && [MAIL, PHONE, USER].filter((family) => family.test(label)).length > 1 && !/^(?:confirm|repeat)/.test(label),
);
