import { productionProblems, productionWarnings } from './config-production.ts'
import {
  configuredProviders,
  developmentSecretKey,
  environment,
  localSites,
  providerSettings,
  shownValue,
  type ConfiguredProvider,
  type Environment,
  type SettingName,
  type SettingProblem,
  type Settings,
} from './config-schema.ts'
import { StartError } from '../start-error.ts'

/**
 * The configuration, read once at start from the environment. Everything has a working default, so the program starts without any setting;
 * production rejects unsafe defaults with the name of the setting and what to set it to.
 */

export type Config = Readonly<Settings> & {
  readonly isProduction: boolean
  /** Production with real money; false in a dress rehearsal. */
  readonly isLive: boolean
  /** The PostgreSQL server; null for the database in DATA_DIR. */
  readonly databaseUrl: string | null
  readonly publicUrl: string
  /** An origin. */
  readonly cmsUrl: string
  readonly secretKey: string
  /** The payment providers that have their settings; the others are not offered. */
  readonly providers: ReadonlySet<ConfiguredProvider>
  readonly gatewayUrl: string
  readonly afterpayUrl: string
  readonly paypalUrl: string
  readonly zipUrl: string
  readonly zipInStoreUrl: string
  readonly gatewayCertificatesFile: string
  readonly googlePayUrl: string
  /** Null while Apple Pay is not offered. Outside production the sandbox needs a merchant id too. */
  readonly applePayMerchantId: string | null
  readonly recaptcha: { readonly url: string; readonly checkbox: string | null; readonly invisible: string | null }
  /** The issuer that replaces other identity providers in development; null without one. */
  readonly demoOpenIdUrl: string | null
  readonly usesSandbox: boolean
  /** Whether mail that no server takes is shown by the mail viewer. */
  readonly showsMail: boolean
  /** Whether the gallery of building blocks has pages. */
  readonly showsGallery: boolean
}

export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/**
 * The result of reading an environment: the configuration, which must not be used while there are problems, the problems, and the warnings.
 */
export type ConfigReading = {
  readonly config: Config
  readonly problems: readonly SettingProblem[]
  readonly warnings: readonly SettingProblem[]
}

/** Reads and validates the environment. Throws a ConfigError whose message lists every invalid setting and what it must be. */
export function readConfig(env: Environment): Config {
  const { config, problems } = checkConfig(env)
  if (problems.length === 0) return config
  const given = givenSettings(env)
  const lines = problems.map(({ name, message }) => {
    const value = shownValue(name, given[name])
    return `  ${name}${value === null ? '' : `=${value}`}: ${message}`
  })
  throw new ConfigError(`The configuration is not usable:\n${lines.join('\n')}`)
}

/** An empty variable means the same as none: compose files and shells often pass them so. */
export function givenSettings(env: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  )
}

/** Reads and checks the environment without throwing, for the table of `npm run config:check`. */
export function checkConfig(env: Environment): ConfigReading {
  const given = givenSettings(env)
  const parsed = environment.safeParse(given)
  const malformed = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ name: String(path[0]) as SettingName, message }))
  // What cannot be read is put aside, so that the other settings are checked in the same go.
  const unreadable = new Set<string>(malformed.map(({ name }) => name))
  const settings = environment.parse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !unreadable.has(name))),
  )
  const unsafe = settings.ENV === 'prod' ? productionProblems(settings, given) : []
  return {
    config: configOf(settings),
    problems: [...malformed, ...incompleteSettings(given), ...unsafe.filter(({ name }) => !unreadable.has(name))],
    warnings: settings.ENV === 'prod' ? productionWarnings(settings) : [],
  }
}

function configOf(settings: Settings): Config {
  const isProduction = settings.ENV === 'prod'
  const isLive = isProduction && settings.STAGING === 'off'
  const sandboxUrl = `http://127.0.0.1:${settings.SANDBOX_PORT}`
  // The sandbox replaces providers without an address, except where money is real.
  const missing = configuredProviders.filter((one) => settings[providerSettings[one][0]] === undefined)
  return {
    ...settings,
    isProduction,
    isLive,
    // On a developer's machine every brand can be looked at, each by its own host name.
    SITES: settings.ENV === 'dev' && settings.SITES.size === 0 ? localSites : settings.SITES,
    databaseUrl:
      settings.DATABASE_URL === undefined || settings.DATABASE_URL === 'embedded' ? null : settings.DATABASE_URL,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    cmsUrl: new URL(settings.CMS_URL ?? `http://localhost:${settings.CMS_PORT}`).origin,
    secretKey: settings.SECRET_KEY ?? developmentSecretKey,
    providers: new Set(configuredProviders.filter((one) => !isLive || !missing.includes(one))),
    gatewayUrl: settings.GATEWAY_URL ?? `${sandboxUrl}/gateway/v71`,
    afterpayUrl: settings.AFTERPAY_URL ?? `${sandboxUrl}/afterpay`,
    paypalUrl: settings.PAYPAL_URL ?? `${sandboxUrl}/paypal`,
    zipUrl: settings.ZIP_URL ?? `${sandboxUrl}/zip/merchant`,
    zipInStoreUrl: settings.ZIP_IN_STORE_URL ?? `${sandboxUrl}/zip-in-store/v1`,
    gatewayCertificatesFile: settings.GATEWAY_CERTIFICATES_FILE ?? `${settings.DATA_DIR}/sandbox/certificates.json`,
    googlePayUrl:
      settings.GOOGLE_PAY_URL ??
      (isLive ? 'https://pay.google.com/gp/p/js/pay.js' : `${sandboxUrl}/wallets/google-pay.js`),
    applePayMerchantId: settings.APPLE_PAY_MERCHANT_ID ?? (isLive ? null : 'merchant.sandbox'),
    recaptcha: recaptchaOf(settings, isLive, sandboxUrl),
    demoOpenIdUrl: demoOpenIdUrl(settings, sandboxUrl),
    usesSandbox: !isLive && missing.length > 0,
    showsMail: !isLive && settings.SMTP_URL === undefined,
    showsGallery: !isProduction,
  }
}

function demoOpenIdUrl(
  { ENV, DEMO_OPENID_URL }: Pick<Settings, 'ENV' | 'DEMO_OPENID_URL'>,
  sandboxUrl: string,
): string | null {
  return ENV === 'prod' || DEMO_OPENID_URL === 'off' ? null : (DEMO_OPENID_URL ?? `${sandboxUrl}/openid`)
}

function recaptchaOf(
  { RECAPTCHA_URL, RECAPTCHA_SECRET, RECAPTCHA_V3_SECRET }: Settings,
  isLive: boolean,
  sandboxUrl: string,
): Config['recaptcha'] {
  const standIn = isLive ? null : 'sandbox-captcha'
  return {
    url: (RECAPTCHA_URL ?? (isLive ? 'https://www.google.com/recaptcha' : `${sandboxUrl}/recaptcha`)).replace(
      /\/$/,
      '',
    ),
    checkbox: RECAPTCHA_SECRET ?? standIn,
    invisible: RECAPTCHA_V3_SECRET ?? standIn,
  }
}

/** Settings that are of no use without each other. */
const together: readonly (readonly SettingName[])[] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
]

function incompleteSettings(given: Readonly<Record<string, string>>): SettingProblem[] {
  return together.flatMap((names) => {
    const present = names.filter((name) => given[name] !== undefined)
    const absent = names.filter((name) => given[name] === undefined)
    return present.length === 0 ? [] : absent.map((name) => ({ name, message: `must be set when ${present[0]} is` }))
  })
}
