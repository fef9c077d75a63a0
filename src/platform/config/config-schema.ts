import { z } from 'zod'
import { appCodes, type AppCode } from '../../brands/apps.ts'
import { mailSendersOf } from '../../brands/mail-sender.ts'
import { parsePostgresAddress } from '../database/postgres-address.ts'
import { failpoints } from '../failpoint.ts'
import { parseStorageAddress } from '../storage/storage-address.ts'
import { telemetrySettings } from './config-telemetry.ts'

/** The schema of every setting, with its default; config-help.ts describes them. */

const anyPort = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a whole number')
  .min(0, 'must be from 0 to 65535')
  .max(65_535, 'must be from 0 to 65535')

const port = (fallback: number) => anyPort.default(fallback)

const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error)
}

const share = z.coerce
  .number({ error: 'must be a number from 0 to 1' })
  .min(0, 'must be a number from 0 to 1')
  .max(1, 'must be a number from 0 to 1')

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })

const appCode = z.enum(appCodes, { error: `must be one of ${appCodes.join(', ')}` })

const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')

function checkPostgresAddress(text: string, context: z.core.$RefinementCtx): void {
  const address = parsePostgresAddress(text)
  if (!address.ok) context.addIssue({ code: 'custom', message: address.problem })
}

/** 'www.aol.example=aol,www.andoo.example=andoo' as pairs of request host and app. */
const sites = z
  .string()
  .default('')
  .transform((text, context): ReadonlyMap<string, AppCode> => {
    const pairs = new Map<string, AppCode>()
    for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
      const [host = '', code = ''] = pair.split('=').map((part) => part.trim())
      const app = appCode.safeParse(code)
      if (host === '' || !app.success) {
        context.addIssue({
          code: 'custom',
          message: `must be host=app pairs joined by commas; "${pair.trim()}" is not one`,
        })
        return z.NEVER
      }
      pairs.set(host.toLowerCase(), app.data)
    }
    return pairs
  })

/** Browsers resolve every name under localhost to this machine. */
export const localSites: ReadonlyMap<string, AppCode> = new Map(appCodes.map((app) => [`${app}.localhost`, app]))

