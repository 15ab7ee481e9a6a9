/** Common column names in tables of unknown origin, in English and other languages. */
import type { ImportColumn } from "../source.ts";

const WORDS: Readonly<Partial<Record<ImportColumn, string>>> = {
  username: `login, user, user name, login name, login username, userid, user id, username/email, account id,
    Benutzername, Benutzer, Nutzername, Anmeldename, nom d'utilisateur, nom d’utilisateur, identifiant, utilisateur, nombre de usuario, usuario,
    nome utente, utente, nome de usuário, nome de utilizador, usuário, utilizador, gebruikersnaam, gebruiker, nazwa użytkownika, użytkownik, login użytkownika,
    användarnamn, användare, brugernavn, brukernavn, käyttäjätunnus, käyttäjänimi, uživatelské jméno, používateľské meno, felhasználónév, nume utilizator, nume de utilizator,
    имя пользователя, логин, пользователь, ім'я користувача, логін, kullanıcı adı, όνομα χρήστη, ユーザー名, ユーザ名, 用户名, 用戶名, 使用者名稱, 사용자 이름, 사용자명, 아이디`,
  password: `login password, pass, pwd, passwd, passphrase, Passwort, Kennwort, mot de passe, contraseña, clave, senha, palavra-passe, wachtwoord, hasło, lösenord, adgangskode,
    kodeord, passord, salasana, heslo, jelszó, parola, parolă, пароль, şifre, κωδικός, κωδικός πρόσβασης, パスワード, 密码, 密碼, 비밀번호, 암호`,
  website_url: `url, urls, website, website url, website address, web site, web address, web site url, site, site url, uri, link, login uri, login url, login urls, login page, homepage,
    Webseite, Website-Adresse, Webadresse, Internetadresse, Internetseite, Adresse URL, site web, site internet, adresse web, sitio web, página web, dirección web, sito web, sito,
    indirizzo web, adres url, adres www, strona, strona internetowa, adres strony, webbplats, webbadress, webadres, websted, webadresse, nettadresse, hjemmeside, nettsted, verkkosivusto, webová stránka, weboldal, сайт, веб-сайт, адрес,
    адрес сайта, web sitesi, ιστότοπος, ウェブサイト, サイト, 网址, 網址, 网站, 網站, 웹사이트, 사이트`,
  notes: `note, comment, comments, extra, description, memo, remark, remarks, additional info, Notiz, Notizen, Bemerkung, Bemerkungen, Kommentar, Anmerkung, Anmerkungen, remarque, remarques, commentaire,
    commentaires, nota, notas, comentario, comentarios, comentário, comentários, note personali, commento, notitie, notities, opmerking, opmerkingen, notatka, notatki, uwagi, anteckning, anteckningar, noter,
    notater, muistiinpanot, poznámka, poznámky, megjegyzés, jegyzetek, заметка, заметки, примечание, примечания, комментарий, примітки, примітка, нотатки, poznámka, opomba, napomena, observații, notlar, σημειώσεις, メモ, 备注, 備註, 메모`,
  totp: "totp, otpauth, otp, otp auth, otp url, one time password, one-time code, login totp, two factor secret, 2fa, authenticator, authenticator key, 2fa secret",
  favourite: "favorite, fav, favorites, starred, favorit, favori, favorito, preferito",
  folder:
    "group, grouping, category, folder label, folder name, path, collection, Ordner, Gruppe, Kategorie, dossier, groupe, catégorie, carpeta, grupo, categoría, categoria, cartella, gruppo, pasta, map, folder nazwa, mapp, mappe, папка, группа, フォルダ, 文件夹",
};

const listOf = (words: string): readonly string[] => words.split(",").map((word) => word.trim());

/** Their name to our column. */
export const columnSynonyms = (): Readonly<Record<string, ImportColumn>> =>
  Object.fromEntries(Object.entries(WORDS).flatMap(([column, words]) => listOf(words).map((word) => [word, column as ImportColumn])));

/** Columns used as item name or user name if there is no better one. */
export const FALLBACK_COLUMNS: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  username: listOf(
    "email, e-mail, e-mail address, mail, login email, E-Mail-Adresse, courriel, adresse e-mail, correo electrónico, correo, account",
  ),
  name: listOf(
    `title, Titel, tittel, titre, título, titolo, titlu, tytuł, otsikko, názov, naziv, назва, заголовок, název, cím, название, başlık, τίτλος, タイトル, 标题, 標題, 제목, label, display name, account name, nickname, entry, item, item name, site name,
    website name, service, service name, application, app, account, Bezeichnung, Eintrag, Dienst, nom, nombre, nome, naam, nazwa, namn, navn, nimi, jméno, név, имя, ad, όνομα, 名前, 名称, 名稱, 이름`,
  ),
};
