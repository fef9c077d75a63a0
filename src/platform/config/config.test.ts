import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { configurationDocument, envExample } from './config-help.ts'
import { settingRows, settingTable } from './config-report.ts'
import { settingNames } from './config-schema.ts'
import { problemOf, good } from './settings-for-tests.ts'

test('the program starts without any setting, and an empty one counts as unset', () => {
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

test('settings of OpenTelemetry are read as its specification writes them, and a key is not repeated', () => {
  const config = readConfig({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc%3D, x-tenant = shop ,',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging,k8s.pod.name=shop%2C1',
  })
  expect(config.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ authorization: 'Bearer abc=', 'x-tenant': 'shop' })
  expect(config.OTEL_RESOURCE_ATTRIBUTES).toEqual({
    'deployment.environment.name': 'staging',
    'k8s.pod.name': 'shop,1',
  })
  expect(problemOf({ OTEL_EXPORTER_OTLP_HEADERS: 'Bearer abc' })).toContain('OTEL_EXPORTER_OTLP_HEADERS=…: must be')
  const rows = settingRows({ OTEL_SERVICE_NAME: 'shop' })
  expect(rows.find(({ name }) => name === 'OTEL_SERVICE_NAME')).toMatchObject({
    state: 'unused',
    note: 'has no effect without OTEL_EXPORTER_OTLP_ENDPOINT',
  })
})

test('external login is configured completely or not at all, and a stand-in offers it outside production', () => {
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
  [
    'DATABASE_URL',
    'postgres://a,b/x?target_session_attrs=standby',
    'must have target_session_attrs=read-write or none',
  ],
  ['DATABASE_LISTEN_URL', 'embedded', 'must be an address that begins with postgres://'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an address that begins with http:// or https://'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/?key=1', 'must be an address without a query'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/protobuf'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization', 'must be name=value pairs joined by commas'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=c', 'must be name=value pairs joined by commas'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%0d%0ac: d', 'must be name=value pairs joined by commas'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz', 'must be name=value pairs joined by commas'],
  ['OTEL_TRACES_EXPORTER', 'console', 'must be otlp or none'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'must be one of always_on, always_off, traceidratio'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be a number from 0 to 1'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '10', 'must be a whole number of milliseconds from 1000 to 3600000'],
  ['DATABASE_POOL', 'many', 'must be a whole number from 1 to 100'],
  ['DATABASE_POOL', '0', 'must be a whole number from 1 to 100'],
  ['LOG_LEVEL', 'loud', 'must be silent, error, warn, info or debug'],
  ['PAGE_CACHE_MB', '-1', 'must be a whole number from 0 to 16384'],
  ['TRUSTED_PROXIES', '6', 'must be a whole number from 0 to 5'],
  ['RATE_LIMITS', 'yes', 'must be on or off'],
  ['SECRET_KEY', 'too-short', 'must have at least 32 characters'],
  ['SMTP_URL', 'mail.example', 'must be an address that begins with smtp:// or smtps://'],
  ['MEDIA_URL', 'https://files.example/media', 'must begin with s3://'],
  ['MEDIA_URL', 's3://media', "must have the bucket's region"],
  ['MAIL_FROM', 'The Shop', 'must be an address, or app=address pairs joined by commas'],
  ['TRUSTED_TYPE_POLICIES', "goog#html 'none'", 'must be names of Trusted Types policies'],
  ['GATEWAY_URL', 'gateway', 'must be an address that begins with http:// or https://'],
  ['GATEWAY_HMAC_KEY', 'abc', 'must be 64 hexadecimal digits'],
])('%s=%s is rejected with the expected format', (name, value, must) => {
  const message = problemOf({ [name]: value })
  expect(message).toContain(`  ${name}=`)
  expect(message).toContain(must)
})

test('every invalid setting is named at once, and no secret is repeated', () => {
  const message = problemOf({
    PORT: 'x',
    APP: 'x',
    SECRET_KEY: 'hunter2',
    GATEWAY_HMAC_KEY: 'hunter2',
    DATABASE_URL: 'mysql://shop:hunter2@db/x',
    DATABASE_LISTEN_URL: 'postgres://shop:hunter2@a,/x',
    SMTP_URL: 'http://shop:hunter2@mail',
    MEDIA_URL: 's3://key:hunter2@files.example/',
  })
  for (const name of [
    'PORT',
    'APP',
    'SECRET_KEY',
    'GATEWAY_HMAC_KEY',
    'DATABASE_URL',
    'DATABASE_LISTEN_URL',
    'SMTP_URL',
    'MEDIA_URL',
  ])
    expect(message).toContain(name)
  expect(message).not.toContain('hunter2')
})

test('hosts map to apps, in any letter case', () => {
  const { SITES } = readConfig({ SITES: 'WWW.AOL.example=aol, www.andoo.example=andoo,' })
  expect([...SITES]).toEqual([
    ['www.aol.example', 'aol'],
    ['www.andoo.example', 'andoo'],
  ])
})

test('card gateway, analytics and maps have keys; without them they are off or the sandbox’s [SETT-13]', () => {
  const bare = readConfig({})
  expect([bare.MAPS_KEY, bare.PAGE_TRACKING_ID, bare.TAG_MANAGER_ID, bare.BEHAVIOUR_ID, bare.PIXEL_ID]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
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

test('in development every brand has its own host, unless hosts are configured', () => {
  expect(readConfig({}).SITES.get('aol-nz.localhost')).toBe('aol-nz')
  expect(readConfig({}).SITES.size).toBe(8)
  expect(readConfig({ SITES: 'x.example=wa' }).SITES.size).toBe(1)
  expect(readConfig({ ENV: 'test' }).SITES.size).toBe(0)
})

test('Trusted Types policy names are separated by spaces or commas', () => {
  expect(readConfig({}).TRUSTED_TYPE_POLICIES).toEqual([])
  expect(readConfig({ TRUSTED_TYPE_POLICIES: 'goog#html, gtm@1 a/b.c%d_e-f' }).TRUSTED_TYPE_POLICIES).toEqual([
    'goog#html',
    'gtm@1',
    'a/b.c%d_e-f',
  ])
})

describe('the settings table', () => {
  const stateOf = (env: Record<string, string>, name: string) => settingRows(env).find((row) => row.name === name)

  test('shows for each setting whether it is set, default, invalid or without effect', () => {
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
    expect(stateOf(good, 'SECURITY_CONTACT')).toMatchObject({
      state: 'warning',
      note: expect.stringContaining('security.txt'),
    })
  })

  test('shows no secrets', () => {
    const table = settingTable(
      settingRows({ ...good, SMTP_URL: 'smtps://shop:hunter2@mail.example', SECRET_KEY: 'hunter2' }),
    )
    expect(table).not.toContain('hunter2')
    expect(table).not.toContain('shop:secret')
  })

  test('lists unknown names of an .env file', () => {
    expect(settingRows({}, { fileNames: ['PROT', 'PORT'] }).at(-1)).toMatchObject({ name: 'PROT', state: 'unused' })
  })

  test('.env.example lists every setting as it is', () => {
    expect(readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')).toBe(envExample())
    for (const name of settingNames) expect(envExample()).toContain(`# ${name}=`)
  })

  test('docs/configuration.md equals the output of config:check -- --markdown', () => {
    const file = join(import.meta.dirname, '../../../docs/configuration.md')
    expect(readFileSync(file, 'utf8')).toBe(configurationDocument())
  })
})
