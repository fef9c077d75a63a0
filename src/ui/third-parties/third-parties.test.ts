import { expect, test } from 'vitest'
import { contentPolicy } from '../../platform/http/content-policy.ts'
import { allowancesOf, metaOf, type ThirdParties } from './third-parties.ts'

const none = { chatAppId: null, reviewMerchantId: null, charityScriptUrl: null }
const policy = (keys: ThirdParties) => contentPolicy('<style nonce="n">a{}</style>', 'n', [], allowancesOf(keys))

test('without keys a page allows nothing but itself, and its head says nothing', () => {
  expect(policy(none)).toBe(contentPolicy('<style nonce="n">a{}</style>', 'n', []))
  expect(policy(none)).not.toMatch(/intercom|google|style-src 'self' 'unsafe-inline'/)
  expect(metaOf(none)).toEqual([])
})

test('a key allows the program it is of, and no other', () => {
  const reviews = policy({ ...none, reviewMerchantId: '42' })
  expect(reviews).toContain('https://apis.google.com')
  expect(reviews).toContain("frame-src 'self' https://apis.google.com https://www.google.com;")
  expect(reviews).not.toContain('intercom')
  expect(reviews).toMatch(/style-src 'self' 'sha256-/)

  const chat = policy({ ...none, chatAppId: 'abc' })
  expect(chat).toMatch(/script-src 'self'[^;]* https:\/\/widget\.intercom\.io/)
  expect(chat).toContain("style-src 'self' 'unsafe-inline';")
  expect(chat).not.toContain('google')
  expect(metaOf({ ...none, chatAppId: 'abc' })).toEqual([{ name: 'chatAppId', content: 'abc' }])
})

test('the maps service is allowed by its host alone, and only where it is configured', () => {
  const address = 'https://maps.example/base'
  const policyWith = contentPolicy('', 'n', [], allowancesOf(none, address))
  expect(policyWith.split('; ').filter((part) => part.includes('maps.example'))).toEqual([
    "script-src 'self' https://maps.example",
    "connect-src 'self' https://maps.example",
  ])
  expect(contentPolicy('', 'n', [], allowancesOf(none, null))).not.toContain('maps')
})

test('the host of the charity is allowed by itself; an address that is none allows nothing and breaks nothing', () => {
  const withCharity = (charityScriptUrl: string) => policy({ ...none, charityScriptUrl })
  expect(withCharity('https://charity.example/widget.js')).toContain("script-src 'self' https://charity.example;")
  expect(withCharity('charity widget')).toBe(policy(none))
})
