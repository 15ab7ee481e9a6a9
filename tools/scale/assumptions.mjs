/** What `simulate.mjs` assumes: a person's day, the shape of a day, machines, prices. Numbers that were measured are in costs.json. */

/** Acts of an account on a weekday, on average over all accounts, those of people who were not there included. The names are those of costs.json. */
export const PERSON = {
  "a page load: what is kept there, one pull": 4,
  "a pull, nothing changed": 24,
  "a pull, one item changed": 0.6,
  "an item saved, 100 there": 0.2,
  "an edit, which keeps a version": 0.3,
  "a sign-in on a known device": 1.5,
  "a sign-in on a further device": 0.01,
  // Of 150 items, each fiftieth day.
  "a full pull of 1,200 items": (0.02 * 150) / 1_200,
  "an item shared with a person": 0.02,
  "the other person's pull of these, for each": 0.02,
  // One account of ten is in a team of ten, which is made once in its first year.
  "a team of 10": 0.01 / 365,
};

/** Acts that others hear of at once. PostgreSQL writes such commits one after the other. */
export const TELL_NEWS = new Set(["an item saved, 100 there", "an edit, which keeps a version", "an item shared with a person"]);

/** Of shares, of a new kind of browser, of invitations: when acts are measured in a row, limits leave these out. */
export const EMAILS = 0.03;

export const DAY = {
  /** Pages in sight, of all devices of an account together. Each holds a stream, and pulls every five minutes. */
  hoursInSight: 2,
  /** People at work, and at home in the evening: hour, width in hours, height; and what goes on all day and night. */
  peaks: [
    { hour: 10.5, width: 2.5, height: 1 },
    { hour: 20.5, width: 2, height: 0.6 },
  ],
  floor: 0.12,
  /** Of a weekday. */
  weekend: 0.7,
};

/** What an account has when it comes: it was imported. */
export const ITEMS_AT_START = 150;

export const MACHINE = {
  cores: 16,
  /** Of its cores, at the peak: the rest is for a bad minute, the night's work and a failover. */
  busy: 0.5,
  /** Gigabytes for one database: a backup, its trial and the reading of all pages have to end in a night. */
  disk: 2_000,
  /** Copies of a database on other machines (a standby in step, and one more). */
  copies: 2,
  /** Backups that are kept, as parts of the database each: 7 daily, 4 weekly, 6 monthly, compressed. */
  backups: 17 * 0.6,
  /** Servers for each that is needed at the peak: one may be away. */
  spare: 1.5,
};

/** Dollars. Of no vendor: round numbers between list prices of large clouds and of rented machines. */
export const PRICES = { coreMonth: 20, diskGbMonth: 0.1, backupGbMonth: 0.02, egressGb: 0.08, thousandEmails: 0.1 };
