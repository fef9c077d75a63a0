import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return expect.fail('it was taken')
}

test('the program starts with no setting at all, and an empty one is none', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    ENV: 'dev',
    APP: 'wa',
    PORT: 3_000,
    publicUrl: 'http://localhost:3000',
    usesSandbox: true,
    showsGallery: true,
    RATE_LIMITS: 'on',
  })
  expect(config.gatewayUrl).toBe('http://127.0.0.1:3003/gateway/v71')
  expect(readConfig({ PORT: '', APP: '', DATABASE_URL: '' })).toEqual(config)
})

test('logins by other providers are set up whole or not at all, and a stand-in offers them everywhere but in production', () => {
  expect(refusalOf({ GOOGLE_CLIENT_ID: 'g' })).toBe(
    'The configuration is not usable:\n  GOOGLE_CLIENT_SECRET: must be set when GOOGLE_CLIENT_ID is',
  )
  expect(refusalOf({ FACEBOOK_CLIENT_SECRET: 'a secret' })).toBe(
    'The configuration is not usable:\n  FACEBOOK_CLIENT_ID: must be set when FACEBOOK_CLIENT_SECRET is',
  )
  expect(refusalOf({ APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 't' })).toBe(
    'The configuration is not usable:\n  APPLE_KEY_ID: must be set when APPLE_CLIENT_ID is\n  APPLE_PRIVATE_KEY: must be set when APPLE_CLIENT_ID is',
  )
  expect(readConfig({}).demoOpenIdUrl).toBe('http://127.0.0.1:3003/openid')
  expect(readConfig({ DEMO_OPENID_URL: 'http://127.0.0.1:9/x' }).demoOpenIdUrl).toBe('http://127.0.0.1:9/x')
  expect(readConfig({ DEMO_OPENID_URL: 'off' }).demoOpenIdUrl).toBeNull()
})

test.each([
  ['ENV', 'production', 'must be dev, test or prod'],
  ['APP', 'wb', 'must be one of wa, andoo, aol, aol-nz, aoc, wac, hc, fk'],
  ['SITES', 'www.aol.example', 'must be host=app pairs joined by commas; "www.aol.example" is not one'],
  ['SITES', 'www.aol.example=aol, =wa', 'must be host=app pairs joined by commas; "=wa" is not one'],
  ['SITES', 'www.aol.example=xx', 'must be host=app pairs'],
  ['PORT', 'http', 'must be a port number'],
  ['PORT', '65536', 'must be from 0 to 65535'],
  ['IDENTITY_PORT', '-1', 'must be from 0 to 65535'],
  ['CMS_PORT', '80.5', 'must be a whole number'],
  ['PUBLIC_URL', 'shop.example', 'must be an address that begins with http:// or https://'],
  ['PUBLIC_URL', 'ftp://shop.example', 'must be an address that begins with http:// or https://'],
  ['DATABASE_URL', 'mysql://localhost/x', 'must be an address that begins with postgres://'],
  ['DATABASE_POOL', 'many', 'must be a whole number from 1 to 100'],
  ['DATABASE_POOL', '0', 'must be a whole number from 1 to 100'],
  ['LOG_LEVEL', 'loud', 'must be silent, error, warn, info or debug'],
  ['PAGE_CACHE_MB', '-1', 'must be a whole number from 0 to 16384'],
  ['TRUSTED_PROXIES', '6', 'must be a whole number from 0 to 5'],
  ['RATE_LIMITS', 'yes', 'must be on or off'],
  ['SECRET_KEY', 'too-short', 'must have at least 32 characters'],
  ['SMTP_URL', 'mail.example', 'must be an address that begins with smtp:// or smtps://'],
  ['GATEWAY_URL', 'gateway', 'must be an address that begins with http:// or https://'],
  ['GATEWAY_HMAC_KEY', 'abc', 'must be 64 hexadecimal digits'],
])('%s=%s is refused with what it must be', (name, value, must) => {
  const message = refusalOf({ [name]: value })
  expect(message).toContain(`  ${name}=`)
  expect(message).toContain(must)
})

test('every wrong setting is named at once, and no secret is repeated', () => {
  const message = refusalOf({
    PORT: 'x',
    APP: 'x',
    SECRET_KEY: 'hunter2',
    GATEWAY_HMAC_KEY: 'hunter2',
    DATABASE_URL: 'mysql://shop:hunter2@db/x',
    SMTP_URL: 'http://shop:hunter2@mail',
  })
  for (const name of ['PORT', 'APP', 'SECRET_KEY', 'GATEWAY_HMAC_KEY', 'DATABASE_URL', 'SMTP_URL'])
    expect(message).toContain(name)
  expect(message).not.toContain('hunter2')
})

