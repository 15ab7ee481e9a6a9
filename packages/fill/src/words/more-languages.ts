/** Labels in languages that the other tables have few words of: Ukrainian, Czech, Slovak, Danish, Norwegian, Finnish, Turkish, Hungarian, Romanian, Greek, Vietnamese, Indonesian, Baltic and Balkan ones. */
import type { Meaning } from "../roles.ts";
import type { Phrases } from "./match.ts";

export const MORE_LANGUAGES: readonly (readonly [Meaning, Phrases])[] = [
  [
    "username",
    `логін|ім я користувача|користувач|потребителско име|корисничко име|kayttajanimi|utilizator|nume utilizator|nume de utilizator|felhasznalo|felhasznaloi azonosito|azonosito|pouzivatelske meno|pouzivatel|
    tai khoan|ten tai khoan|nama pengguna|nama akun|vartotojo vardas|vartotojas|prisijungimo vardas|lietotajvards|lietotajs|kasutajanimi|kasutajatunnus|kasutaja|uporabnisko ime|uporabnik|uye adi|
    нэвтрэх нэр|χρήστης|نام کاربری|使用者名稱|帳號名稱|使用者帳號|會員帳號|登入帳號|登录账号|登录帐号|用户名称|ログインユーザー名|ログインメール*|यूज़रनेम`,
  ],
  [
    "password",
    "парола|лозинка|slaptazodis|parole|kata sandi|sandi|κωδικός χρήστη|συνθηματικό|رمز عبور|کلمه عبور|گذرواژه|पासवर्ड|нууц үг|құпия сөз|gasal|fjalekalimi|登入密碼",
  ],
  [
    "email",
    `електронна пошта|електронної пошти|ел пошта|пошта|имейл адрес|е пошта|е mail|adresa de e mail|adresa email|dia chi email|thu dien tu|surel|alamat email|el pastas|epastas|e pasts|e posti aadress|
    e postasi|e posta adresiniz|διευθυνση email|ηλεκτρονική διεύθυνση|ηλεκτρονικό ταχυδρομείο|ایمیل|پست الکترونیک|電子郵箱|電郵地址|電子郵件地址|電子信箱|メルアド`,
  ],
  [
    "tel",
    `номер телефону|мобільний телефон|мобільний|телефон за контакт|telefonni cislo|mobilni telefon|telefonne cislo|numar de telefon|numar telefon|telefonszam|mobilszam|so dien thoai|dien thoai|nomor telepon|nomor hp|no hp|telepon|telefono numeris|
    talrunis|telefoninumber|τηλέφωνο|κινητό|تلفن|شماره تلفن|شماره موبایل|موبایل|手機|手機號|聯絡電話|行動電話|cep no|cep telefonunuz|telefon numarasi|telefon numaraniz`,
  ],
  [
    "name",
    "піб|прізвище та ім я|повне ім я|jmeno a prijmeni|cele jmeno|meno a priezvisko|nume|nume complet|nume si prenume|teljes nev|nev|ho va ten|ho ten|nama lengkap|nama|vardas pavarde|vardas ir pavarde|vards uzvards|ees ja perekonnanimi|ime i prezime|ime in priimek|ονοματεπώνυμο|име и фамилия|име и презиме|isim soyisim|ad soyadi|نام و نام خانوادگی",
  ],
  ["given-name", "ім я|ваше ім я|krstne meno|meno|prenume|utonev|nama depan|vardas|vards|eesnimi|ime|όνομα|име|نام"],
  ["additional-name", "по батькові|mellemnavn|mellomnavn"],
  [
    "family-name",
    "прізвище|priezvisko|nume de familie|csaladnev|nama belakang|pavarde|uzvards|perekonnanimi|prezime|priimek|επώνυμο|επίθετο|презиме|soyisim|نام خانوادگی",
  ],
  [
    "bday",
    "дата народження|datum narozenia|datum narodenia|data nasterii|szuletesi datum|szuletesi ido|ngay sinh|tanggal lahir|gimimo data|dzimsanas datums|sunniaeg|datum rodenja|datum rojstva|ημερομηνία γέννησης|дата на раждане|fodselsdag|תאריך לידה",
  ],
  [
    "street-address",
    "адреса|вулиця|адреса доставки|adresa|ulice|ulice a cislo*|ulica a cislo|ulica a cislo domu|strada|utca|cim|lakcim|dia chi|alamat|alamat lengkap|adresas|gatve|iela|aadress|tanav|naslov|διεύθυνση|οδός|vej|vejnavn og nummer|cadde|sokak|acik adres|آدرس|詳細地址|通訊地址",
  ],
  ["address-line2", "корпус|кв офіс|квартира офіс|leilighet|lejlighed|asunto|daire|bina no|apartman|byt|lakas|emelet ajto|bloc|scara"],
  [
    "address-level2",
    "місто|населений пункт|mesto obec|obec|oras|localitate|telepules|thanh pho|kota|kota kabupaten|miestas|pilseta|linn|grad|πόλη|град|населено място|شهر|縣市|城市地區|il ilce",
  ],
  ["address-level1", "okres|judet|judetul|tinh|tinh thanh|tinh thanh pho|provinsi|maakond|zupanija|νομός|област|استان|州 省|eyalet"],
  [
    "postal-code",
    "поштовий індекс|індекс|smerovaci cislo|smerovacie cislo|ma buu dien|ma buu chinh|kode pos|pasto kodas|pasta indekss|sihtnumber|postanski broj|postna stevilka|τ κ|ταχυδρομικός κώδικας|пощенски код|کد پستی|邮递区号",
  ],
  ["country", "країна|krajina|tara|quoc gia|negara|salis|valsts|riik|drzava|χώρα|държава|ulke bolge|کشور|國家 地區|国家或地区"],
  [
    "organization",
    "компанія|організація|spolecnost|nazev firmy|nazov firmy|nume firma|cegnev|cong ty|perusahaan|nama perusahaan|imone|uznemums|ettevote|tvrtka|podjetje|εταιρεία|επωνυμία|фирма|firma adi|şirket adı|شرکت|公司名稱|virksomhetsnavn|yrityksen nimi|firmanavn",
  ],
  [
    "cc-number",
    "номер картки|номер платіжної картки|numar card|numarul cardului|kortin numero|cislo platobnej karty|cislo platebni karty|bankkartya szam|nomor kartu|korteles numeris|kartes numurs|kaardi number|broj kartice|stevilka kartice|αριθμός κάρτας|номер на карта|شماره کارت|信用卡號|kart numaraniz|kredi karti*",
  ],
  [
    "cc-name",
    "власник картки|ім я на картці|ім я власника картки|jmeno na karte|drzitel karty|jmeno drzitele karty|meno na karte|nume pe card|titular card|numele de pe card|kartyan szereplo nev|kartyabirtokos*|kortinhaltija*|nimi kortissa|ten chu the|ten tren the|nama pada kartu|nama di kartu|nama pemegang kartu|όνομα κατόχου|κάτοχος κάρτας|име на картодържателя|kortindehaver*|navn pa kort*|kart uzerindeki isim soyisim",
  ],
  [
    "cc-csc",
    "kontrolcifre|kontrollsiffer|kontrollkode|turvakoodi|turvaluku|tarkistusnumero|bezpecnostni kod|kontrolni kod|bezpecnostny kod|biztonsagi kod|ellenorzo kod|cod de securitate|cod cvv|ma bao mat|kode keamanan|κωδικός ασφαλείας|код безпеки|код на сигурност|cvc kodu|cvv kodu|guvenlik kodu cvv|檢查碼|카드 보안코드|보안코드",
  ],
  [
    "cc-exp",
    "термін дії|строк дії|platnost karty|platnost do|platnost|konec platnosti|data expirarii|expira la|valabil pana|lejarat*|lejarati datum|ngay het han|tanggal kedaluwarsa|masa berlaku|galioja iki|deriga lidz|kehtiv kuni|datum isteka|velja do|ημερομηνία λήξης|λήξη|валидна до|валидност|udlob|udlobsdato mm aa|utlopsdato mm ar|voimassaolo*|viimeinen voimassaolo*|gecerlilik*|有效日期|만료일",
  ],
  ["month", "місяць|mesic|mesiac|luna|honap|thang|bulan|menuo|menesis|kuu|mjesec|mesec|μήνας|месец|kuukausi"],
  ["year", "рік|anul|tahun|metai|gads|aasta|godina|leto|έτος|година|yil|vuosi"],
  ["day", "ziua|ngay|tanggal|hari|diena|paev|ημέρα|ден|paiva"],
  [
    "one-time-code",
    "код підтвердження|код з sms|код із sms|kod pre overenie|cod de verificare|cod de confirmare|ellenorzo kod sms|megerosito kod|ma otp|ma xac thuc|ma xac minh|kode verifikasi|kode otp|patvirtinimo kodas|verifikacijski kod|κωδικός επιβεβαίωσης|κωδικός επαλήθευσης|код за потвърждение|bekraeftelseskode|onay kodu|sms kodu|簡訊驗證碼|확인 코드",
  ],
  [
    "other",
    "пошук|знайти|hledat*|vyhledat*|vyhladat*|hladat*|sogning|etsi|haku|arama|kereses|cauta*|tim kiem|cari|paieska|meklet|otsi|pretraga|iskanje|αναζήτηση|търсене|جستجو|검색|slevovy kod|slevovy kupon|kod rabatu|kuponkod|cod promotional|cod reducere|ma giam gia|kode promo|indirim kodu|kampanya kodu|rabatkode|alennuskoodi|повідомлення|коментар|zprava|poznamka|sprava|mesaj|mesajiniz|uzenet|megjegyzes|viesti|besked|melding|tin nhan|ghi chu|pesan|catatan|zinute|kapcha",
  ],
];
