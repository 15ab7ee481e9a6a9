/** What is in the vault that the pictures show: invented people, sites and passwords, as an export of another program. */

/** Vault, title, username, site, password. Weak and reused ones are wanted: the product is shown at work. */
const LOGINS = [
  ["Home", "Harbour Bank", "sam.keller", "harbour-bank.example", "gV7#tQm2-Wz!x6KpR"],
  ["Home", "Water and Light", "k-4471902", "waterandlight.example", "Lm9!qRt5_Hy2-bNcE"],
  ["Home", "Tax Office", "sam@keller.example", "tax.example", "pT4$wZx8-Jr1!mQvB"],
  ["Home", "Router", "admin", "router.example", "admin123"],
  ["Home", "Weather Station", "sam", "weather.example", "Sunny2019"],
  ["Family", "Cinema Club", "keller.family", "cinema-club.example", "Yb6%nHs3-Kd9!tGzA"],
  ["Family", "School Portal", "anna.keller", "school.example", "Rc2&vLp7-Xw5!jFhM"],
  ["Family", "Swimming Hall", "keller4", "swimming.example", "Sunny2019"],
  ["Family", "Photo Album", "sam@keller.example", "photos.example", "Dn8*kBf4-Ur6!yTqS"],
  ["Work", "Northwind Mail", "sam@northwind.example", "mail.northwind.example", "Hs5@cWm9-Ea3!pLxV"],
  ["Work", "Code Forge", "skeller", "forge.example", "Zt3!gRk8-Nq7&vBdJ"],
  ["Work", "Payroll", "NW-20117", "payroll.example", "Kf7#bYh2-Mc4!wSrP"],
  ["Work", "Travel Desk", "sam@northwind.example", "travel.example", "Wj9$xEn6-Tg1!zQkL"],
  ["", "Green Grocer", "sam@keller.example", "grocer.example", "Bv4%mUd7-Rs2!hXcN"],
  ["", "Book Corner", "sam@keller.example", "books.example", "Qp8&fTj3-Lz6!kWyG"],
  ["", "Railway", "sam.keller", "railway.example", "Xn2*dMb5-Vh9!rCtE"],
  ["", "Parcel Service", "sam@keller.example", "parcels.example", "Gy6@sKw4-Pf8!nJqZ"],
  ["", "Bicycle Shop", "sam@keller.example", "bicycles.example", "Er3!zLc7-Bt5&mVxH"],
  ["", "Chess Online", "rookie64", "chess.example", "Tm9#hQg2-Wd6!yNpK"],
  ["", "Recipe Box", "sam@keller.example", "recipes.example", "Uc5$vXr8-Jk3!fBsL"],
  ["", "Old Forum", "sammy", "forum.example", "tulip7"],
];

const VAULTS = ["Home", "Family", "Work"];

/** In the form that Bitwarden exports. */
export const PICTURE_EXPORT = JSON.stringify({
  encrypted: false,
  folders: VAULTS.map((name) => ({ id: name, name })),
  items: LOGINS.map(([folder, name, username, site, password], index) => ({
    id: `${index}`,
    folderId: folder || null,
    type: 1,
    favorite: index % 7 === 0,
    name,
    login: { uris: [{ uri: `https://${site}` }], username, password, totp: index % 5 === 0 ? "JBSWY3DPEHPK3PXP" : null },
  })),
});
