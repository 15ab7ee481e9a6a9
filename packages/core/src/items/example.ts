/**
 * EXAMPLE: a fictional vault to explore before the user has added anything; it has an item of every kind, and something for Health to find. Its items are
 * identified by their position in this list (client/transfer/example.ts): only add rows at the end. Addresses use the reserved example domains (RFC 2606).
 */
import type { FieldValues } from "./item.ts";
import type { KindName } from "./kinds.ts";

export const EXAMPLE_VAULT = { name: "Example", description: "Made up, to look around. Goes away with one click.", color: "#A16207" };

interface ExampleItem {
  readonly kind: KindName;
  readonly favourite: boolean;
  readonly fields: FieldValues;
}

const SHARED_PASSWORD = "Lantern-Harbor-41";

export const EXAMPLE_ITEMS: readonly ExampleItem[] = [
  {
    kind: "password",
    favourite: true,
    fields: {
      title: "Northwind Mail",
      username: "sam@northwind.example",
      password: "vT9#qLm2-Wz!x6KpR",
      totp: "JBSWY3DPEHPK3PXP",
      website_url: "https://mail.northwind.example/login",
      notes: "A login with a one-time code.",
    },
  },
  {
    kind: "password",
    favourite: false,
    fields: { title: "Corner Bakery", username: "sam", password: "sunshine1", website_url: "https://bakery.example/account" },
  },
  {
    kind: "password",
    favourite: false,
    fields: { title: "City Library", username: "4711-0815", password: SHARED_PASSWORD, website_url: "https://library.example" },
  },
  {
    kind: "password",
    favourite: false,
    fields: {
      title: "Film Club",
      username: "sam@northwind.example",
      password: SHARED_PASSWORD,
      website_url: "http://filmclub.example/members",
    },
  },
  { kind: "note", favourite: false, fields: { name: "Wi-Fi for guests", notes: 'Network "Guests",\nthe password is on the fridge' } },
  {
    kind: "card",
    favourite: false,
    fields: {
      name: "Everyday card",
      card_type: "credit",
      card_holder_name: "SAM EXAMPLE",
      card_number: "4111111111111111",
      expiration_date: "12/39",
      cvv: "123",
    },
  },
  {
    kind: "bank",
    favourite: false,
    fields: { name: "Sam Example", bank_name: "Harbor Savings", account_type: "savings", account_number: "000123456789" },
  },
  {
    kind: "personal",
    favourite: false,
    fields: {
      name: "Sam at home",
      title: "Dr",
      first_name: "Sam",
      last_name: "Example",
      email_address: "sam@northwind.example",
      address_1: "1 Lantern Street",
      city_town: "Harbor Town",
    },
  },
];
