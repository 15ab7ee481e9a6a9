/** Labels of the parts of a name and of a birthday, and of contact details. */
import type { Meaning } from "../roles.ts";
import type { Phrases } from "./match.ts";

export const PERSON: readonly (readonly [Meaning, Phrases])[] = [
  [
    "email",
    `email*|e mail|e mail address|e mail adress*|mail|mail address|emailaddr|user email|*email|emailadresse|mailadresse|adresse e mail|adresse mail|adresse electronique|
    adresse courriel|courriel|mel|correo|correo electronico|direccion de correo*|direccion de correo electronico|direccion de e mail|direccion e mail|posta elettronica|indirizzo e mail|indirizzo di posta elettronica|
    endereco de e mail|endereco e mail|endereco eletronico|correio eletronico|e mailadres|adres e mail|adres poczty*|e post|e postadress|e postadresse|
    sahkoposti*|e posta|e posta adresi|e mailova adresa|e mail cim|メール|メールアドレス|eメール|eメールアドレス|电子邮件|电子邮箱|邮箱|邮箱地址|电子邮件地址|電子郵件|電郵|信箱|электронная почта|электронной почты|эл почта|
    адрес электронной почты|почта|почты|имейл|이메일|이메일 주소|البريد الالكتروني|דואר אלקטרוני|อีเมล|confirm email*|repeat email*|email again`,
  ],
  [
    "tel",
    `phone*|phone number|phone no|phone nr|*phone|telephone*|telephone number|tel|tel no|tel number|tel nr|mobile*|mobile number|mobile phone*|mobile no|mobil*|cell|cell phone|contact number|contact no|contact phone|daytime phone|daytime phone number|
    phone home|home phone|work phone|rufnummer|*telefon*|telefonnummer|handy*|handynummer|handy nr|mobilnummer|mobiltelefon|festnetz*|telephone portable|numero de telephone|n de telephone|portable|numero de portable|tel portable|
    *telefono*|numero de telefono|movil|telefono movil|celular|numero de celular|numero di telefono|cellulare|numero di cellulare|recapito telefonico|telefone*|numero de telefone|telemovel|telefoon*|telefoonnummer|mobiel|
    mobiele nummer|mobiel nummer|gsm|numer telefonu|nr telefonu|telefon komorkowy|komorka|telefonnr|puhelin*|cep telefonu|電話|電話番号|お電話番号|携帯電話*|携帯番号|携帯電話番号|手机|手机号|手机号码|手機號碼|
    电话|电话号码|联系电话|電話號碼|телефон|телефона|номер телефона|мобильный телефон|мобильный|휴대폰|전화번호|휴대전화|رقم الهاتف|رقم الجوال|الجوال|رقم الموبايل|الموبايل|الهاتف|טלפון`,
  ],
  [
    "tel-country-code",
    `phone country code|phone country|country calling code|calling code|dial code|dialing code|dialling code|country dial*|phone prefix|phone code|tel country code|mobile country code|international code|landervorwahl|
    indicatif|indicatif pays|indicatif telephonique|prefijo|prefijo telefonico|codigo de pais|prefisso|prefisso internazionale|indicativo|landnummer|landcode telefoon|kierunkowy|landskod|国番号|区号|国家代码|код страны`,
  ],
  ["tel-area-code", "area code|phone area|phone area code|area|vorwahl|ortsvorwahl|ddd|prefijo local|市外局番|tel area code"],
  ["tel-extension", "ext|extension|phone ext|phone extension|durchwahl|anexo|内線|分机"],
  [
    "name",
    `name|full name|your name|your full name|complete name|first and last name|first name and last name|first last name|name and surname|first name surname|contact name|customer name|recipient*|recipient name|recipient s name|
    real name|legal name|person name|contact person|vollstandiger name|vor und nachname|vor und zuname|vorname und nachname|vorname nachname|vorname name|name vorname|ihr name|dein name|ansprechpartner|empfanger|nom complet|nom et prenom|
    nom prenom|prenom et nom|prenom nom|nom prenoms|votre nom|destinataire|titular del contrato|titular de la cuenta|referente|persona di riferimento|nombre completo|nombre y apellido|nombre y apellidos|tu nombre|su nombre|destinatario|nome completo|nome e cognome|nome cognome|il tuo nome|
    nome e sobrenome|seu nome|nome e apelido|volledige naam|naam|uw naam|voor en achternaam|je naam|imie i nazwisko|imie nazwisko|namn|for och efternamn|fullstandigt namn|ditt namn|navn|fulde navn|fullt navn|nimi|koko nimi|
    ad soyad|adi soyadi|氏名|お名前|名前|ご氏名|フルネーム|姓名|名字|收件人|收货人|联系人|真实姓名|фио|имя и фамилия|фамилия имя отчество|полное имя|фамилия и имя|이름|성명|الاسم|الاسم الكامل|שם מלא|nom|nombre|nome`,
  ],
  [
    "given-name",
    `first name|fname|given name|given names|given names as in passport|forename*|first|vorname*|rufname|prenom*|prenoms|primer nombre|nombres|nombre de pila|nome di battesimo|primeiro nome|nome proprio|voornaam|voornamen|imie|imiona|
    fornamn|tilltalsnamn|fornavn|etunimi|ad|adi|adiniz|jmeno|krestni jmeno|keresztnev|名|имя|имени|ваше имя|الاسم الاول|שם פרטי|이름 first`,
  ],
  [
    "additional-name",
    "middle name|mname|middle initial|middle|m i|zweiter vorname|deuxieme prenom|segundo nombre|secondo nome|nome do meio|tussenvoegsel|tussenvoegsels|drugie imie|mellannamn|отчество|additional name",
  ],
  [
    "family-name",
    `last name|lname|family name|surname|second name|last|nachname*|familienname|zuname|nom de famille|nom de naissance|apellido|apellidos|primer apellido|apellido paterno|cognome|sobrenome|apelido|ultimo nome|
    achternaam|familienaam|nazwisko|efternamn|etternavn|efternavn|sukunimi|soyad|soyadi|soyadiniz|prijmeni|vezeteknev|姓|姓氏|фамилия|фамилии|성|اسم العائلة|שם משפחה`,
  ],
  [
    "honorific-prefix",
    "title|salutation|honorific|honorific prefix|name prefix|prefix|anrede|titel|civilite|tratamiento|trattamento|titolo|tratamento|aanhef|zwrot grzecznosciowy|敬称|称谓|обращение",
  ],
  ["honorific-suffix", "suffix|name suffix|honorific suffix|generation|namenszusatz"],
  [
    "nickname",
    "nickname|nick|display name|public name|spitzname|anzeigename|surnom|nom affiche|apodo|alias|soprannome|apelido publico|bijnaam|pseudonim|smeknamn|ニックネーム|表示名|昵称|暱稱|никнейм|отображаемое имя",
  ],
  ["sex", "gender|sex|geschlecht|sexe|sexo|genero|sesso|genere|geslacht|plec|kon|性別|性别|пол"],
  [
    "bday",
    `birth date|date of birth|dob|birthday|birth day date|geburtsdatum|geburtstag|date de naissance|date naissance|fecha de nacimiento|fecha nacimiento|data di nascita|data nascita|data de nascimento|
    data nascimento|geboortedatum|data urodzenia|fodelsedatum|fodselsdato|syntymaaika|dogum tarihi|datum narozeni|生年月日|誕生日|出生日期|生日|дата рождения|생년월일|تاريخ الميلاد`,
  ],
  [
    "bday-day",
    "birth day|birthday day|bday day|day of birth|dob day|geburtstag tag|jour de naissance|dia de nacimiento|giorno di nascita|dia de nascimento|geboortedag|dzien urodzenia|birth date day|date of birth day|誕生日 日",
  ],
  [
    "bday-month",
    "birth month|birthday month|bday month|month of birth|dob month|geburtsmonat|mois de naissance|mes de nacimiento|mese di nascita|mes de nascimento|geboortemaand|miesiac urodzenia|birth date month|date of birth month|誕生月",
  ],
  [
    "bday-year",
    "birth year|birthday year|bday year|year of birth|dob year|geburtsjahr|annee de naissance|ano de nacimiento|anno di nascita|ano de nascimento|geboortejaar|rok urodzenia|fodelsear|birth date year|date of birth year|生年|出生年份|год рождения",
  ],
  [
    "url",
    "website*|web site|homepage|url|site web|sitio web|pagina web|sito web|sito|site|web|webseite|internetseite|strona|strona www|hemsida|ウェブサイト|サイト|网站|网址|сайт|веб сайт",
  ],
];
