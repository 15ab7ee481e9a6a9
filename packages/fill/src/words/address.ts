/** Labels of the parts of an address. */
import type { Meaning } from "../roles.ts";
import type { Phrases } from "./match.ts";

export const ADDRESS: readonly (readonly [Meaning, Phrases])[] = [
  [
    "organization",
    `company|company name|organization|organisation|organization name|organisation name|business name|business|employer|firm|institution|university|school|firma|firmenname|unternehmen|unternehmensname|entreprise|societe|nom de la societe|
    nom de l entreprise|raison sociale|organisme|empresa|nombre de la empresa|razon social|compania|organizacion|azienda|societa|ragione sociale|nome azienda|ditta|nome da empresa|razao social|organizacao|bedrijf|bedrijfsnaam|
    organisatie|nazwa firmy|foretag|foretagsnamn|virksomhed|yritys|sirket|会社|会社名|法人名|企業名|勤務先|公司|公司名称|单位|企业名称|компания|организация|название компании|название организации|회사|회사명|الشركة`,
  ],
  [
    "organization-title",
    "job title|position|occupation|profession|your role|berufsbezeichnung|position im unternehmen|beruf|fonction|poste|intitule du poste|cargo|puesto|puesto de trabajo|ruolo|posizione|qualifica|functie|functietitel|stanowisko|befattning|yrke|役職|職業|职位|职务|должность",
  ],
  [
    "street-address",
    `address|addr|adress|street|street address|street addr|street name|street and number|address street|mailing address|postal address|home address|billing address|shipping address|delivery address|residential address|strasse*|
    strasse und hausnummer|strasse hausnummer|strasse nr|str|str nr|anschrift|adresse|adresse postale|rue|numero et rue|n et rue|numero et nom de rue|nom de rue|voie|direccion|calle|calle y numero|domicilio|direccion postal|
    indirizzo|via|via e numero civico|endereco|rua|logradouro|morada|rua e numero|adres|straat|straatnaam|straat en huisnummer|ulica|ulica i numer*|ulica i nr*|gata|gatuadress|postadress|utdelningsadress|gateadresse|
    vejnavn|katuosoite|osoite|adresi|住所|番地|丁目 番地|町名 番地|市区町村番地|番地 建物名|地址|详细地址|街道|街道地址|адрес|улица|улица дом|адрес доставки|주소|العنوان|الشارع|اسم الشارع|כתובת|רחוב`,
  ],
  [
    "address-line1",
    "address line 1|address 1|addr 1|address line one|line 1|street 1|street address 1|street line 1|street address line 1|add 1|adresszeile 1|adresse 1|adresse ligne 1|ligne d adresse 1|ligne 1|direccion 1|linea 1|direccion linea 1|linea de direccion 1|indirizzo 1|indirizzo riga 1|riga 1|endereco 1|endereco linha 1|linha 1|adresregel 1|adres 1|adres linia 1|adressrad 1|adress 1|住所 1|地址 1|地址行 1|адрес 1|адресная строка 1|строка адреса 1",
  ],
  [
    "address-line2",
    `address line 2|address 2|addr 2|address line two|line 2|street 2|street address 2|street line 2|street address line 2|add 2|apt|apartment*|apt suite*|apartment suite*|apt unit*|suite*|unit*|unit number|apt number|apt no|flat*|floor|building*|
    bldg|adresszeile 2|adresszusatz|zusatz|wohnung*|stockwerk|etage|adresse 2|adresse ligne 2|ligne d adresse 2|complement d adresse|complement*|complement adresse|appartement*|batiment|direccion 2|linea 2|direccion linea 2|linea de direccion 2|
    piso|piso puerta|puerta|apartamento|departamento|indirizzo 2|indirizzo riga 2|riga 2|interno scala|scala interno|scala e interno|interno|scala|appartamento|endereco 2|complemento|andar|adresregel 2|adres 2|toevoeging|huisnummer toevoeging|bus|
    adres linia 2|mieszkanie|nr mieszkania|numer mieszkania|numer lokalu|nr lokalu|adressrad 2|adress 2|c o|lagenhet*|lagenhetsnummer|住所 2|建物名*|建物|マンション*|部屋番号|アパート*|地址 2|地址行 2|单元|门牌号|楼层|адрес 2|квартира|
    адресная строка 2|строка адреса 2|кв|офис|동호수|상세주소`,
  ],
  [
    "address-line3",
    "address line 3|address 3|addr 3|line 3|street 3|street address 3|street line 3|adresszeile 3|adresse 3|direccion 3|indirizzo 3|endereco 3|adres 3|住所 3",
  ],
  ["address-level4", "village block|block village"],
  [
    "address-level3",
    "neighborhood|neighbourhood|suburb|المنطقة الحي|الحي|الحى|حي|район|микрорайон|dzielnica|wijk|ortsteil|stadtteil|quartier|quartiere|frazione|district area|bairro|colonia|barrio|dependent locality|mahalle|区县|行政区|街道办",
  ],
  [
    "address-level2",
    `city|city name|town*|town city|city town|town or city|city or town|city suburb|suburb city|locality|municipality|address city|stadt|ort|wohnort|stadt ort|ville|ville ou commune|commune|localite|ciudad|poblacion|localidad|municipio|
    citta|comune|localita|cidade|localidade|stad|plaats|woonplaats|plaatsnaam|gemeente|miasto|miejscowosc|postort|by|poststed|kaupunki|postitoimipaikka|sehir|ilce|mesto|varos|市区町村|市町村|市区郡|都市|城市|市|区市町村|
    город|населенный пункт|도시|시 군 구|المدينة|עיר`,
  ],
  [
    "address-level1",
    `state|state province|state or province|state region|state county|province*|province state|region*|county*|prefecture|address state|territory|department state|bundesland|kanton|region|etat|departement|canton|provincia|estado|region provincia|
    comunidad autonoma|estado provincia|regione|provincia sigla|estado uf|uf|distrito|provincie|staat|wojewodztwo|lan|landskap|delstat|fylke|maakunta|il|kraj|megye|都道府県|都道府|省|省份|州|省 市 自治区|область|регион|край|область край|республика|도|도 시|시 도|
    المنطقة|المحافظة|الامارة|الولاية`,
  ],
  [
    "postal-code",
    `zip|zip code|zip postal*|zip postal code|zip or postal code|postal|postal code|*postal code*|*zip code*|postal zip*|post code|postcode zip|pin code postal|eircode|address zip|plz|postleitzahl|code postal|
    cp|npa|codigo postal|cod postal|cap|codice postale|codice di avviamento postale|codigo de endereco postal|cep|codigo cep|postcodes|kod pocztowy|kod|postnummer|postnr|postinumero|posta kodu|psc|iranyitoszam|郵便番号|〒|邮编|邮政编码|
    郵遞區號|郵政編碼|почтовый индекс|индекс|우편번호|الرمز البريدي|מיקוד`,
  ],
  [
    "country",
    `country|country name|country region|country or region|country territory|nation|address country|country of residence|land|land region|pays|pays region|pais|pais region|paese|nazione|stato|paese regione|land regio|kraj|kraj region|
    maa|ulke|zeme|stat|orszag|国|国名|国 地域|国家|国家 地区|國家|страна|국가|البلد|الدولة|מדינה`,
  ],
];
