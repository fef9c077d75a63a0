import { defaultOf, type SettingName } from './config-schema.ts'

/** What each setting does, for `.env.example`, `docs/configuration.md` and `npm run config:check`. */

type Section = { readonly title: string; readonly settings: Readonly<Partial<Record<SettingName, string>>> }

export const settingSections: readonly Section[] = [
  {
    title: 'The installation',
    settings: {
      ENV: 'dev, test or prod. prod starts without demo data and refuses unsafe settings.',
      STAGING:
        'on makes production a rehearsal: the sandbox can take payments, addresses can be local, and every page says so.',
      APP: 'Brand of hosts that SITES does not list: wa, andoo, aol, aol-nz, aoc, wac, hc or fk.',
      SITES: 'Request hosts and their brands: www.shop.example=aol,www.shop.nz.example=aol-nz.',
      PUBLIC_URL: 'The shop’s public origin. Links, sitemaps and mails use it and SITES.',
      CMS_URL: 'The public origin of the staff host; it must differ from the shop’s.',
      IDENTITY_SITES: 'The identity host of each brand, on the same site as the shop: id.shop.example=aol.',
      SECRET_KEY: 'Encrypts signing keys and second factors; at least 32 random characters.',
      TRUSTED_PROXIES: 'Number of proxies in front of the shop that write X-Forwarded-For.',
    },
  },
  {
    title: 'Database and files',
    settings: {
      DATABASE_URL:
        'postgres://user:password@host/database (PostgreSQL 15 or newer), with ?sslmode=verify-full over the internet; several hosts as a:5432,b:5432, of which the one that accepts writes is used; or embedded for the database in DATA_DIR.',
      DATABASE_LISTEN_URL:
        'The server itself, for LISTEN, where DATABASE_URL leads to a pooler in transaction mode; without it changes of other processes are noticed within a second or two.',
      DATABASE_DURABILITY:
        'storage where the storage of the server guarantees every commit, as with some hosts; otherwise a live shop does not start while fsync, full_page_writes or synchronous_commit is off.',
      DATABASE_POOL: 'Connections per process, in addition to the one for LISTEN.',
      DATABASE_TIMEOUT: 'Statement timeout in seconds.',
      DATA_DIR: 'Folder of the embedded database, of media without MEDIA_URL, and of files that can be regenerated.',
      MEDIA_URL:
        's3://ACCESS_KEY:SECRET@host/bucket/prefix of an S3-compatible server (R2, MinIO, Ceph), with ?region=, &tls=off and &style=host where needed, or s3://bucket/prefix?region=ap-southeast-2 for AWS with credentials of the environment. Required when processes on several machines share the shop.',
    },
  },
  {
    title: 'Ports and load',
    settings: {
      HOST: 'The address that all ports listen on.',
      PORT: 'The shop.',
      IDENTITY_PORT: 'The identity host.',
      CMS_PORT: 'The staff host.',
      INTERNAL_PORT:
        'Probes (/livez, /readyz, /readyz/checkout) and /metrics of every process, including the worker, for the operator’s network only; without it no such port is opened.',
      DRAIN_SECONDS:
        'How long a process that is told to stop (SIGTERM) goes on serving while /readyz answers 503 "draining": longer than a load balancer needs to notice.',
      INTERNAL_TOKEN:
        'Bearer token for /metrics and /api-reference on the public port in production; without it they answer 404 there.',
      SANDBOX_PORT: 'The payment sandbox, outside production and in a rehearsal.',
      MAIL_PORT: 'The mail viewer, used without SMTP_URL.',
      PAGE_CACHE_MB: 'Memory limit of the page cache.',
      PURGE_URLS:
        'HTTP caches in front of the shop, such as Varnish with deploy/varnish/shop.vcl: each gets PURGE with the tags of what has changed. Addresses joined by commas: http://10.0.0.5:6081/.',
      LOG_LEVEL: 'silent, error, warn, info or debug.',
      ACCESS_LOG:
        'on logs requests: route, status, time and how the page cache answered; no address, no query, no IP address.',
      ACCESS_LOG_SAMPLE:
        'With ACCESS_LOG=on, the share of requests that is logged, 0 to 1. Requests that failed (5xx) or took over a second always are.',
      RATE_LIMITS: 'off for load tests only; production refuses it.',
      WAITING_ROOM_PER_MINUTE:
        'Sale days: shoppers let into the checkout a minute, over all processes. The others wait in a queue. Without it there is no queue.',
      WAITING_ROOM_BURST:
        'With WAITING_ROOM_PER_MINUTE, how many are let in at once after a quiet time; two seconds’ worth without it.',
      LOAD_SHEDDING: 'off on a machine with other load, as in tests; production refuses it.',
    },
  },
  {
    title: 'OpenTelemetry',
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT:
        'Address of a collector that takes OTLP over HTTP: http://collector:4318. Traces, metrics and logs are sent to /v1/traces, /v1/metrics and /v1/logs below it. Without it nothing is recorded.',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf; other protocols are refused.',
      OTEL_EXPORTER_OTLP_HEADERS:
        'Headers of every export, such as a key: name=value pairs joined by commas, with special characters encoded: authorization=Bearer%20abc.',
      OTEL_SERVICE_NAME: 'service.name of the resource.',
      OTEL_RESOURCE_ATTRIBUTES:
        'More attributes of the resource: deployment.environment.name=staging,k8s.pod.name=shop-1.',
      OTEL_TRACES_EXPORTER: 'none sends no traces.',
      OTEL_METRICS_EXPORTER: 'none sends no metrics, where Prometheus scrapes them.',
      OTEL_LOGS_EXPORTER: 'none sends no log lines, where standard output is collected.',
      OTEL_TRACES_SAMPLER:
        'always_on, always_off, traceidratio, or one of them after parentbased_, which follows the decision of the caller’s traceparent.',
      OTEL_TRACES_SAMPLER_ARG: 'Share of traces recorded by a sampler of traceidratio, 0 to 1.',
      OTEL_METRIC_EXPORT_INTERVAL: 'Milliseconds between two exports of metrics.',
    },
  },
  {
    title: 'Mail',
    settings: {
      SMTP_URL: 'smtps://user:password@host, or smtp://user:password@host:587?requireTLS=true.',
      MAIL_FROM:
        'Sender address of mails; the name is the brand’s: orders@shop.example, or one for each brand: aol=orders@a.example,andoo=orders@b.example.',
      SECURITY_CONTACT:
        'Contact for vulnerability reports in /.well-known/security.txt: mailto:security@shop.example or an https:// address.',
    },
  },
  {
    title: 'Cards, Apple Pay and Google Pay (Adyen Checkout v71)',
    settings: {
      GATEWAY_URL: 'Address of the API.',
      GATEWAY_API_KEY: 'API key.',
      GATEWAY_MERCHANT_ACCOUNT: 'Merchant account.',
      GATEWAY_HMAC_KEY: 'HMAC key of the webhooks, 64 hexadecimal digits.',
      GATEWAY_CERTIFICATES_FILE: 'JSON file of merchant account and base64 DER certificate, for card encryption.',
      GATEWAY_AGENCY_MERCHANT_ACCOUNT:
        'The agency brand’s own merchant account, which receives the payments for its goods.',
      GOOGLE_PAY_MERCHANT_ID: 'Merchant id at Google; without it Google Pay runs in its TEST environment.',
      GOOGLE_PAY_URL: 'Google Pay’s script.',
      APPLE_PAY_MERCHANT_ID: 'Merchant id at Apple; enables Apple Pay.',
      APPLE_PAY_DOMAIN_FILE: 'The domain verification file for Apple.',
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
      PAYPAL_WEBHOOK_ID: 'Id of the webhook that calls /api/payment/webhook/paypal.',
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
    title: 'External logins',
    settings: {
      GOOGLE_CLIENT_ID: 'Google: client id.',
      GOOGLE_CLIENT_SECRET: 'Google: client secret.',
      FACEBOOK_CLIENT_ID: 'Facebook: client id.',
      FACEBOOK_CLIENT_SECRET: 'Facebook: client secret.',
      APPLE_CLIENT_ID: 'Apple: client id.',
      APPLE_TEAM_ID: 'Apple: team id.',
      APPLE_KEY_ID: 'Apple: key id.',
      APPLE_PRIVATE_KEY: 'Apple: private key (PKCS 8); line ends may be written \\n.',
      DEMO_OPENID_URL: 'Stand-in for Google and Facebook outside production; off disables it.',
    },
  },
  {
    title: 'Visitor location',
    settings: {
      GEO_COUNTRY_HEADER: 'Proxy header with the visitor’s country.',
      GEO_POSTCODE_HEADER: 'Proxy header with the visitor’s postcode.',
      GEO_DATABASE: 'A newer country database by IP address, in MaxMind’s format.',
      MAPS_KEY:
        'Google Maps key, for address suggestions at the checkout. Without one they come from imported streets.',
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
    title: 'Third-party analytics, after consent',
    settings: {
      ANALYTICS_PROVIDERS: 'Names of the providers, comma-separated.',
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
    title: 'Third-party scripts on payment pages',
    settings: {
      TRUSTED_TYPE_POLICIES:
        'Names of the Trusted Types policies that these scripts create, comma-separated. With them, pages with such scripts enforce Trusted Types; otherwise violations are only reported.',
    },
  },
  { title: 'Fault-injection tests', settings: { CRASH_AT: 'Failpoint at which the process kills itself.' } },
]

/** The text of `.env.example`: every setting, with its default where it has one. */
export function envExample(): string {
  const sections = settingSections.map(({ title, settings }) => {
    const lines = Object.entries(settings).map(
      ([name, text]) => `# ${text}\n# ${name}=${defaultOf(name as SettingName) ?? ''}`,
    )
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return `# Settings of the shop. Copy this file to .env and uncomment what you set; environment variables take precedence.\n# \`npm run config:check\` shows which settings are set, invalid or without effect.\n\n${sections.join('\n\n')}\n`
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
  return `# Configuration\n\nSettings are environment variables, or lines of an \`.env\` file (copy \`.env.example\`); the environment takes precedence.\nThey are read once, at start. \`npm run config:check\` shows which settings are set, invalid or without effect. Production reports\nevery missing or unsafe setting at once and does not start.\n\nWhat a retailer changes while the shop runs (delivery terms, payment methods, brand features, texts) is in the back office.\n\n${sections.join('\n\n')}\n`
}
