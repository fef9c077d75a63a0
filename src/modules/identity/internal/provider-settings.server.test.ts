import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { metaOfProviders, providersOfMeta } from '../external-providers.ts'
import { appleSecret } from './openid.server.ts'
import { isDemoProvider, providerSettings } from './provider-settings.server.ts'

const demo = 'http://127.0.0.1:3003/openid'
const google = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' }
const facebook = { FACEBOOK_CLIENT_ID: 'f', FACEBOOK_CLIENT_SECRET: 's' }
const apple = { APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 't', APPLE_KEY_ID: 'k', APPLE_PRIVATE_KEY: 'p' }

test.each([
  ['nothing, in production', { demoOpenIdUrl: null }, []],
  ['nothing, elsewhere', { demoOpenIdUrl: demo }, ['google demo', 'facebook demo']],
  ['Google alone, in production', { ...google, demoOpenIdUrl: null }, ['google']],
  ['Google alone, elsewhere', { ...google, demoOpenIdUrl: demo }, ['google', 'facebook demo']],
  ['all of them', { ...google, ...facebook, ...apple, demoOpenIdUrl: null }, ['google', 'facebook', 'apple']],
])('with %s configured these are offered: %s', (_what, config, offered) => {
  const found = providerSettings(config)
  expect(found.map((one) => (isDemoProvider(one) ? `${one.name} demo` : one.name))).toEqual(offered)
})

test('Facebook uses fixed endpoints and never vouches for an address; only Apple responds by form post', () => {
  const found = providerSettings({ ...google, ...facebook, ...apple, demoOpenIdUrl: null })
  expect(found.map((one) => [one.name, one.saysEmailVerified, one.answersByPost])).toEqual([
    ['google', true, false],
    ['facebook', false, false],
    ['apple', true, true],
  ])
  expect(found.map(({ server }) => (typeof server === 'string' ? server : server.token_endpoint))).toEqual([
    'https://accounts.google.com',
    'https://graph.facebook.com/v23.0/oauth/access_token',
    'https://appleid.apple.com',
  ])
})

test('the page head lists the providers and is parsed again', () => {
  const offered = [
    { name: 'google', isDemo: true },
    { name: 'apple', isDemo: false },
  ] as const
  expect(metaOfProviders(offered)).toBe('google-demo apple')
  expect(providersOfMeta('google-demo apple')).toEqual(offered)
  expect(providersOfMeta('')).toEqual([])
  expect(providersOfMeta('myspace')).toEqual([])
})

test('Apple’s client secret is an ES256 token of the team, whatever line ends the key has', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  for (const key of [pem, pem.replaceAll('\n', '\\n')]) {
    const secret = await appleSecret({ teamId: 'TEAM', keyId: 'KEY', privateKey: key }, 'shop.example')
    expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY' })
    const { iat = 0, exp = 0, ...claims } = decodeJwt(secret)
    expect(claims).toEqual({ iss: 'TEAM', sub: 'shop.example', aud: 'https://appleid.apple.com' })
    expect(exp - iat).toBe(7_200)
  }
})