test('hosts choose apps, in any letter case', () => {
  const { SITES } = readConfig({ SITES: 'WWW.AOL.example=aol, www.andoo.example=andoo,' })
  expect([...SITES]).toEqual([
    ['www.aol.example', 'aol'],
    ['www.andoo.example', 'andoo'],
  ])
})

test('there are keys for the card gateway, for those who measure and for the maps service; without them these are off or the sandbox’s [SETT-13]', () => {
  const bare = readConfig({})
  expect([bare.MAPS_KEY, bare.PAGE_TRACKING_ID, bare.TAG_MANAGER_ID, bare.BEHAVIOUR_ID, bare.PIXEL_ID]).toEqual([undefined, undefined, undefined, undefined, undefined]) // prettier-ignore
  expect([bare.GATEWAY_API_KEY, bare.ANALYTICS_PROVIDERS]).toEqual([
    'sandbox-gateway-key',
    'internal,pageTracking,dataLayer,behaviour,facebook',
  ])
  const given = {
    GATEWAY_API_KEY: 'card-key',
    MAPS_KEY: 'maps-key',
    TAG_MANAGER_URL: 'https://tags.example/gtm.js',
    TAG_MANAGER_ID: 'GTM-1',
    PIXEL_URL: 'https://pixel.example/tr',
    PIXEL_ID: '42',
  }
  expect(readConfig(given)).toMatchObject(given)
  expect(() => readConfig({ PIXEL_URL: 'pixel.example' })).toThrow('PIXEL_URL')
})

test('in development every brand has a host of its own, unless hosts are given', () => {
  expect(readConfig({}).SITES.get('aol-nz.localhost')).toBe('aol-nz')
  expect(readConfig({}).SITES.size).toBe(8)
  expect(readConfig({ SITES: 'x.example=wa' }).SITES.size).toBe(1)
  expect(readConfig({ ENV: 'test' }).SITES.size).toBe(0)
})

describe('in production', () => {
  const good = {
    ENV: 'prod',
    SECRET_KEY: 's'.repeat(32),
    APP: 'aol',
    PUBLIC_URL: 'https://www.aol.example/',
    CMS_URL: 'https://cms.example/',
    GATEWAY_URL: 'https://gateway.example/v71',
    GATEWAY_API_KEY: 'key',
    GATEWAY_MERCHANT_ACCOUNT: 'Merchant',
    GATEWAY_HMAC_KEY: 'ab'.repeat(32),
    GATEWAY_CERTIFICATES_FILE: '/etc/certificates.json',
    AFTERPAY_URL: 'https://afterpay.example',
    AFTERPAY_MERCHANT_ID: 'id',
    AFTERPAY_SECRET_KEY: 'secret',
    PAYPAL_URL: 'https://api-m.paypal.example',
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: '7AB12345',
    ZIP_URL: 'https://zip.example/merchant',
    ZIP_API_KEY: 'key',
    ZIP_IN_STORE_URL: 'https://zip.example/v1',
    ZIP_IN_STORE_API_KEY: 'key',
    IDENTITY_SITES: 'id.aol.example=aol',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'Shop <orders@aol.example>',
  }

  test('a whole configuration is taken', () => {
    expect(readConfig(good)).toMatchObject({
      publicUrl: 'https://www.aol.example',
      usesSandbox: false,
      showsGallery: false,
    })
  })

  test.each(Object.keys(good).filter((name) => !['ENV', 'APP', 'IDENTITY_SITES'].includes(name)))(
    '%s must be set',
    (name) => {
      const { [name as keyof typeof good]: _, ...rest } = good
      expect(refusalOf(rest)).toContain(`  ${name}: must be set when ENV is prod`)
    },
  )

  test.each([
    ['PUBLIC_URL', 'http://www.aol.example', 'must be https'],
    ['CMS_URL', 'http://cms.example', 'must be https'],
    ['GATEWAY_URL', 'http://gateway.example', 'must be https'],
    ['AFTERPAY_URL', 'https://127.0.0.1:3003/afterpay', 'must not be this machine'],
    ['GATEWAY_URL', 'https://localhost:3003/gateway/v71', 'must not be this machine'],
    ['CRASH_AT', 'after-initiate', 'must be empty'],
    ['IDENTITY_SITES', '', 'must name the identity host of aol'],
    ['SITES', 'www.wa.example=wa', 'must name the identity host of wa'],
  ])('%s=%s is refused', (name, value, must) => {
    expect(refusalOf({ ...good, [name]: value })).toContain(must)
  })
})
