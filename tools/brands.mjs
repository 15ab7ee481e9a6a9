/**
 * Makes packages/app/src/vault/item/brands.json: the marks of well-known sites, taken from the package simple-icons (CC0) at the version that is installed. Run by hand
 * after the list below or the package has changed (`node tools/brands.mjs`); its result is committed, so nothing is fetched at run time.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as icons from "simple-icons";
import { ROOT } from "./ensure.mjs";

/** In characters: a mark of many details is a blot at this size, and heavy. */
const LONGEST = 2_600;

/** Names of marks whose site is the name and ".com". */
const DOT_COM = `
  1password accuweather adidas airbnb airtable alibabacloud alltrails anydesk apple asana asus atlassian audible auth0 backblaze bandcamp bandlab binance
  bitbucket bitdefender bitly bitwarden blogger bmw boeing bose brave buffer carrefour chase circleci citrix clickup cloudflare codecademy codeforces coinbase
  commerzbank crunchyroll dailymotion dashlane deliveroo dell delta deviantart dhl digitalocean discogs discord disqus docker doordash dribbble dropbox
  duckduckgo ea ebay etsy evernote expedia facebook fandom fastly fedex figma fitbit fiverr flickr flipboard fnac foodpanda foursquare framer fujitsu genius
  gitbook github gitlab glassdoor godaddy goodreads google gradle grammarly greenhouse groupon gumroad hackerearth hackernoon hackerone hackerrank hbo
  hellofresh hetzner hilton hitachi homeadvisor honda hp hsbc huawei hubspot humblebundle hyundai ifixit ifttt imdb indeed instacart instagram instapaper intel
  intercom intuit jbl jetbrains jira kia kickstarter klarna kofax komoot kuaishou lastpass leetcode lenovo letterboxd lg lifx livechat lufthansa lyft mailgun
  mastercard mazda mcdonalds medium meta mixcloud mixpanel moneygram mongodb monster monzo myspace n26 namebase namecheap netflix netlify newrelic nike nokia
  nordvpn notion nvidia oculus okta oneplus onstar opel opencollective opera overleaf ovh pagerduty pandora patreon payoneer paypal phonepe pinterest
  playstation pluralsight pocketcasts porkbun postman pusher qualtrics quora qwant rakuten readthedocs reddit redhat redis renault replit resend revolut
  riotgames roblox rockstargames roku samsung sap sega sennheiser shazam shell shopee shopify siemens similarweb skoda slides smugmug snapchat sncf songkick
  sonos soundcharts soundcloud spotify squarespace stackexchange stackoverflow strapi strava stripe subaru substack suzuki swiggy symantec target tata
  teamviewer ted tesla tiktok tinder todoist tomtom toyota trello tripadvisor trivago trustpilot tumblr typeform uber ubisoft udemy ulule unity unsplash
  untappd ups upwork venmo verizon vimeo visa vodafone volkswagen volvo vultr wattpad waze wechat whatsapp wise wix wolfram wordpress xiaomi xing youtube
  zalando zara zendesk zillow zoho zoom
`;