export const environment = z.object({
  ENV: z.enum(['dev', 'test', 'prod'], { error: 'must be dev, test or prod' }).default('dev'),
  /** With ENV=prod, a dress rehearsal: payment providers may be the sandbox, and addresses may be of this machine. */
  STAGING: onOff.default('off'),
  APP: appCode.default('wa'),
  SITES: sites,
  HOST: z.string().default('127.0.0.1'),
  /** The identity host of each app as host=app pairs; it has to be of the same site as the app's own host. Unset, the app's host with IDENTITY_PORT. */
  IDENTITY_SITES: sites,
  PORT: port(3000),
  IDENTITY_PORT: port(3001),
  CMS_PORT: port(3002),
  SANDBOX_PORT: port(3003),
  MAIL_PORT: port(3004),
  /** Probes and metrics of every part, for the operator's network only; unset, no such port is opened. */
  INTERNAL_PORT: anyPort.optional(),
  INTERNAL_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Where a browser reaches the shop; payment providers send shoppers back to it. */
  PUBLIC_URL: httpUrl.optional(),
  /** The public address of the staff host, whose panels pages may frame; if unset, this machine with CMS_PORT. */
  CMS_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('var'),
  /** A PostgreSQL server, or 'embedded' for the database in DATA_DIR. */
  DATABASE_URL: z
    .string()
    .superRefine((text, context) => {
      if (text !== 'embedded') checkPostgresAddress(text, context)
    })
    .optional(),
  /** The server itself, where DATABASE_URL leads to a pooler that does not pass LISTEN on. */
  DATABASE_LISTEN_URL: z.string().superRefine(checkPostgresAddress).optional(),
  /** 'storage' where the storage below the server guarantees every commit, so that the server's own settings do not matter. */
  DATABASE_DURABILITY: z.enum(['server', 'storage'], { error: 'must be server or storage' }).default('server'),
  DATABASE_POOL: whole(1, 100).default(10),
  /** The time limit for a statement in seconds, on a PostgreSQL server and on the connection. */
  DATABASE_TIMEOUT: whole(1, 600).default(30),
  /** A bucket of an S3-compatible server for media; without it they are in DATA_DIR. */
  MEDIA_URL: z
    .string()
    .superRefine((text, context) => {
      const address = parseStorageAddress(text)
      if (!address.ok) context.addIssue({ code: 'custom', message: address.problem })
    })
    .optional(),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], { error: 'must be silent, error, warn, info or debug' })
    .default('info'),
  DRAIN_SECONDS: whole(0, 600).default(0),
  PAGE_CACHE_MB: whole(0, 16_384).default(256),
  /** HTTP caches in front of the shop that are purged by tag. */
  PURGE_URLS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()])))
    .pipe(z.array(httpUrl)),
  /** How many proxies in front of us write X-Forwarded-For; 0 trusts none. */
  TRUSTED_PROXIES: whole(0, 5).default(0),
  /** Headers in which the proxy reports the visitor's location; if unset, the packaged database of addresses gives the country. */
  GEO_COUNTRY_HEADER: headerName.optional(),
  GEO_POSTCODE_HEADER: headerName.optional(),
  /** A newer database of countries, in MaxMind's format. */
  GEO_DATABASE: z.string().min(1).optional(),
  /** A log line for requests; proxies in front usually have a log of their own. */
  ACCESS_LOG: onOff.default('off'),
  /** Of requests that neither failed nor were slow. */
  ACCESS_LOG_SAMPLE: share.default(1),
  ...telemetrySettings,
  /** Off for load tests that measure the pages and not the guard. */
  RATE_LIMITS: onOff.default('on'),
  /** Turned off where tests and other programs share the machine's cores: the event loop then lags without load of its own. */
  LOAD_SHEDDING: onOff.default('on'),
  /** Shoppers let into the checkout a minute, over all processes; unset, the checkout has no waiting room. */
  WAITING_ROOM_PER_MINUTE: whole(1, 100_000).optional(),
  /** Places that add up while fewer come; if unset, those of two seconds. */
  WAITING_ROOM_BURST: whole(1, 100_000).optional(),
  /** Encrypts secrets in the database, such as token signing keys; 32 characters or more. */
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address that begins with smtp:// or smtps://' })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => mailSendersOf(text) !== null,
      'must be an address, or app=address pairs joined by commas: aol=orders@shop.example',
    )
    .optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must begin with mailto: or https://')
    .optional(),
  GATEWAY_URL: httpUrl.optional(),
  GATEWAY_API_KEY: z.string().min(1).default('sandbox-gateway-key'),
  GATEWAY_MERCHANT_ACCOUNT: z.string().min(1).default('StorefrontECOM'),
  /** Merchant account of the special brand; empty means its goods are paid with the rest (decision payments-08). */
  GATEWAY_AGENCY_MERCHANT_ACCOUNT: z.string().default(''),
  GATEWAY_HMAC_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
    .default('5a'.repeat(32)),
  /** JSON file of merchant account → base64 DER certificate, as downloaded from the gateway. */
  GATEWAY_CERTIFICATES_FILE: z.string().optional(),
  AFTERPAY_URL: httpUrl.optional(),
  AFTERPAY_MERCHANT_ID: z.string().min(1).default('sandbox-afterpay'),
  AFTERPAY_SECRET_KEY: z.string().min(1).default('sandbox-afterpay-secret'),
  PAYPAL_URL: httpUrl.optional(),
  PAYPAL_CLIENT_ID: z.string().min(1).default('sandbox-paypal'),
  PAYPAL_CLIENT_SECRET: z.string().min(1).default('sandbox-paypal-secret'),
  /** The id PayPal gave to the address it sends notices to. */
  PAYPAL_WEBHOOK_ID: z.string().min(1).default('SANDBOXWEBHOOK1'),
  ZIP_URL: httpUrl.optional(),
  ZIP_API_KEY: z.string().min(1).default('sandbox-zip-key'),
  ZIP_IN_STORE_URL: httpUrl.optional(),
  ZIP_IN_STORE_API_KEY: z.string().min(1).default('sandbox-zip-in-store-key'),
  /** Logins by other providers: each is offered if its client id is set, and outside production by a stand-in in the sandbox. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  FACEBOOK_CLIENT_ID: z.string().min(1).optional(),
  FACEBOOK_CLIENT_SECRET: z.string().min(1).optional(),
  APPLE_CLIENT_ID: z.string().min(1).optional(),
  APPLE_TEAM_ID: z.string().min(1).optional(),
  APPLE_KEY_ID: z.string().min(1).optional(),
  /** PKCS 8, as Apple issues it; line ends may be written \\n. */
  APPLE_PRIVATE_KEY: z.string().min(1).optional(),
  /** The stand-in for Google and Facebook, outside production; 'off' offers none. */
  DEMO_OPENID_URL: z.union([httpUrl, z.literal('off')]).optional(),
  /** The browser maps service that suggests addresses at the checkout; without a key they are typed (decision checkout-21). */
  MAPS_KEY: z.string().min(1).optional(),
  MAPS_URL: httpUrl.default('https://maps.googleapis.com'),
  /** Google Pay's script and our merchant id; without an id it runs in test mode. Outside production the sandbox has a stand-in. */
  GOOGLE_PAY_URL: httpUrl.optional(),
  GOOGLE_PAY_MERCHANT_ID: z.string().min(1).optional(),
  /** Our merchant id at Apple, which turns on Apple Pay, and the file by which Apple verifies our domains. */
  APPLE_PAY_MERCHANT_ID: z.string().min(1).optional(),
  APPLE_PAY_DOMAIN_FILE: z.string().min(1).optional(),
  /** reCAPTCHA, and the secrets of its site keys (v2 and v3), which are settings. Outside production the sandbox has a stand-in. */
  RECAPTCHA_URL: httpUrl.optional(),
  RECAPTCHA_SECRET: z.string().min(1).optional(),
  RECAPTCHA_V3_SECRET: z.string().min(1).optional(),
  /** Who measures, by name; one without an address and an id is silent (decision analytics-01). */
  ANALYTICS_PROVIDERS: z.string().default('internal,pageTracking,dataLayer,behaviour,facebook'),
  PAGE_TRACKING_URL: httpUrl.optional(),
  PAGE_TRACKING_ID: z.string().min(1).optional(),
  TAG_MANAGER_URL: httpUrl.optional(),
  TAG_MANAGER_ID: z.string().min(1).optional(),
  BEHAVIOUR_URL: httpUrl.optional(),
  BEHAVIOUR_ID: z.string().min(1).optional(),
  PIXEL_URL: httpUrl.optional(),
  PIXEL_ID: z.string().min(1).optional(),
  /** Policies of Trusted Types that scripts of others create on pages where one pays. */
  TRUSTED_TYPE_POLICIES: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
    .refine(
      (names) => names.every((name) => /^[A-Za-z0-9#/_@.%-]+$/.test(name)),
      'must be names of Trusted Types policies, separated by spaces or commas',
    ),
  /** Names a point in the money path where the process kills itself, so that recovery can be tested; refused in production. */
  CRASH_AT: z.enum(failpoints, { error: `must be one of ${failpoints.join(', ')}` }).optional(),
})

