/** Items by the thousand, for the bench and the gallery. */
import { blankDraft } from "../packages/core/dist/items/item.js";
import { KIND_NAMES, kindOf } from "../packages/core/dist/items/kinds.js";

const WORDS = ["Git", "Bank", "Mail", "Forum", "Shop", "Cloud", "Train", "Phone", "Music", "Paper"];
const SECRET_LENGTH = 20;

/** Items as people have them: seven of ten are logins, the rest of every other kind. */
export function candidates(count) {
  return Array.from({ length: count }, (_, index) => {
    const kind = index % 10 < 7 ? "password" : KIND_NAMES[1 + (index % (KIND_NAMES.length - 1))];
    const name = `${WORDS[index % WORDS.length]} ${WORDS[Math.floor(index / 10) % WORDS.length]} ${index}`;
    const { fields, title } = kindOf(kind);
    const filled = Object.entries(fields).flatMap(([field, { required }]) => (required ? [[field, `${field} ${index}`]] : []));
    const own = {
      ...blankDraft(kind).fields,
      ...Object.fromEntries(filled),
      [title]: name,
      ...("website_url" in fields && { website_url: `https://www.site${index}.example/login`, password: "x".repeat(SECRET_LENGTH) }),
    };
    return { id: `row-${index}`, row: index + 1, kind, fields: own, folder: "", status: "complete", name };
  });
}
