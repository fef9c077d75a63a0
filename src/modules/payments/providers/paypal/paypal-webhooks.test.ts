import { sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../../platform/clock.ts'
import {
  intermediate,
  otherService,
  root,
  selfMade,
  signingKey,
  signingService,
} from './paypal-certificates-for-tests.ts'
import { paypalVerifier } from './paypal-webhooks.server.ts'

const body = '{"id":"WH-1"}'
const clock = fixedClock('2027-01-01T00:00Z')
const good = 'https://api.paypal.com/v1/notifications/certs/CERT-1'

function isBelieved({
  pem,
  address = good,
  roots = [root],
}: {
  pem: string
  address?: string
  roots?: string[]
}): Promise<boolean> {
  const verifier = paypalVerifier({
    url: 'https://api-m.paypal.com',
    webhookId: 'W-1',
    clock,
    roots,
    fetch: async () => new Response(pem),
  })
  const signed = Buffer.from(['T-1', '2027-01-01T00:00:00Z', 'W-1', crc32(body)].join('|'))
  const headers = new Headers({
    'paypal-transmission-id': 'T-1',
    'paypal-transmission-time': '2027-01-01T00:00:00Z',
    'paypal-transmission-sig': sign('sha256', signed, signingKey).toString('base64'),
    'paypal-cert-url': address,
    'paypal-auth-algo': 'SHA256withRSA',
  })
  return verifier(body, headers)
}

const chain = `${signingService}\n${intermediate}`

describe('the certificate of a PayPal webhook', () => {
  test('is trusted when issued to the signing service and chained to a trusted root', async () => {
    expect(await isBelieved({ pem: chain })).toBe(true)
  })

  test.each([
    ['signed by itself', { pem: selfMade }],
    ['without what issued it', { pem: signingService }],
    ['of another service', { pem: `${otherService}\n${intermediate}` }],
    ['under a root that nobody trusts', { pem: chain, roots: [] }],
    ['issued by a certificate that may not issue', { pem: `${signingService}\n${selfMade}` }],
    ['no certificate', { pem: 'hello' }],
  ])('is not trusted when it is %s', async (_what, given) => {
    expect(await isBelieved(given)).toBe(false)
  })

  test.each([
    'http://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com.elsewhere.example/v1/notifications/certs/CERT-1',
    'https://shops.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com:8443/v1/notifications/certs/CERT-1',
    'https://someone@api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com/redirect?to=elsewhere',
  ])('is not fetched from %s', async (address) => {
    expect(await isBelieved({ pem: chain, address })).toBe(false)
  })
})
