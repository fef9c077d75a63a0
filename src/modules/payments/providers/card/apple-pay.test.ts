import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../../platform/clock.ts'
import { createLog } from '../../../../platform/log.server.ts'
import { createApplePay, type ApplePay } from './apple-pay.server.ts'
import { openTestShop } from '../sandbox-for-tests.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>

beforeAll(async () => {
  shop = await openTestShop()
})

afterEach(() => shop.calm())

afterAll(() => shop.close())

const open = (more: Partial<Parameters<typeof createApplePay>[0]> = {}): ApplePay =>
  createApplePay({
    url: `${shop.sandbox().url}/gateway/v71`,
    apiKey: 'sandbox-gateway-key',
    merchantIdentifier: 'merchant.sandbox',
    domainProof: null,
    clock: systemClock,
    log: createLog('fatal'),
    ...more,
  })
const ours = { domain: 'www.shop.example', name: 'A shop '.repeat(20) }

test('a session is for the requesting merchant and domain, with a name of the length Apple allows', async () => {
  const session = await open().session(ours)
  expect(session).toMatchObject({ domainName: 'www.shop.example', merchantIdentifier: 'merchant.sandbox' })
  expect((session as { displayName: string }).displayName).toBe(ours.name.slice(0, 64))
  expect((session as { merchantSessionIdentifier: string }).merchantSessionIdentifier).toHaveLength(32)
})

test('no session without a merchant id, with a wrong key, or with an invalid gateway response', async () => {
  const without = open({ merchantIdentifier: null })
  expect([without.isReady, await without.session(ours)]).toEqual([false, null])
  expect(await open({ apiKey: 'another' }).session(ours)).toBeNull()
  const answers = (body: object) => open({ fetch: async () => Response.json(body) }).session(ours)
  expect(await answers({ data: 'not base64!' })).toBeNull()
  expect(await answers({ data: Buffer.from('no json').toString('base64') })).toBeNull()
  expect(await answers({ data: Buffer.from('"text"').toString('base64') })).toBeNull()
})
