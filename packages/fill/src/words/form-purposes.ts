/** Phrases around a form that tell its purpose. */
import { Lexicon, type Phrases } from "./match.ts";

export type Purpose =
  | "login"
  | "signup"
  | "change"
  | "reset"
  | "newsletter"
  | "search"
  | "code"
  | "checkout"
  | "settings"
  | "contact"
  | "unlike";

const TABLE: readonly (readonly [Purpose, Phrases])[] = [
  [
    "login",
    `logging in|signing in|log on|sign in|sign on|welcome back|log me in|keep me signed in|remember me|stay signed in|authenticate|anmelden|anmeldung|einloggen|se connecter|connexion|connectez vous|identifiez vous|s identifier|me connecter|
    deja client|existing *|returning customer*|already registered|already a member|already have an account|iniciar sesion|inicia sesion|inicio de sesion|acceder|acces a vos comptes|acces a mon compte|ingresar|entrar|acceso|accedi|accesso|entra|iniciar sessao|acesse|acessar|area do cliente|area cliente|area clienti|espace client|
    mon espace|mein konto|mijn account|inloggen|aanmelden|log in|zaloguj*|logowanie|logga in|inloggning|log ind|logg inn|kirjaudu*|giris|oturum ac|prihlaseni|bejelentkezes|ログイン|サインイン|登录|登錄|登入|войти|вход|авторизация|로그인|تسجيل الدخول|دخول|
    התחברות|כניסה|เข้าสู่ระบบ|unlock|увійти|авторизація|авторизуватися|belepes|prihlasenie|prihlasit*|autentificare|conectare|intra|dang nhap|masuk|prisijungti|prisijungimas|pieslegties|ienakt|logi sisse|sisene|prijava|prijavi se|prijavite se|
    влез|σύνδεση|είσοδος|ورود|log pa|logg pa|oturum acin|दाखिल`,
  ],
  [
    "signup",
    `sign up|register|create your *|create my *|create a free *|create workspace|create team|create blog|create store|create shop|create site|start your *|free trial|try * free|try * for free|free for *|no credit card*|start now|
    kostenlos testen|jetzt starten|essai gratuit|prueba gratis|prueba gratuita|prova gratuita|teste gratis|
    gratis proberen|start trial|start for free|registration|registrieren|registrierung|create account|create an account|open an account|nieuw account|maak account aan|maak een account|maak je account|account erstellen|account anlegen|
    erstelle ein konto|erstelle dein konto|cuenta nueva|nueva cuenta|abrir cuenta|abrir conta|nova conta|apri un conto|nuovo account|ouvrir un compte|nouveau compte|nowe konto|otworz konto|создать профиль|новый аккаунт|계정 만들기|계정 생성|新規アカウント|
    创建账号|join|get started|new account|new customer|become a member|konto erstellen|konto anlegen|konto eroffnen|neues konto|neu hier|s inscrire|inscription|inscrivez vous|creer un compte|creer mon compte|creez votre compte|creation de compte|
    nouveau client|registrarse|registrate|registrar|registro|crear cuenta|crear una cuenta|crea tu cuenta|registrati|registrazione|iscriviti|iscrizione|crea account|crea un account|crea il tuo account|cadastro|cadastrar*|cadastre se|
    criar conta|criar uma conta|registe se|registratie|account aanmaken|account maken|zarejestruj*|rejestracja|zaloz konto|utworz konto|skapa konto|skapa ett konto|bli medlem|luo tili|rekisteroidy|kayit ol|uye ol|registrace|zaregistrovat*|
    regisztracio|新規登録|会員登録|アカウント作成|アカウントを作成|登録する|新規会員|注册|註冊|创建账户|зарегистрироваться|создать аккаунт|создать учетную запись|가입|إنشاء حساب|הרשמה|สมัครสมาชิก|dang ky|choose a password|pick a password|create a password|create password|
    choose your password|set a password|set your password|set up your account|terms and conditions|terms of service|зареєструватися|реєстрація|створити акаунт|створити обліковий запис|registracia|registrovat*|vytvorit ucet|zalozit ucet|
    vytvorte si ucet|inregistrare|inregistreaza te|creeaza cont|creare cont|cont nou|regisztralj*|fiok letrehozasa|tilmeld*|opret|bliv medlem|registrer*|opprett|luo kayttajatili|rekisteroityminen|liity|kaydol|uyelik|uye olun|hesap olustur|
    yeni uye|tao tai khoan|daftar|buat akun|registruotis|registracija|registreties|registreeri*|registriraj*|ustvari racun|kreiraj racun|εγγραφή|δημιουργία λογαριασμού|регистрация|създай профил|ثبت نام|無料登録|建立帳戶|加入會員|create profile|
    open account|enroll|enrol|become member`,
  ],
  [
    "change",
    `change password|change your password|update password|update your password|new password|passwort andern|kennwort andern|neues passwort|changer le mot de passe|changer mot de passe|modifier le mot de passe|modifier mon mot de passe|
    cambiar contrasena|cambiar la contrasena|cambia password|cambio password|modifica password|alterar senha|mudar senha|trocar senha|alterar palavra passe|wachtwoord wijzigen|wijzig wachtwoord|zmien haslo|zmiana hasla|andra losenord|
    byt losenord|パスワード変更|パスワードの変更|パスワードを変更|修改密码|更改密码|смена пароля|сменить пароль|изменить пароль|비밀번호 변경|password change|change passwort|skift adgangskode|skift kodeord|aendre adgangskode|endre passord|bytt passord|vaihda salasana|
    salasanan vaihto|sifre degistir*|sifreyi degistir|sifremi degistir|zmena hesla|zmenit heslo|zmen heslo|змінити пароль|зміна пароля|jelszo modositas*|jelszo megvaltoztatas*|jelszo csere|schimba parola|schimbare parola|modifica parola|變更密碼|
    更改密碼|修改密碼|doi mat khau|ubah kata sandi|ganti kata sandi|αλλαγή κωδικού|смяна на парола|promena lozinke|promjena lozinke|keisti slaptazodi|modification du mot de passe|cambiar clave|cambio de contrasena|modificar contrasena|troca de senha|
    kennwort aendern|passwort aendern|password aendern`,
  ],
  [
    "reset",
    `forgot password|forgot your password|forgotten password|reset password|reset your password|password reset|recover password|recover your account|account recovery|password recovery|set new password|set a new password|choose a new password|
    send me a link|reset link|lost password|passwort vergessen|passwort zurucksetzen|kennwort vergessen|kennwort zurucksetzen|mot de passe oublie|reinitialiser|olvide mi contrasena|olvidaste tu contrasena|recuperar contrasena|
    restablecer contrasena|password dimenticata|recupera password|reimposta password|esqueci minha senha|esqueceu a senha|recuperar senha|redefinir senha|wachtwoord vergeten|wachtwoord herstellen|zapomniane haslo|nie pamietasz hasla|
    przypomnij haslo|resetuj haslo|glomt losenord|aterstall losenord|パスワードを忘れた|パスワード再設定|パスワードリセット|忘记密码|重置密码|找回密码|забыли пароль|восстановление пароля|восстановить пароль|сброс пароля|glemt adgangskode*|glemt kodeord*|nulstil adgangskode|
    nulstil kodeord|glemt passord*|tilbakestill passord|unohditko salasanasi|unohtunut salasana|unohtuiko salasana|salasana unohtunut|palauta salasana|sifremi unuttum|sifre sifirla*|parolami unuttum|zapomenute heslo|zapomneli jste heslo|
    obnovit heslo|obnova hesla|zabudnute heslo|zabudli ste heslo|забули пароль|відновлення пароля|відновити пароль|elfelejtett jelszo|elfelejtettem a jelszavam|am uitat parola|ai uitat parola|resetare parola|비밀번호 찾기|비밀번호 재설정|비밀번호를 잊으셨|忘記密碼|
    重設密碼|quen mat khau|lupa kata sandi|lupa password|ξεχάσατε τον κωδικό*|забравена парола|zaboravljena lozinka|zaboravili ste lozinku|pamirsote slaptazodi|パスワードをお忘れ*|نسيت كلمة المرور|فراموشی رمز عبور|שכחתי סיסמה|esqueci a senha|
    esqueceu sua senha|esqueceu a palavra passe|olvidaste tu clave|olvide mi clave|has olvidado tu contrasena|password vergessen|hai dimenticato la password|wachtwoord kwijt`,
  ],
  [
    "newsletter",
    `newsletter*|subscribe|subscription|mailing list|stay updated|stay in touch|stay in the loop|get updates|get the latest|get news|email updates|abonnieren|abonnez vous|s abonner|infolettre|suscribete|suscribirse|suscribirme|boletin|assine|
    assinar|receba novidades|nieuwsbrief|biuletyn|zapisz sie|subskrybuj|prenumerera|メールマガジン|メルマガ|購読|订阅|訂閱|рассылка|подписаться|подписка|notify me|keep me posted|exclusive offers|nyhedsbrev*|nyhetsbrev*|uutiskirje*|bulten|e bulten*|
    odber novinek|odebirat novinky|odber noviniek|розсилка|підписатися|підписка|hirlevel*|feliratkozas|aboneaza te|dang ky nhan tin|電子報|电子报|뉴스레터|구독|langganan|бюлетин`,
  ],
  [
    "search",
    `search*|suche*|recherche*|buscar|busqueda|cerca|ricerca|pesquisa*|procurar|zoeken|szukaj|wyszukaj|sok|検索|搜索|搜尋|поиск|найти|find|filter*|пошук|hledat|vyhledavani|vyhledat|hledani|sog|haku|hae|etsi|arama|검색|kereses|cauta|tim kiem|pretraga|
    iskanje|αναζήτηση|търсене|جستجو`,
  ],
  [
    "code",
    `verification code|two factor*|2 factor*|two step*|2 step*|2fa|mfa|otp|totp|one time*|verify code|verify your*|verify it s you|enter the code|enter your code|verify account|enter code|we sent|we texted|code sent|sent a code|sent you|resend|
    didn t receive*|authenticator*|6 digit*|security check|confirm it s you|bestatigungscode|code gesendet|code eingeben|zwei faktor*|authentifizierung|code de verification|nous avons envoye|renvoyer le code|double authentification|
    hemos enviado|reenviar codigo|codice di verifica|abbiamo inviato|codigo de verificacao|enviamos|verificatiecode|kod weryfikacyjny|verifieringskod|認証コード|確認コード|二段階認証|验证码|驗證碼|两步验证|код подтверждения|двухфакторная*|мы отправили|인증번호|
    bekraeftelseskode|bekreftelseskode|vahvistuskoodi|dogrulama kodu|overovaci kod|код підтвердження|ma xac nhan|ma xac thuc|kode verifikasi|κωδικός επιβεβαίωσης|megerosito kod|cod de verificare|verificacion|zweistufig*|zweiter faktor|
    second factor|deux etapes|dos pasos|due passaggi|duas etapas|tweestaps*|dwuetapow*|tvastegs*`,
  ],
  [
    "checkout",
    `check out|payment*|pay|place order|order now|billing*|shipping*|delivery*|card details|credit card|debit card|add card|zahlung*|kasse|bezahlen|rechnung*|lieferung*|paiement|payer|livraison|facturation|pago|pagar|envio|facturacion|pagamento|
    paga|spedizione|fatturazione|entrega|cobranca|betaling|betalen|afrekenen|bezorging|platnosc*|zaplac|dostawa|betalning|betala|leverans|支払い|決済|配送|支付|付款|结账|оплатить|betal|levering|kassen|maksu*|maksa|toimitus|kassa|odeme|teslimat|sepetim|
    platba|zaplatit|doprava|pokladna|objednat|objednavka|оплата|сплатити|доставка|замовити|замовлення|оформить заказ|оформление заказа|결제|주문하기|배송|fizetes|penztar|szallitas|megrendeles|plata|livrare|finalizare comanda|thanh toan|pembayaran|
    bayar|apmokejimas|maksājums|placanje|πληρωμή|παράδοση|плащане|commande|tramitar pedido|finalizar compra|finalizar pedido|concludi ordine|zamowienie`,
  ],
  [
    "settings",
    `smtp*|imap|mail server|database*|db host|wi fi|wireless|ssid|proxy*|ldap*|vpn|ftp|sftp|ssh|router|snmp|connection settings|server settings|api settings|webhook*|data source|test connection`,
  ],
  [
    "contact",
    `contact*|send message|kontakt*|nachricht senden|envoyer le message|enviar mensaje|contatti|invia messaggio|contato|お問い合わせ|联系我们|обратная связь|leave a reply|post comment|leave a comment|get a quote|request a demo|book a demo`,
  ],
  [
    "unlike",
    `edit user|add user|new user|create user|invite user|add member|edit member|user details|manage user*|add employee|benutzer bearbeiten|benutzer anlegen|neuer benutzer|modifier l utilisateur|ajouter un utilisateur|editar usuario|
    nuevo usuario|create link|link settings|encrypt*|decrypt*|protect*|share link|set a pin for`,
  ],
];

export const PURPOSES = new Lexicon<Purpose>(TABLE);
