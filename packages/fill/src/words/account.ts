/** Labels of account fields, and of fields that look similar but are not. */
import type { Meaning } from "../roles.ts";
import type { Phrases } from "./match.ts";

type Rows = readonly (readonly [Meaning, Phrases])[];

export const ACCOUNT: Rows = [
  [
    "password",
    `*password*|*passwd*|*passwort*|*kennwort*|passphrase|pwd|*pwd|passwrd|passw|pass|psw|pswd|mot de passe|mdp|*contrasena*|clave|clave de acceso|
    contrasenya|palavra passe|*senha*|parola|parola chiave|parola d ordine|*wachtwoord*|haslo|*losenord*|*losen|adgangskode|kodeord|passord|salasana|sifre|sifreniz|heslo|jelszo|
    パスワード|暗証番号|密码|密碼|口令|登录密码|пароль|пароля|비밀번호|كلمة المرور|كلمة السر|סיסמה|סיסמא|รหัสผ่าน|mat khau|pin|pin code|pin number|nip|geheimzahl|memorable word|
    master password|access code|zugangscode|code secret|code confidentiel|code personnel|mon code personnel|κωδικος|κωδικος προσβασης|parool|lozinka|zaporka|geslo`,
  ],
  [
    "username",
    `domain user|domain username|user*name*|*user name*|member name|user id|user|usr|uname|uid|username or email*|email or username|login|login name|handle|login id|login user|logon|logon id|logon name|sign in name|sign on id|
    account name|account id|screen name|user login|benutzer*|nutzername|nutzer|nutzerkennung|anmeldename|anmelde id|kennung|zugangskennung|identifiant*|nom d utilisateur|
    nom utilisateur|utilisateur|pseudo|pseudonyme|usuario|nombre de usuario|nombre usuario|id de usuario|identificador|utente|nome utente|id utente|nome de usuario|
    nome de utilizador|utilizador|gebruikers*|inlognaam|nazwa uzytkownika|uzytkownik|identyfikator|anvandar*|anvandare|brukernavn|brugernavn|kayttajatunnus|kullanici adi|kullanici|
    uzivatelske jmeno|prihlasovaci jmeno|prihlasovacie meno|uzivatel|felhasznalonev|ユーザー名|ユーザ名|ユーザー id|ユーザ id|ログイン id|アカウント|アカウント名|用户名|用戶名|用户|账号|帐号|帳號|帳户|账户|账户名|
    登录名|会员名|логин|имя пользователя|имя участника|пользователь|учетная запись|아이디|사용자 이름|사용자명|اسم المستخدم|שם משתמש|ชื่อผู้ใช้|ten dang nhap|korisnicko ime|ονομα χρηστη`,
  ],
  [
    "number",
    `customer number|customer no|account or card number|card or account number|account or member number|rekeningnummer|rekeningnr|kaart of rekeningnummer|numero de cuenta|numero de compte|n de compte|numero di conto|numer konta|numer rachunku|numero da conta|numero de conta|numer identyfikacyjny|帳號號碼|口座番号|계좌번호|账户号码|номер счета|رقم الحساب|رقم العميل|رقم العضوية|رقم الهوية|회원번호|고객번호|会员卡号|customer id|customer nr|client number|client id|client no|member number|member id|member no|membership number|membership id|account number|account no|card id|
    employee id|employee number|student id|student number|staff id|badge number|patient id|subscriber id|kundennummer|kunden nr|kunden id|kundenkennung|mitgliedsnummer|personalnummer|contract number|
    matrikelnummer|vertragsnummer|teilnehmernummer|kontonummer|anmeldekennung|zugangsnummer|legitimations id|numero client|numero de client|n client|numero d abonne|numero d adherent|
    numero de cliente|numero cliente|codigo de cliente|numero de socio|codice cliente|codice utente|codigo cliente|klantnummer|klant nr|lidnummer|relatienummer|numer klienta|nr klienta|
    kundnummer|medlemsnummer|personnummer|会員番号|会員 id|お客様番号|契約番号|店番号|会员号|工号|学号|номер клиента|номер договора|лицевой счет|табельный номер|dni|nif|cpf|cpf do titular|cpf do portador|documento do titular|documento del titular|dni del titular|nif del titular|loyalty card number|loyalty card|loyalty number|membership card number|library card number|library card|bonus card*|store card*|club card*|kundenkarte*|carte de fidelite|numero de carte de fidelite|tarjeta de fidelizacion|tarjeta sanitaria|health card number|insurance card*|medicare number|frequent flyer number|sim card number|id card number|
    cpf cnpj|rut|nie|documento|numero de documento|codice fiscale|pesel|bsn|remote id|nhs number|crn|numero fiscal|numero de securite sociale|n de securite sociale|securite sociale`,
  ],
  [
    "one-time-code",
    `one time code|one time password|one time pass*|otp|otp code|totp|totp code|2fa|2fa code|mfa|mfa code|mfa token|two factor*|2 factor*|two step*|2 step*|verification code|
    verify code|verification pin|auth code|authentication code|authenticator code|authenticator app*|google authenticator*|microsoft authenticator*|authenticator|authorization code|confirmation code|confirm code|sms code|text code|
    login code|sign in code|security token|security code|secure code|passcode|6 digit code|six digit code|digit code|enter code|enter the code|code we sent|email code|
    code from*|token code|access token code|einmalcode|einmalpasswort|einmalkennwort|bestatigungscode|verifizierungscode|sicherheitscode|authentifizierungscode|
    sms tan|tan|mtan|freischaltcode|freigabecode|code de verification|code de securite|code de confirmation|code d authentification|code a usage unique|code recu|code sms|codigo de verificacion|
    codigo de seguridad|codigo de confirmacion|codigo de acceso|codigo sms|codigo recibido|codigo de un solo uso|codice di verifica|codice di conferma|codice di sicurezza|codice otp|codice sms|
    codice monouso|codice temporaneo|codigo de verificacao|codigo de confirmacao|codigo de seguranca|codigo de autenticacao|codigo recebido|verificatiecode|bevestigingscode|beveiligingscode|
    eenmalige code|inlogcode|kod weryfikacyjny|kod z sms|kod sms|kod potwierdzajacy|kod jednorazowy|kod autoryzacyjny|kod bezpieczenstwa|verifieringskod|engangskod*|bekraftelsekod|
    sakerhetskod|sms kod|認証コードを入力|確認コードを入力|認証番号を入力|送信された認証コード|送信された確認コード|輸入驗證碼|输入验证码|输入短信验证码|인증번호를 입력|認証コード|確認コード|ワンタイムパスワード|ワンタイムコード|セキュリティコード|認証番号|短信验证码|手机验证码|邮箱验证码|动态码|动态密码|动态验证码|校验码|短信校验码|验证码|
    驗證碼|код подтверждения|код из смс|код из sms|одноразовый код|одноразовый пароль|проверочный код|код проверки|код безопасности|смс код|인증번호|인증 코드|رمز التحقق|קוד אימות|
    dogrulama kodu|overovaci kod|engangskode|bekreftelseskode|kertakayttokoodi|vahvistuskoodi|ma xac nhan|code|codigo|codice|kod|コード|код`,
  ],
  [
    "other",
    `search*|suche*|suchbegriff|recherche*|rechercher|buscar*|busqueda|cerca|ricerca|pesquisa*|procurar|zoek*|szukaj|wyszukaj|sok|検索|搜索|搜尋|поиск|искать|find*|query|keyword*|stichwort|filter*|
    promo*|promo code|ssn*|last four|last four digits*|last 4|last 4 digits*|last four of*|last 4 of*|last four ssn|last 4 ssn|payee*|payee name|payee s name|beneficiary*|beneficiary name|name of beneficiary|name of payee|beneficiary account|begunstigter|name des empfangers|beneficiaire|nom du beneficiaire|
    beneficiario|nombre del beneficiario|nome del beneficiario|nome do beneficiario|odbiorca przelewu|naam begunstigde|収款人|收款人*|収取人|получатель платежа|friend s name|friend name|friend s*|their name|their phone|their mobile|recipient s account|
    puk|puk code|pasnummer|pas nr|kartenfolgenummer|iccid|imei*|sim card number|sim number|sim nummer|sim karte*|numero de sim|house name*|house name or number|house number or name|name or number of house|property name|company registration number|company registration*|company reg*|registration number|company number|
    business registration*|handelsregister*|handelsregisternummer|registernummer|firmennummer|siret|siren|numero siret|cnpj|krs|regon|kvk*|kvk nummer|numero de empresa|numero d entreprise|ogrn|ogrnip|инн|огрн|кпп|事業者登録番号|법인등록번호|사업자등록번호|统一社会信用代码|营业执照*|
    codice invito|codice amico|codice referral|codigo de invitacion|codigo de referido|codigo de amigo|code d invitation|code parrain*|code de parrainage|parrain|einladungscode|empfehlungscode|werbecode|uitnodigingscode|kod zaproszenia|kod polecajacy|codigo de convite|codigo de indicacao|
    convite|indicacao|招待コード|紹介コード|邀请码|推荐码|推薦碼|код приглашения|реферальный код|추천인*|추천인 코드|초대 코드|رمز الدعوة|كود الخصم|كود الدعوة|segundo apellido|apellido materno|second surname|
    wi fi password|wlan passwort|wlan schlussel|wlan kennwort|cle wifi|contrasena wifi|chiave wi fi|network key|netzwerkschlussel|high school|secondary school|gymnasium name|numero interior|num interior|no interior|num int|numero exterior|num exterior|no exterior|num ext|country of citizenship|citizenship|country of birth|place of birth|birth place|country of issue|issuing country|staatsangehorigkeit|nationalite|nacionalidad|nazionalita|nacionalidade|国籍|гражданство|obywatelstwo|psk|wpa*|wep key|promotion* code|promotional code|coupon*|coupon code|voucher*|voucher code|discount code|gift card*|gift card number|gift card pin|gift card code|gift pin|gift code|gutschein*|gutscheincode|aktionscode|rabattcode|code promo|
    code promotionnel|code avantage|bon de reduction|cupon*|codigo promocional|codigo de descuento|codigo promo|codice sconto|codice promozionale|buono sconto|cupom*|kortingscode|
    actiecode|kod rabatowy|kod promocyjny|rabattkod|クーポン*|クーポンコード|プロモーションコード|优惠码|优惠券|折扣码|промокод|купон|redeem code|referral code|referral*|referrer|invite code|invitation code|
    affiliate code|affiliate|source code|product code|item code|item number|order number|order id|order no|bestellnummer|auftragsnummer|numero de commande|numero de pedido|tracking number|tracking code|
    reference number|reference|invoice number|invoice|rechnungsnummer|serial number|licen* key|product key|activation key|api key|api token|api secret|client secret|secret key|access key|access token|
    webhook*|secret|shared secret|signing key|private key|encryption key|shared key|pre shared key|card pin|atm pin|user code|device code|code displayed*|friend s email*|friend email*|recipient email*|recipient s email*|their email*|start mm|start yy|start yyyy|start month|start year|valid from|valid from month|valid from year|issue number|backup code|recovery code|recovery key|recovery phrase|seed phrase|wiederherstellungscode|captcha*|captcha code|re captcha|type the characters|enter the characters|characters in the image|
    image code|characters you see|text in the image|security image|图形验证码|图片验证码|画像認証|画像の文字|код с картинки|security question*|security answer|secret question|secret answer|answer|your answer|sicherheitsfrage|
    geheime antwort|antwort|question secrete|reponse secrete|reponse|pregunta secreta|pregunta de seguridad|respuesta*|domanda segreta|risposta|pergunta secreta|resposta|geheime vraag|mothers maiden name|
    maiden name|first pet|password hint|hint|passwort hinweis|message|messages|nachricht|mensaje|messaggio|mensagem|bericht|wiadomosc|meddelande|mitteilung|comment*|kommentar*|commentaire*|
    comentario*|commento|opmerking*|komentarz*|コメント|お問い合わせ内容|留言|评论|сообщение|комментарий|subject|betreff|objet|sujet|asunto|oggetto|assunto|onderwerp|temat|amne|件名|主题|тема|question|frage|description|
    beschreibung|note|notes|notiz*|remarks|bemerkung*|anmerkung*|feedback|review|bio|about you|about me|amount|betrag|montant|importe|importo|valor|bedrag|kwota|belopp|金額|金额|сумма|quantity|qty|menge|anzahl|
    quantite|cantidad|quantita|quantidade|aantal|ilosc|antal|数量|количество|price|preis|prix|precio|prezzo|budget|donation*|tip|salary|income|tax id|vat*|vat number|vat id|ust id*|umsatzsteuer*|steuernummer|
    tva|n tva|numero de tva|partita iva|btw nummer|nip firmy|tax number|ein|ssn|social security*|social security number|sozialversicherungs*|iban|bic|swift|routing number|sort code|bank code|bankleitzahl|blz|bank name|
    passport*|passport number|driver* licen*|license plate|kennzeichen|nationality|nationalitat|id number|id card*|check in|check out|checkout date|arrival*|departure*|depart*|anreise*|abreise*|von|nach|from|to|
    origin|destination|reiseziel|guests|adults|children|rooms|passengers|date of travel|pickup*|dropoff*|appointment*|event date|start date|due date|issue date|start time|end time|time|uhrzeit|time zone|
    zeitzone|currency|wahrung|devise|moneda|valuta|language|sprache|langue|idioma|lingua|taal|jezyk|言語|语言|язык|size|grosse|color|colour|farbe|weight|height|age|rating|how did you hear*|reason|topic|category|kategorie|
    department*|abteilung|industry|branche|role|rolle|company size|employees|number of employees|plan|product|produkt|service|option|sort|sort by|order by|per page|status|priority|project*|task|tag|tags|file name|
    document name|team name|group name|workspace*|workspace name|workspace url|tenant*|tenant id|store name|shop name|site name|blog name|app name|application name|project name|event name|product name|item name|
    list name|display name of*|domain|domain name|subdomain|host|host name|server|server name|server address|smtp*|proxy|port|database*|database name|db name|ssid|network name|ip address|ip|mac address|gateway|
    dns|path|repository|branch name|leave*blank|leave*empty|do not fill*|don t fill*|fax|fax number|telefax|faxnummer|numero de fax|fax no|房间|insurance*|policy number|vehicle*|vin|make|model|year of manufacture|gift message|
    delivery instruction*|delivery note*|special instruction*|instructions|lieferhinweis*|relationship|card nickname|nickname for*|security phrase|character*number|buzzer code|gate code|door code|entry code|store code|branch code|
    location code|airport*|flight number|booking code|booking reference|booking number|confirmation number|pnr|reservation*|buchungsnummer|case number|ticket number|account type|phone type|address type|address label|
    address name|address nickname|card type name|phone extension type|house number|hausnummer|haus nr|house no|street number|huisnummer|numero civico|civico|numer domu|nr domu|building number|номер дома|дом`,
  ],
];
