import { z } from 'zod'
import { appCodes, type AppCode } from '../brands/apps.ts'
import { crashPoints } from './crash-point.ts'

/**
 * The whole configuration, read once at start from the environment. Everything has a working default, so the program starts with no
 * setting at all; what a production start must not leave to a default is refused with the name of the setting and what to write there.
 */

const port = (fallback: number) =>
  z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a whole number')
    .min(0, 'must be from 0 to 65535')
    .max(65_535, 'must be from 0 to 65535')
    .default(fallback)

const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })

const appCode = z.enum(appCodes, { error: `must be one of ${appCodes.join(', ')}` })

/** 'www.aol.example=aol,www.andoo.example=andoo' as pairs of request host and app. */
const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')

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

/** Browsers lead every name under localhost to this machine. */
const localSites: ReadonlyMap<string, AppCode> = new Map(appCodes.map((app) => [`${app}.localhost`, app]))

const environment = z.object({
  ENV: z.enum(['dev', 'test', 'prod'], { error: 'must be dev, test or prod' }).default('dev'),
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
  /** Where a browser reaches the shop; payment providers send shoppers back to it. */
  PUBLIC_URL: httpUrl.optional(),
  /** Where a browser reaches the staff host, whose panels pages may frame; unset, this machine with CMS_PORT. */
  CMS_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('var'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address that begins with postgres://' })
    .optional(),
  DATABASE_POOL: whole(1, 100).default(10),
  /** Seconds that a statement may take on a PostgreSQL server, before the server ends it, or we the connection. */
  DATABASE_TIMEOUT: whole(1, 600).default(30),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], { error: 'must be silent, error, warn, info or debug' })
    .default('info'),
  PAGE_CACHE_MB: whole(0, 16_384).default(256),
  /** How many proxies in front of us write X-Forwarded-For; 0 trusts none. */
  TRUSTED_PROXIES: whole(0, 5).default(0),
  /** Headers in which the proxy in front of us says where a visitor is; unset, the packaged database of addresses says the country. */
  GEO_COUNTRY_HEADER: headerName.optional(),
  GEO_POSTCODE_HEADER: headerName.optional(),
  /** A newer database of countries, in MaxMind's format. */
  GEO_DATABASE: z.string().min(1).optional(),
  /** Off for load tests that measure the pages and not the guard. */
  RATE_LIMITS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  /** Seals what nobody must read from the database, such as the keys that tokens are signed with; 32 characters or more. */
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address that begins with smtp:// or smtps://' })
    .optional(),
  MAIL_FROM: z.string().optional(),
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
  /** Logins by other providers: each is offered where its client id is given, and outside production by a stand-in in the sandbox. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  FACEBOOK_CLIENT_ID: z.string().min(1).optional(),
  FACEBOOK_CLIENT_SECRET: z.string().min(1).optional(),
  APPLE_CLIENT_ID: z.string().min(1).optional(),
  APPLE_TEAM_ID: z.string().min(1).optional(),
  APPLE_KEY_ID: z.string().min(1).optional(),
  /** PKCS 8, as Apple hands it out; line ends may be written \\n. */
  APPLE_PRIVATE_KEY: z.string().min(1).optional(),
  /** Where a stand-in for Google and Facebook is, outside production; 'off' offers none. */
  DEMO_OPENID_URL: z.union([httpUrl, z.literal('off')]).optional(),
  /** The browser maps service that suggests addresses at the checkout; without a key they are typed (decision checkout-21). */
  MAPS_KEY: z.string().min(1).optional(),
  MAPS_URL: httpUrl.default('https://maps.googleapis.com'),
  /** Google Pay's script, and our id at Google; without an id it is only tried. Outside production the sandbox has a stand-in for it. */
  GOOGLE_PAY_URL: httpUrl.optional(),
  GOOGLE_PAY_MERCHANT_ID: z.string().min(1).optional(),
  /** Our id at Apple, which switches Apple Pay on beside Google Pay, and the file by which Apple knows that our domains are ours. */
  APPLE_PAY_MERCHANT_ID: z.string().min(1).optional(),
  APPLE_PAY_DOMAIN_FILE: z.string().min(1).optional(),
  /** reCAPTCHA, and the secrets of its site keys (v2 and v3), which are settings. Outside production the sandbox stands in for it. */
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
  /** Names a point in the money path where the process kills itself, so that recovery can be tested; refused in production. */
  CRASH_AT: z.enum(crashPoints, { error: `must be one of ${crashPoints.join(', ')}` }).optional(),
})

