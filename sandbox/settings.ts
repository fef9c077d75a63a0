import { join } from 'node:path'
import { z } from 'zod'

/** The sandbox's settings, from the same environment variables and with the same defaults as the shop's. */

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })

const environment = z.object({
  ENV: z.enum(['dev', 'test', 'prod'], { error: 'must be dev, test or prod' }).default('dev'),
  STAGING: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  SANDBOX_PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a whole number')
    .min(0, 'must be from 0 to 65535')
    .max(65_535, 'must be from 0 to 65535')
    .default(3003),
  /** Where the shop reaches the sandbox, when that is not its own port. */
  SANDBOX_URL: httpUrl.optional(),
  SANDBOX_CONTROL: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  DATA_DIR: z.string().default('var'),
  SHOP_URL: httpUrl.default('http://localhost:3000'),
  GATEWAY_API_KEY: z.string().default('sandbox-gateway-key'),
  GATEWAY_HMAC_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
    .default('5a'.repeat(32)),
  GATEWAY_MERCHANT_ACCOUNT: z.string().default('StorefrontECOM'),
  GATEWAY_AGENCY_MERCHANT_ACCOUNT: z.string().default(''),
  AFTERPAY_MERCHANT_ID: z.string().default('sandbox-afterpay'),
  AFTERPAY_SECRET_KEY: z.string().default('sandbox-afterpay-secret'),
  PAYPAL_CLIENT_ID: z.string().default('sandbox-paypal'),
  PAYPAL_CLIENT_SECRET: z.string().default('sandbox-paypal-secret'),
  PAYPAL_WEBHOOK_ID: z.string().default('SANDBOXWEBHOOK1'),
  ZIP_API_KEY: z.string().default('sandbox-zip-key'),
  ZIP_IN_STORE_API_KEY: z.string().default('sandbox-zip-in-store-key'),
})

export type SandboxSettings = {
  /** 0 takes any free port. */
  readonly port: number
  /** Where the shop reaches the sandbox; null when that is its own port. */
  readonly url: string | null
  /** Everything the sandbox writes is in here. */
  readonly folder: string
  /** Where webhooks go; besides loopback hosts the only place shoppers are sent back to. */
  readonly shopUrl: string
  readonly isControlOn: boolean
  readonly gatewayApiKey: string
  /** 64 hexadecimal digits. */
  readonly gatewayHmacKey: string
  readonly merchantAccounts: readonly string[]
  readonly afterpayMerchantId: string
  readonly afterpaySecretKey: string
  readonly paypalClientId: string
  readonly paypalClientSecret: string
  readonly paypalWebhookId: string
  readonly zipApiKey: string
  readonly zipInStoreApiKey: string
}

export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Reads and checks the environment. Throws a SettingsError that says what is wrong, also when ENV is prod. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): SandboxSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new SettingsError(`The sandbox's settings are not usable:\n${lines.join('\n')}`)
  }
  const settings = parsed.data
  // A dress rehearsal is production in everything but the money.
  if (settings.ENV === 'prod' && settings.STAGING === 'off') {
    throw new SettingsError('The payments sandbox only pretends to take money, so it does not start when ENV is prod.')
  }
  const { GATEWAY_MERCHANT_ACCOUNT: own, GATEWAY_AGENCY_MERCHANT_ACCOUNT: agency } = settings
  return {
    port: settings.SANDBOX_PORT,
    url: settings.SANDBOX_URL ?? null,
    folder: join(settings.DATA_DIR, 'sandbox'),
    shopUrl: settings.SHOP_URL,
    isControlOn: settings.SANDBOX_CONTROL === 'on',
    gatewayApiKey: settings.GATEWAY_API_KEY,
    gatewayHmacKey: settings.GATEWAY_HMAC_KEY,
    merchantAccounts: agency === '' || agency === own ? [own] : [own, agency],
    afterpayMerchantId: settings.AFTERPAY_MERCHANT_ID,
    afterpaySecretKey: settings.AFTERPAY_SECRET_KEY,
    paypalClientId: settings.PAYPAL_CLIENT_ID,
    paypalClientSecret: settings.PAYPAL_CLIENT_SECRET,
    paypalWebhookId: settings.PAYPAL_WEBHOOK_ID,
    zipApiKey: settings.ZIP_API_KEY,
    zipInStoreApiKey: settings.ZIP_IN_STORE_API_KEY,
  }
}
