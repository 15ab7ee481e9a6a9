/**
 * Sites that support one-time codes in addition to the password, by registrable domain. Compiled by hand from public knowledge and bundled, so that no one is
 * told which sites the user has accounts at. Missing sites are simply not mentioned.
 */

/** When the list was last reviewed. */
export const CODE_SITES_DATE = "2026-11-22";

const BY_SUBJECT = {
  mail: "google.com gmail.com outlook.com live.com microsoft.com yahoo.com proton.me protonmail.com fastmail.com tuta.com tutanota.com mailbox.org posteo.de zoho.com gmx.net gmx.de gmx.com web.de mail.com icloud.com hey.com startmail.com runbox.com",
  work: "slack.com zoom.us notion.so atlassian.com trello.com asana.com monday.com clickup.com airtable.com miro.com figma.com canva.com adobe.com dropbox.com box.com evernote.com todoist.com salesforce.com hubspot.com mailchimp.com zendesk.com intercom.com docusign.com grammarly.com webex.com",
  code: "github.com gitlab.com bitbucket.org codeberg.org sourceforge.net npmjs.com pypi.org rubygems.org crates.io docker.com jetbrains.com stackoverflow.com sentry.io circleci.com travis-ci.com postman.com launchpad.net",
  hosting:
    "amazon.com cloudflare.com digitalocean.com linode.com akamai.com heroku.com vercel.com netlify.com render.com fly.io hetzner.com hetzner.cloud ovh.com ovhcloud.com ionos.com ionos.de gandi.net namecheap.com godaddy.com porkbun.com name.com dreamhost.com hover.com vultr.com scaleway.com wordpress.com wix.com squarespace.com shopify.com fastly.com backblaze.com mongodb.com",
  social:
    "facebook.com instagram.com whatsapp.com x.com twitter.com linkedin.com reddit.com discord.com snapchat.com tiktok.com pinterest.com tumblr.com mastodon.social bsky.app twitch.tv patreon.com medium.com substack.com quora.com vk.com kickstarter.com xing.com",
  money:
    "paypal.com stripe.com wise.com coinbase.com kraken.com binance.com bitstamp.net gemini.com bitfinex.com okx.com bybit.com kucoin.com crypto.com bitpanda.com robinhood.com fidelity.com schwab.com vanguard.com etrade.com interactivebrokers.com squareup.com venmo.com quickbooks.com intuit.com xero.com gocardless.com mollie.com bunq.com capitalone.com",
  shops:
    "ebay.com etsy.com amazon.de amazon.co.uk amazon.fr amazon.it amazon.es amazon.ca amazon.co.jp gumroad.com humblebundle.com bestbuy.com",
  games:
    "steampowered.com steamcommunity.com epicgames.com ubisoft.com ea.com battle.net blizzard.com nintendo.com playstation.com xbox.com roblox.com minecraft.net gog.com riotgames.com rockstargames.com square-enix.com guildwars2.com itch.io unity.com wargaming.net",
  life: "apple.com samsung.com sony.com airbnb.com booking.com uber.com lyft.com doordash.com tesla.com strava.com garmin.com fitbit.com ring.com nest.com philips-hue.com ifttt.com home-assistant.io synology.com tp-link.com ui.com login.gov id.me usps.com europa.eu",
  safety:
    "bitwarden.com 1password.com lastpass.com dashlane.com nordaccount.com mullvad.net teamviewer.com anydesk.com tailscale.com okta.com auth0.com onelogin.com zerotier.com",
} as const;

const SITES = new Set(Object.values(BY_SUBJECT).flatMap((sites) => sites.split(" ")));

/** @param site - a registrable domain in lower case. */
export const offersCodes = (site: string): boolean => SITES.has(site);

export const CODE_SITES_COUNT = SITES.size;
