import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { brands } from '../../brands/brands.ts'
import { readConfig, type Config } from '../../platform/config/config.ts'
import { hmacKey, merchantAccount } from './merchant.ts'

/** Nothing listens on this port. */
const nowhere = 'http://127.0.0.1:9'

/** The configuration of a test shop: every provider is the sandbox, or unreachable. */
export function testConfig({
  folder,
  url,
  sandbox,
  env,
}: {
  folder: string
  url: string
  sandbox: Sandbox | null
  env: Readonly<Record<string, string>>
}): Config {
  const providers = sandbox?.url ?? nowhere
  return readConfig({
    ENV: 'test',
    APP: 'aol',
    SITES: brands.map((brand) => `${brand.app}.localhost=${brand.app}`).join(','),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    PAGE_CACHE_MB: '16',
    RATE_LIMITS: 'off',
    LOAD_SHEDDING: 'off',
    GATEWAY_URL: `${providers}/gateway/v71`,
    AFTERPAY_URL: `${providers}/afterpay`,
    PAYPAL_URL: `${providers}/paypal`,
    ZIP_URL: `${providers}/zip/merchant`,
    RECAPTCHA_URL: `${providers}/recaptcha`,
    DEMO_OPENID_URL: `${providers}/openid`,
    ZIP_IN_STORE_URL: `${providers}/zip-in-store/v1`,
    GATEWAY_MERCHANT_ACCOUNT: merchantAccount,
    GATEWAY_HMAC_KEY: hmacKey,
    ...(sandbox === null ? {} : { GATEWAY_CERTIFICATES_FILE: sandbox.certificateFile }),
    ...env,
  })
}
