/** Labels of payment card fields, and of the parts of a date. */
import type { Meaning } from "../roles.ts";
import type { Phrases } from "./match.ts";

export const CARD: readonly (readonly [Meaning, Phrases])[] = [
  [
    "cc-number",
    `card number|card no|card num|card nr|card nbr|card pan|credit card number|credit card no|credit card num|debit card number|credit card|debit card|payment card number|creditcard*number|cc number|cc num|cc no|cc nr|cc|ccn|
    number on card|card account number|pan|account card number|karten nummer|karten nr|kreditkartennummer|kreditkarten nr|kreditkarte|numero de carte|numero de la carte|numero carte|numero de carte bancaire|
    n de carte|numero de tarjeta|numero de la tarjeta|numero tarjeta|tarjeta de credito|numero carta|numero della carta|numero di carta|numero carta di credito|numero do cartao|numero de cartao|numero cartao|
    cartao de credito|kaartnummer|creditcardnummer|numer karty|nr karty|kortnummer|kort nr|kontokortsnummer|korttinumero|kart numarasi|kart no|cislo karty|kartyaszam|カード番号|クレジットカード番号|
    クレジットカード|卡号|银行卡号|信用卡号|信用卡号码|信用卡號碼|卡片號碼|номер карты|카드 번호|رقم البطاقة|מספר כרטיס|card`,
  ],
  [
    "cc-name",
    `name on card|name on the card|name on credit card|name as it appears on*|name as on card|card name|card holder*|card holder name|holder|holder name|card holder s name|card owner*|
    card owner name|name of card holder|name of the card holder|credit card name|cc name|cc holder*|cc owner*|karteninhaber*|karten inhaber|name auf der karte|name des karteninhabers|inhaber der karte|
    kreditkarteninhaber*|titulaire*|titulaire de la carte|nom du titulaire*|nom du porteur|nom sur la carte|nom figurant sur la carte|titular|titular de la tarjeta|nombre del titular|nombre en la tarjeta|
    nombre que aparece en la tarjeta|nombre de la tarjeta|titolare|titolare della carta|nome del titolare|intestatario*|nome sulla carta|intestatario della carta|nome do titular|titular do cartao|
    nome no cartao|nome impresso no cartao|nome do cartao|kaarthouder*|naam kaarthouder|naam op kaart|naam op de kaart|posiadacz karty|wlasciciel karty|imie i nazwisko na karcie|
    imie i nazwisko posiadacza karty|kortinnehavare*|kortinnehavarens namn|namn pa kort*|kortholder*|kortinnehaver*|カード名義*|カード名義人|名義人|カード会員名|kart uzerindeki isim|kart uzerindeki ad*|kart sahibi*|الاسم على البطاقة|اسم حامل البطاقة|持卡人*|持卡人姓名|卡上姓名|имя владельца|
    владелец карты|имя на карте|держатель карты|имя держателя карты|카드 소유자`,
  ],
  [
    "cc-given-name",
    "card holder first name|cardholder s first name|first name on card|first name of cardholder|cc first name|cc given name|cc fname|card first name|prenom du titulaire|prenom sur la carte|vorname karteninhaber|vorname des karteninhabers|nombre del titular de la tarjeta|nome proprio do titular",
  ],
  [
    "cc-family-name",
    "card holder last name|cardholder s last name|card holder surname|last name on card|last name of cardholder|cc last name|cc family name|cc lname|card last name|nom de famille du titulaire|nachname karteninhaber|nachname des karteninhabers|apellido del titular|apellidos del titular|cognome del titolare|cognome titolare|sobrenome do titular",
  ],
  [
    "cc-csc",
    `cvv|cvv 2|cvc|cvc 2|cvn|csc|cid|cvd|ccv|cvv code|cvc code|cvv cvc|cvc cvv|card verification*|card verification code|card verification number|card verification value|verification value|
    card security code|card code|cc cvv|cc cvc|cc code|card cvv|card cvc|3 digit code|3 digits on the back|three digits on*|last three digits|last 3 digits|digits on the back|cod seguridad|cod de seguridad|cod seg|guvenlik kodu|guvenlik numarasi|رمز الامان|security number|code on back*|prufnummer|kartenprufnummer|prufziffer|kartenprufziffer|kartenprufnummer cvc|
    sicherheitsnummer|cryptogramme*|cryptogramme visuel|numero de verification|code cvv|code cvc|codigo cvv|codigo cvc|codice cvv|codice cvc|kod cvv|kod cvc|cvv kod|cvc kod|
    codigo de seguridad de la tarjeta|codice di sicurezza carta|kortkod|veiligheidscode|セキュリティコード cvv|cvv2 код|安全码|安全碼|卡片安全码|卡背后三位|код cvv|код cvc|код карты|
    защитный код`,
  ],
  [
    "cc-exp",
    `expir*|expir* date|expir* month and year|expir* month year|exp|exp mm yy|exp mm yyyy|exp date mm yy|exp date mm yyyy|exp date|date of expiry|valid through|valid thru|valid until|valid to|end date|good thru|expir* mm yy|expir* mm yyyy|expir* date mm yy|expir* date mm yyyy|mm yy|mm yyyy|mm jj|mm jjjj|mm aa|mm aaaa|card expir*|card exp|card expiration date|cc exp|
    cc expiration|expiry mm yy|ablaufdatum|gultig bis|gultigkeit|gultigkeitsdatum|verfallsdatum|verfalldatum|ablauf|date d expiration|date expiration|expiration|date de validite|expire fin|valable jusqu*|fecha de caducidad|
    fecha de vencimiento|fecha de expiracion|caducidad|vencimiento|valida hasta|scadenza|data di scadenza|data scadenza|valida fino a|validade|data de validade|data de expiracao|data de vencimento|vervaldatum|geldig tot|
    vervalt|data waznosci|wazna do|termin waznosci|utgangsdatum|giltig till|giltighetstid|giltig t o m|udlobsdato|utlopsdato|voimassa|son kullanma*|تاريخ الانتهاء|有効期限|有效期|有效期限|到期日|срок действия|действительна до|
    годен до|유효기간`,
  ],
  [
    "cc-exp-month",
    `end month|end mm|expir* month|card expir* month|card expir* mm|exp month|expir* date month|exp mm|expir* mm|card month|cc month|card exp month|cc exp month|month of expir*|expiration date month|ablaufmonat|gultig bis monat|mois d expiration|mois de validite|
    mes de caducidad|mes de vencimiento|mes de expiracion|mes caducidad|mese di scadenza|mese scadenza|mes de validade|mes de vencimento|vervalmaand|miesiac waznosci|utgangsmanad|有効期限 月|有效期月|到期月|
    месяц окончания`,
  ],
  [
    "cc-exp-year",
    `end year|end yy|end yyyy|expir* year|card expir* year|card expir* yy|card expir* yyyy|exp year|expir* date year|exp yy|exp yyyy|expir* yy|expir* yyyy|card year|cc year|card exp year|cc exp year|year of expir*|expiration date year|ablaufjahr|gultig bis jahr|annee d expiration|
    annee de validite|ano de caducidad|ano de vencimiento|ano de expiracion|anno di scadenza|anno scadenza|ano de validade|ano de vencimento|vervaljaar|rok waznosci|utgangsar|有効期限 年|有效期年|到期年|
    год окончания`,
  ],
  [
    "cc-type",
    `card type|type of card|credit card type|cc type|card brand|card network|card company|payment card type|kartentyp|kartenart|kreditkartentyp|type de carte|tipo de tarjeta|tipo di carta|tipo carta|tipo de cartao|kaarttype|
    typ karty|rodzaj karty|korttyp|カードの種類|カード種別|カード会社|卡类型|тип карты`,
  ],
  ["month", "month|mm|мм|monat|mois|mes|mese|maand|miesiac|manad|maned|月|月份|месяц|월|mon"],
  ["year", "year|yy|гг|yyyy|jj|jjjj|aa|aaaa|jahr|annee|an|ano|anno|jaar|rok|ar|年|年份|год|년|연도"],
  ["day", "day|dd|tt|tag|jour|jj mm|dia|giorno|gg|dag|dzien|日|日期|день|일"],
];
