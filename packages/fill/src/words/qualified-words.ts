/**
 * Words whose meaning changes with a qualifier: a "name" is the user's, "Pet's name" is not; a "phone" is the user's, "Store phone" is not.
 * Any neighbor word that is not on the list makes it something else: better to fill nothing than the wrong thing.
 */
import type { Meaning } from "../roles.ts";

/** Longer texts are sentences, which can contain anything. */
const MOST_WORDS = 5;

/** The unqualified words by meaning, in languages with spaces between words. */
const BARE: Readonly<Partial<Record<Meaning, RegExp>>> = {
  name: /^(?:name|nom|nome|nombre|naam|namn|navn|nimi)$/,
  tel: /^(?:phone|phone number|telephone|telephone number|telefon|telefonnummer|telefono|telefone|telefoon|telefoonnummer|mobile|mobile number)$/,
  "cc-number":
    /^(?:card number|card no|card|numero de carte|n de carte|numero carte|numero de tarjeta|numero carta|numero de cartao|kaartnummer|kartennummer|numer karty|kortnummer)$/,
  "one-time-code": /^(?:code|codigo|codice|kod|код)$/,
  "street-address": /^(?:address|adresse|direccion|indirizzo|endereco|adres|adress|адрес)$/,
};

const ANYWHERE =
  "valid invalid fill correct format must be not only xxx xxxx xx wrong missing us add provide put give choose number numbers tel text your you my the a an of and or in on as it is to for from by with at this please enter type insert here required optional mandatory field input new current e g ex eg example s " +
  "ihr ihre dein deine mein meine der die das des und oder bitte eingeben pflichtfeld optional votre vos le la les de du des et ou l d saisir saisissez obligatoire facultatif " +
  "tu su mi el los las y o del por favor obligatorio opcional introduce introduzca il lo i gli della dello tuo suo e obbligatorio facoltativo seu sua o os as da do das dos " +
  "uw je jouw het de een en verplicht optioneel twoj pan pani wymagane opcjonalnie ditt din ваш ваша ваше";
const NEIGHBOURS: Readonly<Partial<Record<Meaning, string>>> = {
  name:
    "com full complete legal real real contact customer client guest passenger traveller traveler patient student parent guardian owner applicant author sender buyer billing shipping delivery recipient person attendee member visitor tenant " +
    "account holder cardholder print printed id passport license licence surname first last family given lead main primary driver user signature sign appears written shown exactly official bill ship to voller vollstandiger " +
    "complet prenom completo apellido apellidos cognome sobrenome apelido volledige achternaam voornaam vorname nachname kontakt kunde gast passagier cliente client paciente",
  tel:
    "owner ruckfragen top up log register shop till your ui number no nr home work mobile cell cellphone daytime day evening night contact primary secondary main best preferred alternative alternate billing shipping delivery customer guest passenger office business country code area digits digit " +
    "landline fixed phone mobil privat geschaftlich dienstlich tagsuber festnetz portable fixe domicile bureau movil fijo casa trabajo contacto cellulare fisso celular fixo contato residencial comercial mobiel vast recapito " +
    "numero de tel telefono telephone we can reach reminders sms text updates us uk only incl including prefix ohne mit vorwahl komorkowy stacjonarny kontaktowy nummer numer 10 11",
  "cc-number":
    "long secure information details credit debit bank payment visa mastercard amex american express maestro number no digit digits 16 15 cc card new cvv kredit bancaire bleue paiement credito debito bancaria bancario pagamento pago kreditowej platniczej without spaces no dashes " +
    "without dashes 12 19 valid carte carta tarjeta cartao creditcard",
  "one-time-code":
    "texted you just acesso acceso acces accesso zugang digit digits 4 5 6 7 8 sms email e mail text phone mobile app received sent number numbers security access verification cifre cifras chiffres stellig stelliger otp 2fa mfa we recibido recu ricevuto recebido enter confirm resend " +
    "six four eight verify login sign ziffern cyfr cyfrowy из смс sms",
  "street-address":
    "street home mailing postal permanent current residential delivery shipping billing full complete house line 1 2 number no and city customer contact invoice business company work property pick up collection ship bill registered correspondence primary " +
    "livraison facturation postale complete domicile personnelle professionnelle envio entrega facturacion postal particular fiscal spedizione fatturazione residenza consegna cobranca residencial lieferung liefer rechnungs privat " +
    "bezorg factuur dostawy zamieszkania korespondencyjny leverans доставки проживания регистрации фактический",
};

const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");
const KNOWN = new Map(
  Object.entries(NEIGHBOURS).map(([meaning, neighbours]) => [meaning, new Set([...words(ANYWHERE), ...words(neighbours)])] as const),
);

/** @param found - the phrase and its position in the text. @returns whether a neighbor word makes it someone else's, or something else. */
export function isQualified(
  text: string,
  { name, length, end }: { readonly name: Meaning; readonly length: number; readonly end: number },
): boolean {
  const phrase = text.slice(end - length, end);
  if (BARE[name]?.test(phrase) !== true) return false;
  const neighbours = words(`${text.slice(0, end - length)} ${text.slice(end)}`);
  return (
    neighbours.length > 0 &&
    neighbours.length < MOST_WORDS &&
    neighbours.some((word) => !/^\d+$/.test(word) && KNOWN.get(name)?.has(word) !== true)
  );
}
