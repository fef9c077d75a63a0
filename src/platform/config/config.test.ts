import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkConfig, ConfigError, readConfig } from './config.ts'
import { configurationDocument, envExample } from './config-help.ts'
import { isHardToGuess } from './config-production.ts'
import { settingRows, settingTable } from './config-report.ts'
import { settingNames } from './config-schema.ts'

function problemOf(env: Record<string, string>): string {
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
  expect(problemOf({ GOOGLE_CLIENT_ID: 'g' })).toBe(
    'The configuration is not usable:\n  GOOGLE_CLIENT_SECRET: must be set when GOOGLE_CLIENT_ID is',
  )
  expect(problemOf({ FACEBOOK_CLIENT_SECRET: 'a secret' })).toBe(
    'The configuration is not usable:\n  FACEBOOK_CLIENT_ID: must be set when FACEBOOK_CLIENT_SECRET is',
  )
  expect(problemOf({ APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 't' })).toBe(
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
  ['MAIL_FROM', 'The Shop', 'must be an address, or app=address pairs joined by commas'],
  ['TRUSTED_TYPE_POLICIES', "goog#html 'none'", 'must be names of Trusted Types policies'],
  ['GATEWAY_URL', 'gateway', 'must be an address that begins with http:// or https://'],
  ['GATEWAY_HMAC_KEY', 'abc', 'must be 64 hexadecimal digits'],
])('%s=%s is refused with what it must be', (name, value, must) => {
  const message = problemOf({ [name]: value })
  expect(message).toContain(`  ${name}=`)
  expect(message).toContain(must)
})

