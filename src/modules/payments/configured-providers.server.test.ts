import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { fixedClock } from '../../platform/clock.ts'
import { anyEngine, type TestDatabase } from '../../testing/database.ts'
import { createLog } from '../../platform/log.server.ts'
import { createProviderHealth } from './provider-health.ts'
import type { ProviderCode } from './payments.ts'
import { openPaymentConfiguration, type PaymentConfiguration } from './payments.server.ts'
import { notConfigured } from './providers/not-configured.ts'

const aol = brandOf('aol')
const codes: readonly ProviderCode[] = ['card', 'afterpay', 'paypal', 'zip', 'zip-in-store', 'credit-account']

let database: TestDatabase
beforeAll(async () => void (database = await anyEngine.open()))
afterAll(async () => database.close())

/** A shop that has the settings of some providers, each of which answers. */
async function configurationOf(configured: readonly ProviderCode[]): Promise<PaymentConfiguration> {
  const answering = { limits: async () => ({ minimum: null, maximum: null }), isAnswering: async () => true }
  const clock = fixedClock('2026-11-24T00:00:00Z')
  return openPaymentConfiguration({
    database,
    providers: Object.fromEntries(
      codes.map((code) => [code, configured.includes(code) ? answering : notConfigured(code)]),
    ) as Record<ProviderCode, typeof answering>,
    health: createProviderHealth(
      clock,
      () => {},
      (code) => configured.includes(code),
    ),
    certificates: async () => ({ Shop: 'MIIB' }),
    merchantAccount: 'Shop',
    agencyMerchantAccount: null,
    zipConfig: () => '',
    clock,
    log: createLog('silent'),
  })
}

describe('a payment provider without settings', () => {
  let configuration: PaymentConfiguration
  beforeAll(async () => void (configuration = await configurationOf(['paypal', 'credit-account'])))
  afterAll(async () => configuration.close())

  test('is not offered at the checkout or beside prices', () => {
    expect(Object.keys(configuration.redirects(aol))).toEqual(['paypal'])
    expect(configuration.terms('afterpay', aol)).toBeNull()
    expect(configuration.offered('zipmoney', aol)).toBeNull()
    expect(configuration.terms('paypalbnpl', aol)).not.toBeNull()
    expect(configuration.isUp('card')).toBe(false)
    expect(configuration.isUp('paypal')).toBe(true)
  })

  test('returns no card encryption keys', async () => {
    expect(await configuration.encryptionKeys(aol, null)).toEqual({})
    const withCards = await configurationOf(['card'])
    expect(await withCards.encryptionKeys(aol, null)).toEqual({ [aol.companyName]: 'MIIB' })
    await withCards.close()
  })

  test('is not health-checked, and the back office shows which are configured and responding', async () => {
    await configuration.watch()
    expect(configuration.providerStates()).toEqual([
      { code: 'card', isConfigured: false, isUp: false },
      { code: 'afterpay', isConfigured: false, isUp: false },
      { code: 'paypal', isConfigured: true, isUp: true },
      { code: 'zip', isConfigured: false, isUp: false },
      { code: 'zip-in-store', isConfigured: false, isUp: false },
      { code: 'credit-account', isConfigured: true, isUp: true },
    ])
  })

  test('leaves earlier payments unchanged', async () => {
    const provider = notConfigured('zip')
    await expect(provider.query({} as never)).rejects.toThrow(/zip is not configured/)
    await expect(provider.refund({} as never, {} as never, 'key')).rejects.toThrow(/zip is not configured/)
    expect(await provider.isAnswering()).toBe(false)
  })
})
