import { defaultOf, type SettingName } from './config-schema.ts'

/** What each setting does, for `.env.example`, `docs/configuration.md` and `npm run config:check`. */

type Section = { readonly title: string; readonly settings: Readonly<Partial<Record<SettingName, string>>> }

export const settingSections: readonly Section[] = [
  {
    title: 'The installation',
    settings: {
      ENV: 'dev, test or prod. prod starts without demo data and refuses everything unsafe.',
      STAGING:
        'on makes a production start a dress rehearsal: payment providers may be the sandbox, addresses may be of this machine, and every page says so.',
      APP: 'The brand of hosts that SITES does not name: wa, andoo, aol, aol-nz, aoc, wac, hc or fk.',
      SITES: 'Request hosts and their brands: www.shop.example=aol,www.shop.nz.example=aol-nz.',
      PUBLIC_URL: 'The shop’s public origin. Links, sitemaps and mails are made of it and of SITES.',
      CMS_URL: 'The public origin of the staff host, which is not the shop’s.',
      IDENTITY_SITES: 'The identity host of each brand, of the same site as the shop’s: id.shop.example=aol.',
      SECRET_KEY: 'Seals signing keys and second factors; 32 random characters or more.',
      TRUSTED_PROXIES: 'How many proxies in front of the shop write X-Forwarded-For.',
    },
  },
  {
    title: 'Database and files',
    settings: {
      DATABASE_URL:
        'postgres://user:password@host/database (PostgreSQL 15 or newer), with ?sslmode=verify-full over the internet; or embedded for the database in DATA_DIR.',
      DATABASE_POOL: 'Connections of a process, beside the one it listens on.',
      DATABASE_TIMEOUT: 'Seconds that a statement may take.',
      DATA_DIR: 'Folder of the embedded database and of files that can be made again.',
    },
  },
  {
    title: 'Ports and load',
    settings: {
      HOST: 'The address that every port is opened on.',
      PORT: 'The shop.',
      IDENTITY_PORT: 'The identity host.',
      CMS_PORT: 'The staff host.',
      INTERNAL_PORT:
        'Probes (/livez, /readyz) and /metrics of every part, the worker too, for the operator’s network only; without it no such port is opened.',
      INTERNAL_TOKEN:
        'The bearer token with which /metrics and /api-reference answer on the public port in production; without it they answer 404 there.',
      SANDBOX_PORT: 'The payment sandbox, outside production and in a dress rehearsal.',
      MAIL_PORT: 'The mail viewer, while there is no SMTP_URL.',
      PAGE_CACHE_MB: 'Most memory for rendered pages.',
      LOG_LEVEL: 'silent, error, warn, info or debug.',
      ACCESS_LOG:
        'on for a log line for each request that the page cache does not answer: route, status and time, no address.',
      RATE_LIMITS: 'off for load tests only; production refuses it.',
      LOAD_SHEDDING: 'off where other programs keep the machine busy, as in tests; production refuses it.',
    },
  },
  {
    title: 'Mail',
    settings: {
      SMTP_URL: 'smtps://user:password@host, or smtp://user:password@host:587?requireTLS=true.',
      MAIL_FROM:
        'The address that mails come from, under the name of the brand: orders@shop.example, or one for each brand: aol=orders@a.example,andoo=orders@b.example.',
      SECURITY_CONTACT:
        'Where people report vulnerabilities, in /.well-known/security.txt: mailto:security@shop.example or an https:// address.',
    },
  },
  {
    title: 'Cards, Apple Pay and Google Pay (Adyen Checkout v71)',
    settings: {
      GATEWAY_URL: 'Address of the API.',
      GATEWAY_API_KEY: 'API key.',
      GATEWAY_MERCHANT_ACCOUNT: 'Merchant account.',
      GATEWAY_HMAC_KEY: 'HMAC key of the webhooks, 64 hexadecimal digits.',
      GATEWAY_CERTIFICATES_FILE:
        'JSON file of merchant account and base64 DER certificate, for the encryption of cards.',
      GATEWAY_AGENCY_MERCHANT_ACCOUNT: 'The special brand’s own merchant account; its goods are then paid to it.',
      GOOGLE_PAY_MERCHANT_ID: 'Merchant id at Google; without it Google Pay runs in its TEST environment.',
      GOOGLE_PAY_URL: 'Google Pay’s script.',
      APPLE_PAY_MERCHANT_ID: 'Merchant id at Apple; offers Apple Pay.',
      APPLE_PAY_DOMAIN_FILE: 'The file that proves the shop’s domains to Apple.',
    },
  },
  {
    title: 'Afterpay (online API v2)',
    settings: {
      AFTERPAY_URL: 'Address of the API.',
      AFTERPAY_MERCHANT_ID: 'Merchant id.',
      AFTERPAY_SECRET_KEY: 'Secret key.',
    },
  },
  {
    title: 'PayPal (Orders v2)',
    settings: {
      PAYPAL_URL: 'Address of the API.',
      PAYPAL_CLIENT_ID: 'Client id.',
      PAYPAL_CLIENT_SECRET: 'Client secret.',
      PAYPAL_WEBHOOK_ID: 'Id of the webhook that leads to /api/payment/webhook/paypal.',
    },
  },
  {
    title: 'Zip',
    settings: {
      ZIP_URL: 'Address of the merchant API.',
      ZIP_API_KEY: 'API key.',
      ZIP_IN_STORE_URL: 'Address of the in-store API, for sales staff.',
      ZIP_IN_STORE_API_KEY: 'API key of the in-store API.',
    },
  },
  {
    title: 'Logins by others',
    settings: {
      GOOGLE_CLIENT_ID: 'Google: client id.',
      GOOGLE_CLIENT_SECRET: 'Google: client secret.',
      FACEBOOK_CLIENT_ID: 'Facebook: client id.',
      FACEBOOK_CLIENT_SECRET: 'Facebook: client secret.',
      APPLE_CLIENT_ID: 'Apple: client id.',
      APPLE_TEAM_ID: 'Apple: team id.',
      APPLE_KEY_ID: 'Apple: key id.',
      APPLE_PRIVATE_KEY: 'Apple: private key (PKCS 8); line ends may be written \\n.',
      DEMO_OPENID_URL: 'Stand-in for Google and Facebook outside production; off offers none.',
    },
  },
  {
    title: 'Where a visitor is',
    settings: {
      GEO_COUNTRY_HEADER: 'Header in which the proxy says the visitor’s country.',
      GEO_POSTCODE_HEADER: 'Header in which the proxy says the visitor’s postcode.',
      GEO_DATABASE: 'A newer database of countries by address, in MaxMind’s format.',
      MAPS_KEY: 'Key of Google Maps, which suggests addresses at the checkout.',
      MAPS_URL: 'Address of Google Maps.',
    },
  },
  {
    title: 'Captcha',
    settings: {
      RECAPTCHA_URL: 'Address of reCAPTCHA.',
      RECAPTCHA_SECRET: 'Secret of reCAPTCHA v2.',
      RECAPTCHA_V3_SECRET: 'Secret of reCAPTCHA v3.',
    },
  },
  {
    title: 'Analytics by others, after a visitor’s consent',
    settings: {
      ANALYTICS_PROVIDERS: 'Names of the providers, joined by commas.',
      PAGE_TRACKING_URL: 'Page tracking: address.',
      PAGE_TRACKING_ID: 'Page tracking: id.',
      TAG_MANAGER_URL: 'Tag manager: address.',
      TAG_MANAGER_ID: 'Tag manager: id.',
      BEHAVIOUR_URL: 'Behaviour analytics: address.',
      BEHAVIOUR_ID: 'Behaviour analytics: id.',
      PIXEL_URL: 'Pixel: address.',
      PIXEL_ID: 'Pixel: id.',
    },
  },
  {
    title: 'Scripts of others on pages where one pays',
    settings: {
      TRUSTED_TYPE_POLICIES:
        'Names of the Trusted Types policies that these scripts create, joined by commas. With them a page that runs such scripts requires Trusted Types, which it otherwise only reports.',
    },
  },
  { title: 'Fault injection tests', settings: { CRASH_AT: 'Names the point where the process kills itself.' } },
]