export type Config = Readonly<z.infer<typeof environment>> & {
  readonly publicUrl: string
  /** An origin. */
  readonly cmsUrl: string
  readonly secretKey: string
  readonly gatewayUrl: string
  readonly afterpayUrl: string
  readonly paypalUrl: string
  readonly zipUrl: string
  readonly zipInStoreUrl: string
  readonly gatewayCertificatesFile: string
  readonly googlePayUrl: string
  /** Null while Apple Pay is not offered. Outside production the sandbox is asked as somebody. */
  readonly applePayMerchantId: string | null
  readonly recaptcha: { readonly url: string; readonly checkbox: string | null; readonly invisible: string | null }
  /** The issuer that stands in for other providers of identities; null where none does. */
  readonly demoOpenIdUrl: string | null
  readonly usesSandbox: boolean
  /** Whether the gallery of building blocks has pages. */
  readonly showsGallery: boolean
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads and checks the environment. Throws a ConfigError whose message names every wrong setting and what it must be. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable means the same as none: compose files and shells often pass them so.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return `  ${name}=${shownValue(name, given[name] ?? '')}: ${issue.message}`
    })
    throw new ConfigError(`The configuration is not usable:\n${lines.join('\n')}`)
  }
  const settings = parsed.data
  const sandboxUrl = `http://127.0.0.1:${settings.SANDBOX_PORT}`
  const config: Config = {
    ...settings,
    // On a developer's machine every brand can be looked at, each by its own host name.
    SITES: settings.ENV === 'dev' && settings.SITES.size === 0 ? localSites : settings.SITES,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    cmsUrl: new URL(settings.CMS_URL ?? `http://localhost:${settings.CMS_PORT}`).origin,
    secretKey: settings.SECRET_KEY ?? 'a key that everybody knows, for development',
    gatewayUrl: settings.GATEWAY_URL ?? `${sandboxUrl}/gateway/v71`,
    afterpayUrl: settings.AFTERPAY_URL ?? `${sandboxUrl}/afterpay`,
    paypalUrl: settings.PAYPAL_URL ?? `${sandboxUrl}/paypal`,
    zipUrl: settings.ZIP_URL ?? `${sandboxUrl}/zip/merchant`,
    zipInStoreUrl: settings.ZIP_IN_STORE_URL ?? `${sandboxUrl}/zip-in-store/v1`,
    gatewayCertificatesFile: settings.GATEWAY_CERTIFICATES_FILE ?? `${settings.DATA_DIR}/sandbox/certificates.json`,
    googlePayUrl:
      settings.GOOGLE_PAY_URL ??
      (settings.ENV === 'prod' ? 'https://pay.google.com/gp/p/js/pay.js' : `${sandboxUrl}/wallets/google-pay.js`),
    applePayMerchantId: settings.APPLE_PAY_MERCHANT_ID ?? (settings.ENV === 'prod' ? null : 'merchant.sandbox'),
    recaptcha: recaptchaOf(settings, sandboxUrl),
    demoOpenIdUrl: demoOpenIdUrl(settings, sandboxUrl),
    usesSandbox: providerUrls.some((name) => settings[name] === undefined),
    showsGallery: settings.ENV !== 'prod',
  }
  refuseHalves(given)
  if (settings.ENV === 'prod') refuseUnsafe(config, given)
  return config
}

