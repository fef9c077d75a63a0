import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkConfig, readConfig } from './config.ts'
import { isHardToGuess } from './config-production.ts'
import { good, required, problemOf, card, afterpay, paypal, zip, zipInStore } from './settings-for-tests.ts'

describe('in production', () => {
  test('a complete configuration is accepted', () => {
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
    '%s is required',
    (name) => {
      const { [name as keyof typeof good]: _, ...rest } = good
      expect(problemOf(rest)).toMatch(new RegExp(`  ${name}: must be .*when ENV is prod`))
    },
  )

  test('the embedded database must be chosen explicitly', () => {
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
  ])('%s alone is enough to take payments', (name, settings) => {
    expect([...readConfig({ ...required, ...settings }).providers]).toEqual([name])
  })

  test('a shop without a payment method, or with in-store methods only, is rejected', () => {
    const must = 'must be set when ENV is prod, or AFTERPAY_URL, PAYPAL_URL or ZIP_URL: a shop needs a way to pay'
    expect(problemOf(required)).toContain(`  GATEWAY_URL: ${must}`)
    expect(problemOf({ ...required, ...zipInStore })).toContain(`  GATEWAY_URL: ${must}`)
  })

  test.each(Object.keys({ ...card, ...afterpay, ...paypal, ...zip, ...zipInStore }))(
    'a provider has all of its settings or none: without %s it is rejected',
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
  ])('the sandbox’s public %s is rejected', (name, value) => {
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
    ['DATABASE_URL', 'postgres://shop:secret@10.1.2.3,203.0.113.9/shop', 'must have ?sslmode=verify-full'],
    ['DATABASE_LISTEN_URL', 'postgres://shop:secret@db.shop.example/shop', 'must have ?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://shop:secret@127.0.0.1/shop?host=203.0.113.9', 'must have ?sslmode=verify-full'],
    [
      'DATABASE_URL',
      'postgres://shop:secret@10.1.2.3/shop?sslmode=no-verify',
      'must not switch the check of certificates off',
    ],
    ['SMTP_URL', 'smtp://mail.example', 'must be smtps://, or smtp:// with ?requireTLS=true for STARTTLS'],
    ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false', 'must not switch the check of certificates off'],
    ['MEDIA_URL', 's3://key:secret@files.example/media?tls=off', 'must not have tls=off'],
    ['MEDIA_URL', 's3://sandbox:sandbox-secret@10.1.2.3:3003/media?tls=off', "has the sandbox's credentials"],
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
  ])('%s=%s is rejected', (name, value, must) => {
    const message = problemOf({ ...good, [name]: value })
    expect(message).toContain(name)
    expect(message).toContain(must)
  })

  test('a missing SECURITY_CONTACT is a warning, not an error', () => {
    const warned = (env: Record<string, string>) => checkConfig(env).warnings.map(({ name }) => name)
    expect(readConfig(good).SECURITY_CONTACT).toBeUndefined()
    expect(warned(good)).toEqual(['SECURITY_CONTACT'])
    expect(warned({ ...good, SECURITY_CONTACT: 'mailto:security@aol.example' })).toEqual([])
    expect(warned({ ...good, STAGING: 'on' })).toEqual([])
    expect(warned({})).toEqual([])
  })

  test('brands can have separate senders', () => {
    const sites = {
      SITES: 'www.aol.example=aol,www.andoo.example=andoo',
      IDENTITY_SITES: 'id.a.example=aol,id.b.example=andoo',
    }
    const { MAIL_FROM } = readConfig({ ...good, ...sites, MAIL_FROM: 'aol=a@aol.example,andoo=b@andoo.example' })
    expect(MAIL_FROM).toBe('aol=a@aol.example,andoo=b@andoo.example')
  })

  test.each([
    'postgres://shop:secret@127.0.0.1/shop',
    'postgres://shop:secret@db/shop',
    'postgres://shop:secret@[fd00::5]/shop',
    'postgres://shop:secret@10.1.2.3:5432,10.1.2.4:5432/shop?target_session_attrs=read-write',
    'postgres:///shop?host=/var/run/postgresql',
  ])('the database %s can be without TLS: it is local or in a private network', (DATABASE_URL) => {
    expect(readConfig({ ...good, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  })

  test.each(['s3://key:secret@10.1.2.3:9000/media?tls=off', 's3://media?region=ap-southeast-2'])(
    'media can be at %s, a private network without TLS or AWS',
    (MEDIA_URL) => {
      expect(readConfig({ ...good, MEDIA_URL }).MEDIA_URL).toBe(MEDIA_URL)
    },
  )

  test('required STARTTLS is as good as implicit TLS', () => {
    expect(readConfig({ ...good, SMTP_URL: 'smtp://mail.example:587?requireTLS=true' }).isLive).toBe(true)
  })

  test('all errors are named at once, unreadable and unsafe values together', () => {
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
  test('generated at random is strong enough, whatever its alphabet', () => {
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

describe('a staging installation', () => {
  const rehearsal = {
    ENV: 'prod',
    STAGING: 'on',
    DATABASE_URL: 'embedded',
    SECRET_KEY: good.SECRET_KEY,
    PUBLIC_URL: 'http://localhost:3000',
    CMS_URL: 'http://localhost:3002',
  }

  test('can use the sandbox and local addresses, and shows mail it cannot send', () => {
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

describe('a provider with an address in a staging installation is checked as in production', () => {
  const rehearsal = {
    ENV: 'prod',
    STAGING: 'on',
    DATABASE_URL: 'embedded',
    SECRET_KEY: good.SECRET_KEY,
    PUBLIC_URL: 'http://localhost:3000',
    CMS_URL: 'http://localhost:3002',
  }

  test('is accepted when complete, with its own keys', () => {
    expect(readConfig({ ...rehearsal, ...card }).gatewayUrl).toBe(card.GATEWAY_URL)
    expect(readConfig({ ...rehearsal, GATEWAY_API_KEY: 'without effect' }).usesSandbox).toBe(true)
  })

  test('is rejected with the sandbox’s public HMAC key, which would let anyone forge webhooks', () => {
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
  ])('%s=%s is rejected', (name, value, must) => {
    expect(problemOf({ ...rehearsal, ...card, [name]: value })).toContain(must)
  })
})