export type Settings = z.infer<typeof environment>

/** The settings by name, as the environment gives them. */
export type SettingName = keyof Settings

/** What each payment provider needs besides its address; all of them are set, or none is. */
export const providerSettings = {
  card: ['GATEWAY_URL', 'GATEWAY_API_KEY', 'GATEWAY_MERCHANT_ACCOUNT', 'GATEWAY_HMAC_KEY', 'GATEWAY_CERTIFICATES_FILE'],
  afterpay: ['AFTERPAY_URL', 'AFTERPAY_MERCHANT_ID', 'AFTERPAY_SECRET_KEY'],
  paypal: ['PAYPAL_URL', 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  zip: ['ZIP_URL', 'ZIP_API_KEY'],
  'zip-in-store': ['ZIP_IN_STORE_URL', 'ZIP_IN_STORE_API_KEY'],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>

export type ConfiguredProvider = keyof typeof providerSettings

export const configuredProviders = Object.keys(providerSettings) as readonly ConfiguredProvider[]

export type Environment = Readonly<Record<string, string | undefined>>

/** One problem of a setting: what is wrong and what it must be. */
export type SettingProblem = { readonly name: SettingName; readonly message: string }

/** Seals a database of a developer's; refused in production. */
export const developmentSecretKey = 'a key that everybody knows, for development'

/** The setting's default; null for one that has none. */
export function defaultOf(name: SettingName): string | null {
  const parsed = environment.shape[name].safeParse(undefined)
  return parsed.success && (typeof parsed.data === 'string' || typeof parsed.data === 'number')
    ? String(parsed.data)
    : null
}

export const settingNames = Object.keys(environment.shape) as readonly SettingName[]

/** Start messages end up in logs and on screens, so keys, and addresses that may contain a password, are not repeated there. */
export function shownValue(name: string, value: string | undefined): string | null {
  if (value === undefined) return null
  return /KEY|SECRET|TOKEN|OTLP_HEADERS|DATABASE_(LISTEN_)?URL|SMTP_URL|MEDIA_URL/.test(name) && value !== 'embedded'
    ? '…'
    : value
}