test('every wrong setting is named at once, and no secret is repeated', () => {
  const message = problemOf({
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

/** Everything that a shop with real money needs, and nothing else. */
const required = {
  ENV: 'prod',
  DATABASE_URL: 'postgres://shop:secret@db.shop.example/shop?sslmode=verify-full',
  SECRET_KEY: 'pQ7vX2mK9sT4wZ8nB3cR6yH1jL5dF0gA',
  APP: 'aol',
  PUBLIC_URL: 'https://www.aol.example/',
  CMS_URL: 'https://cms.example/',
  IDENTITY_SITES: 'id.aol.example=aol',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Shop <orders@aol.example>',
}
const card = {
  GATEWAY_URL: 'https://gateway.example/v71',
  GATEWAY_API_KEY: 'key',
  GATEWAY_MERCHANT_ACCOUNT: 'Merchant',
  GATEWAY_HMAC_KEY: 'ab'.repeat(32),
  GATEWAY_CERTIFICATES_FILE: '/etc/certificates.json',
}
const afterpay = { AFTERPAY_URL: 'https://afterpay.example', AFTERPAY_MERCHANT_ID: 'id', AFTERPAY_SECRET_KEY: 'secret' }
const paypal = {
  PAYPAL_URL: 'https://api-m.paypal.example',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: '7AB12345',
}
const zip = { ZIP_URL: 'https://zip.example/merchant', ZIP_API_KEY: 'key' }
const zipInStore = { ZIP_IN_STORE_URL: 'https://zip.example/v1', ZIP_IN_STORE_API_KEY: 'key' }
const good = { ...required, ...card, ...afterpay, ...paypal, ...zip, ...zipInStore }

describe('in production', () => {
  test('a whole configuration is taken', () => {
    const config = readConfig(good)
    expect(config).toMatchObject({
      publicUrl: 'https://www.aol.example',
      databaseUrl: good.DATABASE_URL,
      usesSandbox: false,
      showsGallery: false,
      showsMail: false,
      isLive: true,
    })
    expect([...config.providers]).toEqual(['card', 'afterpay', 'paypal', 'zip', 'zip-in-store'])
  })

  test.each(Object.keys(required).filter((name) => !['ENV', 'APP', 'IDENTITY_SITES'].includes(name)))(
    '%s must be set',
    (name) => {
      const { [name as keyof typeof good]: _, ...rest } = good
      expect(problemOf(rest)).toMatch(new RegExp(`  ${name}: must be .*when ENV is prod`))
    },
  )

  test('the embedded database must be asked for by name', () => {
    const { DATABASE_URL: _, ...rest } = good
    expect(problemOf(rest)).toContain(
      "  DATABASE_URL: must be the address of a PostgreSQL server, or 'embedded' for the database in DATA_DIR, when ENV is prod",
    )
    expect(readConfig({ ...rest, DATABASE_URL: 'embedded' }).databaseUrl).toBeNull()
  })

  test.each([
    ['card', card],
    ['afterpay', afterpay],
    ['paypal', paypal],
    ['zip', zip],
  ])('%s alone is enough to take money', (name, settings) => {
    expect([...readConfig({ ...required, ...settings }).providers]).toEqual([name])
  })

  test('a shop without a way to pay is refused, and one that is paid in stores alone', () => {
    const must = 'must be set when ENV is prod, or AFTERPAY_URL, PAYPAL_URL or ZIP_URL: a shop needs a way to pay'
    expect(problemOf(required)).toContain(`  GATEWAY_URL: ${must}`)
    expect(problemOf({ ...required, ...zipInStore })).toContain(`  GATEWAY_URL: ${must}`)
  })

  test.each(Object.keys({ ...card, ...afterpay, ...paypal, ...zip, ...zipInStore }))(
    'a provider has all of its settings or none: without %s it is refused',
    (name) => {
      const { [name as keyof typeof good]: _, ...rest } = good
      expect(problemOf(rest)).toMatch(new RegExp(`  ${name}: must be set when [A-Z_]+ is`))
    },
  )

  test.each([
    ['GATEWAY_API_KEY', 'sandbox-gateway-key'],
    ['GATEWAY_MERCHANT_ACCOUNT', 'StorefrontECOM'],
    ['GATEWAY_HMAC_KEY', '5a'.repeat(32)],
    ['AFTERPAY_MERCHANT_ID', 'sandbox-afterpay'],
    ['AFTERPAY_SECRET_KEY', 'sandbox-afterpay-secret'],
    ['PAYPAL_CLIENT_ID', 'sandbox-paypal'],
    ['PAYPAL_CLIENT_SECRET', 'sandbox-paypal-secret'],
    ['PAYPAL_WEBHOOK_ID', 'SANDBOXWEBHOOK1'],
    ['ZIP_API_KEY', 'sandbox-zip-key'],
    ['ZIP_IN_STORE_API_KEY', 'sandbox-zip-in-store-key'],
  ])('the sandbox’s public %s is refused', (name, value) => {
    expect(problemOf({ ...good, [name]: value })).toMatch(
      new RegExp(`  ${name}=.*: is the sandbox’s, which everybody knows`),
    )
  })

  const notPrivate = 'must not be this machine or a private network when ENV is prod'
  test.each([
    ['PUBLIC_URL', 'http://www.aol.example', 'must be https'],
    ['PUBLIC_URL', 'https://www.aol.example/shop', 'must be a scheme and a host, without a path'],
    ['CMS_URL', 'http://cms.example', 'must be https'],
    ['CMS_URL', 'https://www.aol.example', 'must be another host than the shop’s'],
    ['GATEWAY_URL', 'http://gateway.example', 'must be https'],
    ['AFTERPAY_URL', 'https://127.0.0.1:3003/afterpay', notPrivate],
    ['GATEWAY_URL', 'https://localhost:3003/gateway/v71', notPrivate],
    ['PAYPAL_URL', 'https://10.1.2.3', notPrivate],
    ['ZIP_URL', 'https://172.16.0.9/merchant', notPrivate],
    ['ZIP_IN_STORE_URL', 'https://192.168.1.1/v1', notPrivate],
    ['GATEWAY_URL', 'https://[fd00::1]/v71', notPrivate],
    ['GATEWAY_URL', 'https://[::ffff:10.0.0.1]/v71', notPrivate],
    ['GATEWAY_URL', 'https://2130706433/v71', notPrivate],
    ['GATEWAY_URL', 'https://gateway/v71', notPrivate],
    ['GATEWAY_URL', 'https://gateway.internal/v71', notPrivate],
    ['TAG_MANAGER_URL', 'http://tags.example', 'must be https'],
    ['DATABASE_URL', 'postgres://shop:secret@db.shop.example/shop', 'must have ?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://shop:secret@203.0.113.9/shop?sslmode=require', 'must have ?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://shop:secret@127.0.0.1/shop?host=203.0.113.9', 'must have ?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://shop:secret@10.1.2.3/shop?sslmode=no-verify', 'must not switch the check of certificates off'], // prettier-ignore
    ['SMTP_URL', 'smtp://mail.example', 'must be smtps://, or smtp:// with ?requireTLS=true for STARTTLS'],
    ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false', 'must not switch the check of certificates off'],
    ['RATE_LIMITS', 'off', 'must be on'],
    ['LOAD_SHEDDING', 'off', 'must be on'],
    ['CRASH_AT', 'after-initiate', 'must be empty'],
    ['IDENTITY_SITES', '', 'must name the identity host of aol'],
    ['IDENTITY_SITES', 'www.aol.example=aol', 'must not name www.aol.example, which is a host of the shop'],
    ['SITES', 'www.wa.example=wa', 'must name the identity host of wa'],
    ['SITES', 'www.aol.example=aol,aol.localhost:3000=aol', 'must not name aol.localhost:3000: this machine'],
    ['SITES', 'www.aol.example=aol,10.0.0.7=aol', 'must not name 10.0.0.7: this machine or a private network'],
    ['IDENTITY_SITES', 'identity.internal=aol', 'must not name identity.internal: this machine'],
    ['MAIL_FROM', 'andoo=orders@andoo.example', 'must name a sender of aol'],
    ['SECRET_KEY', 's'.repeat(32), 'is easy to guess'],
    ['SECRET_KEY', 'abcdefghijklmnopqrstuvwxyz0123456789', 'is easy to guess'],
    ['SECRET_KEY', 'passwordpasswordpasswordpassword', 'is easy to guess'],
    ['SECRET_KEY', 'a key that everybody knows, for development', 'is easy to guess'],
  ])('%s=%s is refused', (name, value, must) => {
    const message = problemOf({ ...good, [name]: value })
    expect(message).toContain(name)
    expect(message).toContain(must)
  })

  test('a missing SECURITY_CONTACT is a warning and no refusal', () => {
    const warned = (env: Record<string, string>) => checkConfig(env).warnings.map(({ name }) => name)
    expect(readConfig(good).SECURITY_CONTACT).toBeUndefined()
    expect(warned(good)).toEqual(['SECURITY_CONTACT'])
    expect(warned({ ...good, SECURITY_CONTACT: 'mailto:security@aol.example' })).toEqual([])
    expect(warned({ ...good, STAGING: 'on' })).toEqual([])
    expect(warned({})).toEqual([])
  })

  test('brands can have a sender each', () => {
    const sites = { SITES: 'www.aol.example=aol,www.andoo.example=andoo', IDENTITY_SITES: 'id.a.example=aol,id.b.example=andoo' } // prettier-ignore
    const { MAIL_FROM } = readConfig({ ...good, ...sites, MAIL_FROM: 'aol=a@aol.example,andoo=b@andoo.example' })
    expect(MAIL_FROM).toBe('aol=a@aol.example,andoo=b@andoo.example')
  })

  test.each([
    'postgres://shop:secret@127.0.0.1/shop',
    'postgres://shop:secret@db/shop',
    'postgres://shop:secret@[fd00::5]/shop',
    'postgres:///shop?host=/var/run/postgresql',
  ])('the database %s may be without TLS: it is on this machine or in a private network', (DATABASE_URL) => {
    expect(readConfig({ ...good, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  })

  test('STARTTLS that is required is as good as TLS from the first byte', () => {
    expect(readConfig({ ...good, SMTP_URL: 'smtp://mail.example:587?requireTLS=true' }).isLive).toBe(true)
  })

  test('all that is wrong is named at once, what cannot be read beside what is unsafe', () => {
    const message = problemOf({
      ...good,
      PORT: 'x',
      RATE_LIMITS: 'off',
      SECRET_KEY: 's'.repeat(32),
      ZIP_URL: 'zip',
      CMS_URL: '',
    })
    for (const name of ['PORT', 'RATE_LIMITS', 'SECRET_KEY', 'ZIP_URL', 'CMS_URL'])
      expect(message).toContain(`  ${name}`)
    expect(message.match(/ZIP_URL/g)).toHaveLength(1)
  })
})

describe('a key', () => {
  test('made at random is hard to guess, whatever its alphabet', () => {
    for (let round = 0; round < 500; round++) {
      expect(isHardToGuess(randomBytes(16).toString('hex'))).toBe(true)
      expect(isHardToGuess(randomBytes(24).toString('base64'))).toBe(true)
      expect(isHardToGuess(randomBytes(48).toString('base64'))).toBe(true)
    }
  })

  test.each([
    '1'.repeat(64),
    'ab'.repeat(32),
    '0123456789'.repeat(4),
    'change-me-change-me-change-me-change-me',
    'passwordpasswordpasswordpassworX',
    'short',
  ])('%s is not', (key) => expect(isHardToGuess(key)).toBe(false))
})

describe('a dress rehearsal', () => {
  const rehearsal = {
    ENV: 'prod',
    STAGING: 'on',
    DATABASE_URL: 'embedded',
    SECRET_KEY: good.SECRET_KEY,
    PUBLIC_URL: 'http://localhost:3000',
    CMS_URL: 'http://localhost:3002',
  }

  test('may use the sandbox and addresses of this machine, and shows the mail it cannot send', () => {
    const config = readConfig(rehearsal)
    expect(config).toMatchObject({ isProduction: true, isLive: false, usesSandbox: true, showsMail: true })
    expect([...config.providers]).toEqual(['card', 'afterpay', 'paypal', 'zip', 'zip-in-store'])
    expect(config.demoOpenIdUrl).toBeNull()
  })

  test.each([
    ['DATABASE_URL', '', 'must be the address of a PostgreSQL server'],
    ['SECRET_KEY', 's'.repeat(32), 'is easy to guess'],
    ['RATE_LIMITS', 'off', 'must be on'],
    ['CMS_URL', 'http://localhost:3000', 'must be another host than the shop’s'],
  ])('is as strict with %s=%s', (name, value, must) => {
    expect(problemOf({ ...rehearsal, [name]: value })).toContain(must)
  })
})

describe('a provider with an address in a dress rehearsal is checked as in an open shop', () => {
  const rehearsal = { ENV: 'prod', STAGING: 'on', DATABASE_URL: 'embedded', SECRET_KEY: good.SECRET_KEY, PUBLIC_URL: 'http://localhost:3000', CMS_URL: 'http://localhost:3002' } // prettier-ignore

  test('whole and with keys of its own it is taken', () => {
    expect(readConfig({ ...rehearsal, ...card }).gatewayUrl).toBe(card.GATEWAY_URL)
    expect(readConfig({ ...rehearsal, GATEWAY_API_KEY: 'without effect' }).usesSandbox).toBe(true)
  })

  test('the public HMAC key of the sandbox would have forged notices believed', () => {
    const message = problemOf({ ...rehearsal, GATEWAY_URL: 'https://gateway.example/v71' })
    for (const name of ['GATEWAY_API_KEY', 'GATEWAY_MERCHANT_ACCOUNT', 'GATEWAY_HMAC_KEY', 'GATEWAY_CERTIFICATES_FILE'])
      expect(message).toContain(`  ${name}: must be set when GATEWAY_URL is`)
    expect(problemOf({ ...rehearsal, ...card, GATEWAY_HMAC_KEY: '5a'.repeat(32) })).toContain(
      '  GATEWAY_HMAC_KEY=…: is the sandbox’s, which everybody knows',
    )
  })

  test.each([
    ['GATEWAY_URL', 'http://gateway.example/v71', 'must be https'],
    ['GATEWAY_URL', 'https://127.0.0.1:3003/gateway/v71', 'must not be this machine'],
    ['GATEWAY_API_KEY', 'sandbox-gateway-key', 'is the sandbox’s'],
  ])('%s=%s is refused', (name, value, must) => {
    expect(problemOf({ ...rehearsal, ...card, [name]: value })).toContain(must)
  })
})

test('names of Trusted Types policies are separated by spaces or commas', () => {
  expect(readConfig({}).TRUSTED_TYPE_POLICIES).toEqual([])
  expect(readConfig({ TRUSTED_TYPE_POLICIES: 'goog#html, gtm@1 a/b.c%d_e-f' }).TRUSTED_TYPE_POLICIES).toEqual([
    'goog#html',
    'gtm@1',
    'a/b.c%d_e-f',
  ])
})

describe('the table of settings', () => {
  const stateOf = (env: Record<string, string>, name: string) => settingRows(env).find((row) => row.name === name)

  test('says of each setting whether it is set, a default, wrong or without effect', () => {
    expect(
      settingRows({})
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(settingNames.toSorted())
    expect(stateOf({ PORT: '4000' }, 'PORT')).toEqual({ name: 'PORT', state: 'set', value: '4000', note: '' })
    expect(stateOf({}, 'PORT')).toEqual({ name: 'PORT', state: 'default', value: '3000', note: '' })
    expect(stateOf({ PORT: 'x' }, 'PORT')).toMatchObject({ state: 'wrong', note: 'must be a port number' })
    expect(stateOf({ DATABASE_POOL: '5' }, 'DATABASE_POOL')).toMatchObject({ state: 'unused' })
    expect(stateOf({ AFTERPAY_SECRET_KEY: 'a' }, 'AFTERPAY_SECRET_KEY')).toMatchObject({ state: 'unused' })
    expect(stateOf({ ENV: 'prod' }, 'SECRET_KEY')).toMatchObject({ state: 'wrong' })
    expect(stateOf(good, 'SECURITY_CONTACT')).toMatchObject({ state: 'warning', note: expect.stringContaining('security.txt') }) // prettier-ignore
  })

  test('shows no secret', () => {
    const table = settingTable(
      settingRows({ ...good, SMTP_URL: 'smtps://shop:hunter2@mail.example', SECRET_KEY: 'hunter2' }),
    )
    expect(table).not.toContain('hunter2')
    expect(table).not.toContain('shop:secret')
  })

  test('names lines of an .env file that no setting has the name of', () => {
    expect(settingRows({}, { fileNames: ['PROT', 'PORT'] }).at(-1)).toMatchObject({ name: 'PROT', state: 'unused' })
  })

  test('.env.example lists every setting as it is', () => {
    expect(readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')).toBe(envExample())
    for (const name of settingNames) expect(envExample()).toContain(`# ${name}=`)
  })

  test('docs/configuration.md is what config:check -- --markdown prints', () => {
    const file = join(import.meta.dirname, '../../../docs/configuration.md')
    expect(readFileSync(file, 'utf8')).toBe(configurationDocument())
  })
})
