import { expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { appCodes } from './apps.ts'
import { buildConfigOf } from './build-config.server.ts'

test('the build configuration of each app has a default for everything [SETT-09] [SETT-13]', () => {
  expect(buildConfigOf('aol-nz', readConfig({}))).toEqual({
    app: 'aol-nz',
    theme: 'aol',
    env: 'dev',
    production: false,
    apiHost: '',
    apiName: 'storefront-api',
    hostname: 'aol-nz.localhost',
    otherCountryHost: 'aol.localhost',
    idClientId: 'storefront-aol-nz',
    identityHost: ':3001',
    winningCmsUrl: 'http://localhost:3002',
    companyName: 'Appliances Online NZ',
    locale: 'en_NZ',
    customerSupportNumber: '0800 100 900',
    placeholderImage: '/assets/aol/placeholder.svg',
    keys: { cardPayment: 'sandbox-gateway-key', analytics: '', maps: '' },
  })
})

test('each app has its own, configuration overrides defaults, and a production build says prod [SETT-09]', () => {
  const SITES = appCodes.map((app) => `www.${app}.example=${app}`).join(',')
  const config = {
    ...readConfig({
      MAPS_KEY: 'a-maps-key',
      TAG_MANAGER_ID: 'GTM-1',
      ENV: 'test',
      PUBLIC_URL: 'https://www.wa.example',
      SITES,
    }),
    ENV: 'prod' as const,
  }
  const all = appCodes.map((app) => buildConfigOf(app, config))
  expect(new Set(all.map((one) => one.idClientId)).size).toBe(8)
  expect(all.map((one) => one.hostname)).toEqual(appCodes.map((app) => `www.${app}.example`))
  expect(all.every(({ env, production }) => env === 'prod' && production)).toBe(true)
  expect(all[0]?.keys).toMatchObject({ analytics: 'GTM-1', maps: 'a-maps-key' })
})