function demoOpenIdUrl(
  { ENV, DEMO_OPENID_URL }: Pick<z.infer<typeof environment>, 'ENV' | 'DEMO_OPENID_URL'>,
  sandboxUrl: string,
): string | null {
  return ENV === 'prod' || DEMO_OPENID_URL === 'off' ? null : (DEMO_OPENID_URL ?? `${sandboxUrl}/openid`)
}

function recaptchaOf(
  { ENV, RECAPTCHA_URL, RECAPTCHA_SECRET, RECAPTCHA_V3_SECRET }: z.infer<typeof environment>,
  sandboxUrl: string,
): Config['recaptcha'] {
  const isProduction = ENV === 'prod'
  const standIn = isProduction ? null : 'sandbox-captcha'
  return {
    url: (RECAPTCHA_URL ?? (isProduction ? 'https://www.google.com/recaptcha' : `${sandboxUrl}/recaptcha`)).replace(
      /\/$/,
      '',
    ),
    checkbox: RECAPTCHA_SECRET ?? standIn,
    invisible: RECAPTCHA_V3_SECRET ?? standIn,
  }
}

const providerUrls = ['GATEWAY_URL', 'AFTERPAY_URL', 'PAYPAL_URL', 'ZIP_URL', 'ZIP_IN_STORE_URL'] as const

/** Besides their addresses, what says to the providers who we are. */
const providerKeys = [
  'GATEWAY_API_KEY',
  'GATEWAY_MERCHANT_ACCOUNT',
  'GATEWAY_HMAC_KEY',
  'GATEWAY_CERTIFICATES_FILE',
  'AFTERPAY_MERCHANT_ID',
  'AFTERPAY_SECRET_KEY',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'ZIP_API_KEY',
  'ZIP_IN_STORE_API_KEY',
] as const

/** A message of start ends in logs and on screens: keys, and addresses that may hold a password, are not repeated there. */
function shownValue(name: string, value: string): string {
  return /KEY|SECRET|DATABASE_URL|SMTP_URL/.test(name) ? '…' : value
}

/** Settings that are of no use without each other. */
const together = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
] as const

function refuseHalves(given: Record<string, string | undefined>): void {
  const faults = together.flatMap((names) => {
    const there = names.filter((name) => given[name] !== undefined)
    const gone = names.filter((name) => given[name] === undefined)
    return there.length === 0 ? [] : gone.map((name) => `  ${name}: must be set when ${there[0]} is`)
  })
  if (faults.length > 0) throw new ConfigError(`The configuration is not usable:\n${faults.join('\n')}`)
}

function refuseUnsafe(config: Config, given: Record<string, string | undefined>): void {
  const faults: string[] = []
  for (const name of [
    'SECRET_KEY',
    'PUBLIC_URL',
    'CMS_URL',
    ...providerUrls,
    ...providerKeys,
    'SMTP_URL',
    'MAIL_FROM',
  ] as const) {
    if (given[name] === undefined) faults.push(`  ${name}: must be set when ENV is prod`)
  }
  for (const name of [
    'PUBLIC_URL',
    'CMS_URL',
    ...providerUrls,
    'MAPS_URL',
    'GOOGLE_PAY_URL',
    'RECAPTCHA_URL',
  ] as const) {
    const url = given[name]
    if (url === undefined) continue
    if (!url.startsWith('https://')) faults.push(`  ${name}=${url}: must be https when ENV is prod`)
    if (/^https?:\/\/(localhost|127\.|\[::1\])/.test(url)) {
      faults.push(`  ${name}=${url}: must not be this machine when ENV is prod`)
    }
  }
  const unserved = (config.SITES.size === 0 ? [config.APP] : [...new Set(config.SITES.values())]).filter(
    (app) => !Array.from(config.IDENTITY_SITES.values()).includes(app),
  )
  if (unserved.length > 0)
    faults.push(`  IDENTITY_SITES: must name the identity host of ${unserved.join(', ')} when ENV is prod`)
  if (config.CRASH_AT !== undefined) faults.push('  CRASH_AT: is for tests and must be empty when ENV is prod')
  if (faults.length > 0) throw new ConfigError(`The configuration is not fit for production:\n${faults.join('\n')}`)
}