/** The text of `.env.example`: every setting, with its default where it has one. */
export function envExample(): string {
  const sections = settingSections.map(({ title, settings }) => {
    const lines = Object.entries(settings).map(
      ([name, text]) => `# ${text}\n# ${name}=${defaultOf(name as SettingName) ?? ''}`,
    )
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return `# Settings of the shop. Copy this file to .env and take the # from what you set; a variable of the environment counts before it.\n# \`npm run config:check\` says what is set, what is wrong and what has no effect.\n\n${sections.join('\n\n')}\n`
}

const unset = 'Not set'

/** The text of `docs/configuration.md`: the same as a table for each section. */
export function configurationDocument(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
  const sections = settingSections.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(([name, text]) => {
      const value = defaultOf(name as SettingName)
      return `| \`${name}\` | ${value === null ? unset : `\`${cell(value)}\``} | ${cell(text)} |`
    })
    return `## ${title}\n\n| Setting | Default | What it does |\n| --- | --- | --- |\n${rows.join('\n')}`
  })
  return `# Configuration\n\nSettings are variables of the environment, or lines of an \`.env\` file (copy \`.env.example\`); the environment counts before the file.\nThey are read once, at the start. \`npm run config:check\` says of each whether it is set, wrong or without effect; production names\neverything that is missing or unsafe at once and does not start.\n\nWhat a retailer changes while the shop runs (delivery terms, payment methods, features of each brand, texts) is in the back office.\n\n${sections.join('\n\n')}\n`
}