/** The others, and further sites of the same: registrable domains. */
const SITES = {
  airfrance: "airfrance.com airfrance.fr",
  akamai: "akamai.com",
  aldinord: "aldi-nord.de",
  anthropic: "anthropic.com",
  apple: "icloud.com",
  archlinux: "archlinux.org",
  arxiv: "arxiv.org",
  bankofamerica: "bankofamerica.com",
  behance: "behance.net",
  bigcommerce: "bigcommerce.com",
  bitcoin: "bitcoin.org",
  bitbucket: "bitbucket.org",
  bluesky: "bsky.app bsky.social",
  bookingdotcom: "booking.com",
  bt: "bt.com",
  bunnydotnet: "bunny.net",
  bunq: "bunq.com",
  bvg: "bvg.de",
  cashapp: "cash.app",
  chase: "chase.com",
  chessdotcom: "chess.com",
  claude: "claude.ai claude.com",
  codeberg: "codeberg.org",
  coursera: "coursera.org",
  creativecommons: "creativecommons.org",
  crunchbase: "crunchbase.com",
  deepl: "deepl.com",
  deutschebahn: "bahn.de deutschebahn.com",
  deutschebank: "deutsche-bank.de db.com",
  deutschepost: "deutschepost.de",
  deutschetelekom: "telekom.de t-online.de",
  deviantart: "deviantart.com",
  dpd: "dpd.com dpd.de",
  ebay: "ebay.de ebay.co.uk ebay.fr ebay.it ebay.es",
  edx: "edx.org",
  eslgaming: "eslgaming.com",
  ethereum: "ethereum.org",
  expressvpn: "expressvpn.com",
  flathub: "flathub.org",
  flydotio: "fly.io",
  fritz: "fritz.com avm.de",
  gandi: "gandi.net",
  geeksforgeeks: "geeksforgeeks.org",
  ghost: "ghost.org",
  gitea: "gitea.com",
  gmail: "gmail.com",
  gnome: "gnome.org",
  gogdotcom: "gog.com",
  gravatar: "gravatar.com",
  hackclub: "hackclub.com",
  hermes: "myhermes.de",
  hetzner: "hetzner.de hetzner.cloud",
  homeassistant: "home-assistant.io nabucasa.com",
  hotelsdotcom: "hotels.com",
  ikea: "ikea.com",
  ingress: "ingress.com",
  internetarchive: "archive.org",
  kde: "kde.org",
  kofi: "ko-fi.com",
  lastdotfm: "last.fm",
  launchpad: "launchpad.net",
  lichess: "lichess.org",
  lidl: "lidl.de lidl.com",
  line: "line.me",
  linear: "linear.app",
  linktree: "linktr.ee",
  maildotru: "mail.ru",
  mastodon: "mastodon.social",
  matrix: "matrix.org",
  mega: "mega.nz mega.io",
  microbit: "microbit.org",
  miro: "miro.com",
  mistralai: "mistral.ai",
  monzo: "monzo.com",
  mozilla: "mozilla.org",
  mullvad: "mullvad.net",
  nasa: "nasa.gov",
  nextcloud: "nextcloud.com",
  niconico: "nicovideo.jp",
  nordvpn: "nordaccount.com",
  notion: "notion.so",
  npm: "npmjs.com",
  nubank: "nubank.com.br",
  nuget: "nuget.org",
  obsidian: "obsidian.md",
  odnoklassniki: "ok.ru",
  orcid: "orcid.org",
  osmc: "osmc.tv",
  otto: "otto.de",
  ovh: "ovhcloud.com ovh.com",
  peloton: "onepeloton.com",
  perplexity: "perplexity.ai",
  philipshue: "philips-hue.com",
  pixiv: "pixiv.net",
  planetscale: "planetscale.com",
  playstation: "playstation.com",
  plex: "plex.tv",
  pocketcasts: "pocketcasts.com",
  posit: "posit.co",
  printables: "printables.com",
  proton: "proton.me",
  protonmail: "protonmail.com",
  protonvpn: "protonvpn.com",
  python: "python.org",
  qualcomm: "qualcomm.com",
  railway: "railway.app railway.com",
  render: "render.com",
  robinhood: "robinhood.com",
  rubygems: "rubygems.org",
  scaleway: "scaleway.com",
  sellfy: "sellfy.com",
  sentry: "sentry.io",
  setapp: "setapp.com",
  signal: "signal.org",
  simplelogin: "simplelogin.io",
  sky: "sky.com sky.de",
  sourceforge: "sourceforge.net",
  sparkasse: "sparkasse.de",
  stackexchange: "stackexchange.com superuser.com serverfault.com",
  starlingbank: "starlingbank.com",
  steam: "steampowered.com steamcommunity.com",
  supabase: "supabase.com",
  surfshark: "surfshark.com",
  tailscale: "tailscale.com",
  telegram: "telegram.org",
  threads: "threads.net threads.com",
  threema: "threema.ch",
  thunderbird: "thunderbird.net",
  trakt: "trakt.tv",
  tui: "tui.com",
  tuta: "tuta.com tutanota.com",
  twitch: "twitch.tv",
  ubiquiti: "ui.com",
  ubuntu: "ubuntu.com",
  ulule: "ulule.com",
  vercel: "vercel.com",
  vk: "vk.com",
  wellsfargo: "wellsfargo.com",
  wikimediacommons: "wikimedia.org",
  wikipedia: "wikipedia.org",
  wire: "wire.com",
  wordpress: "wordpress.org",
  x: "x.com twitter.com",
  ycombinator: "ycombinator.com",
  youtube: "youtu.be",
  zdf: "zdf.de",
  zoom: "zoom.us",
  zotero: "zotero.org",
};

const BY_SLUG = new Map(Object.values(icons).map((icon) => [icon.slug, icon]));
/** Some marks of the package are under a licence of their own: those stay there. */
const mayBeTaken = ({ license, path }) => (license === undefined || license.type === "CC0-1.0") && path.length <= LONGEST;

const wanted = new Map(
  DOT_COM.trim()
    .split(/\s+/)
    .map((slug) => [slug, [`${slug}.com`]]),
);
for (const [slug, domains] of Object.entries(SITES)) wanted.set(slug, [...new Set([...(wanted.get(slug) ?? []), ...domains.split(" ")])]);
const marks = {};
const sites = {};
for (const [slug, domains] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const icon = BY_SLUG.get(slug);
  if (icon === undefined || !mayBeTaken(icon)) throw new Error(`${slug} is not in the package, too long, or not free`);
  marks[slug] = icon.path;
  for (const domain of domains) sites[domain] = slug;
}
const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules/simple-icons/package.json"), "utf8"));
const made = { from: `simple-icons ${version}, CC0-1.0`, on: new Date().toISOString().slice(0, 10) };
const text = `${JSON.stringify({ made, sites, marks }, null, 2)}\n`;
writeFileSync(join(ROOT, "packages/app/src/vault/item/brands.json"), text);
console.log(`${Object.keys(marks).length} marks of ${Object.keys(sites).length} sites, ${text.length} characters`);
