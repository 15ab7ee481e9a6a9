/** Bytes that are no text, and what an older 1Password wrote in parts. */
import { describe, expect, it } from "vitest";
import { readContent } from "./file-reading.ts";
import { readImportFile } from "./import-read.ts";

const CSV = new TextEncoder().encode("name,url,username,password\na,https://a.example,u,p\n");
const read = (name: string, content: Uint8Array | string) => readImportFile({ name, content, chosen: null, secret: null });

describe("a file that is no export", () => {
  it("is refused where its bytes are no text in any encoding: no one can say which of them looks right", async () => {
    const noise = Uint8Array.from({ length: 3_000 }, (_, at) => (at * 167 + (at >> 3) * 91) % 256);
    const ask = (content: Uint8Array) => readContent({ name: "a.csv", content, chosen: null, encoding: null });
    expect(await ask(noise)).toMatchObject({ type: "unreadable" });
    const western = Uint8Array.from([...CSV, ...Buffer.from("caf\xe9,https://b.example,u\x01,p\n", "latin1")]);
    expect(await ask(western)).toEqual({ type: "unsure" });
  });
});

it("puts address and date of birth of an old identity into their fields, where they were written in parts", async () => {
  const secureContents = {
    ...{ firstname: "Ann", lastname: "Lee", address1: "1 High St", city: "Bath", zip: "BA1", country: "gb", cellphone: "07700 900123" },
    ...{ birthdate_dd: "7", birthdate_mm: "11", birthdate_yy: "1980" },
  };
  const line = JSON.stringify({ uuid: "1", typeName: "identities.Identity", title: "Me", secureContents });
  const [item] = (await read("data.1pif", `${line}\n***5642bee8-a5ff-11dc-8314-0800200c9a66***\n`)).items;
  expect(item).toMatchObject({
    fields: {
      address_1: "1 High St",
      city_town: "Bath",
      zip_postal_code: "BA1",
      country: "gb",
      phone: "07700 900123",
      birthday: "1980-11-07",
    },
    custom: [],
  });
});

it.each([
  ["a year alone", { birthdate_yy: "1980" }],
  ["a day that its month does not have", { birthdate_dd: "30", birthdate_mm: "2", birthdate_yy: "1980" }],
  ["a month that there is not", { birthdate_dd: "7", birthdate_mm: "13", birthdate_yy: "1980" }],
  ["zeros, as for none", { birthdate_dd: "0", birthdate_mm: "0", birthdate_yy: "1980" }],
])("makes no date of birth of %s: its parts stay as they are", async (_, parts) => {
  const line = JSON.stringify({
    ...{ uuid: "1", typeName: "identities.Identity", title: "Me" },
    secureContents: { firstname: "Ann", lastname: "Lee", ...parts },
  });
  const [item] = (await read("data.1pif", `${line}\n***5642bee8-a5ff-11dc-8314-0800200c9a66***\n`)).items;
  expect(item).not.toHaveProperty("fields.birthday", expect.stringMatching(/./));
  expect(item).toMatchObject({ custom: Object.values(parts).map((value) => ({ value })) });
});
