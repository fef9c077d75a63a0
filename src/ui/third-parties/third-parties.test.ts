import { describe, expect, test } from 'vitest'
import { contentPolicy } from '../../platform/http/content-policy.ts'
import {
  allowancesOf,
  inventory,
  metaOf,
  needsYes,
  noThirdParties,
  scriptsToRun,
  type ThirdParties,
} from './third-parties.ts'

const none = noThirdParties
const policy = (keys: ThirdParties) => contentPolicy('<style nonce="n">a{}</style>', 'n', [], allowancesOf(keys))

test('without keys a page allows only its own origin, and its head has no third-party settings', () => {
  expect(policy(none)).toBe(contentPolicy('<style nonce="n">a{}</style>', 'n', []))
  expect(policy(none)).not.toMatch(/intercom|google|style-src 'self' 'unsafe-inline'/)
  expect(metaOf(none)).toEqual([])
})

test('a key allows its own script, and no other', () => {
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

test('checkout and login run no third-party script except address lookup; analytics requests are allowed', () => {
  const analytics = {
    pageTracking: { url: 'https://track.example/page', id: '1' },
    dataLayer: { url: 'https://tags.example/gtm.js', id: '2' },
    behaviour: { url: 'https://behaviour.example/in', id: '3' },
    facebook: { url: 'http://127.0.0.1:9/pixel', id: '4' },
  }
  const keys = {
    chatAppId: 'abc',
    reviewMerchantId: '42',
    charityScriptUrl: null,
    googlePay: null,
    captcha: null,
    analytics,
    programs: { zipWidget: 'https://zip.example/w.js' },
  }
  const open = allowancesOf(keys, 'https://maps.example')
  expect(open.script).toEqual(
    expect.arrayContaining(['https://tags.example', 'https://widget.intercom.io', 'https://maps.example']),
  )
  const closed = allowancesOf(keys, 'https://maps.example', { isClosed: true })
  expect(closed.script).toEqual(['https://maps.example'])
  expect(closed.frame).toEqual([])
  expect(closed.connect).toEqual(['https://maps.example', 'https://track.example', 'https://behaviour.example'])
  expect(closed.image).toEqual(['http://127.0.0.1:9'])
  expect(contentPolicy('', 'n', [], closed)).toContain("img-src 'self' data: http://127.0.0.1:9;")
  const waiting = Object.entries(inventory).filter(([, one]) => one.consent !== 'functional')
  expect(waiting.map(([name, { consent }]) => `${name}: ${consent}`)).toEqual([
    'videoPlayers: personalisation',
    'contentWidgets: personalisation',
    'tagManager: marketing',
    'pageTracking: analytics',
    'behaviour: analytics',
    'facebook: marketing',
  ])
})

test('the maps service is allowed by its host only, and only when configured', () => {
  const address = 'https://maps.example/base'
  const policyWith = contentPolicy('', 'n', [], allowancesOf(none, address))
  expect(policyWith.split('; ').filter((part) => part.includes('maps.example'))).toEqual([
    "script-src 'self' https://maps.example",
    "connect-src 'self' https://maps.example",
  ])
  expect(contentPolicy('', 'n', [], allowancesOf(none, null))).not.toContain('maps')
})

test('the charity’s host is allowed on its own; an invalid one allows nothing and breaks nothing', () => {
  const withCharity = (charityScriptUrl: string) => policy({ ...none, charityScriptUrl })
  expect(withCharity('https://charity.example/widget.js')).toContain("script-src 'self' https://charity.example;")
  expect(withCharity('charity widget')).toBe(policy(none))
})

test('the captcha is also allowed at login and checkout, when configured', () => {
  const keys = { ...none, captcha: { url: 'https://www.google.com/recaptcha' } }
  for (const isClosed of [true, false]) {
    const allowed = allowancesOf(keys, null, { isClosed })
    expect(allowed.script).toEqual(['https://www.google.com', 'https://www.gstatic.com'])
    expect(allowed.frame).toEqual(['https://www.google.com', 'https://recaptcha.google.com'])
  }
  expect(allowancesOf(none, null, { isClosed: true }).script).toEqual([])
})

test('Google Pay is allowed where its script is, and never at checkout', () => {
  const keys = { ...none, googlePay: { scriptUrl: 'https://pay.google.com/gp/p/js/pay.js' } }
  const allowed = allowancesOf(keys)
  expect(allowed.script).toEqual(['https://pay.google.com'])
  expect(allowed.connect).toEqual(['https://pay.google.com', 'https://google.com'])
  expect(allowed.frame).toEqual(['https://pay.google.com'])
  expect(allowed.inlineStyle).toBe(false)
  expect(allowancesOf(keys, null, { isClosed: true }).script).toEqual([])
  expect(policy({ ...none, googlePay: { scriptUrl: 'pay' } })).toBe(policy(none))
})

const url = 'https://elsewhere.example/script.js'
test.each([
  ['captcha', { captcha: { url: 'https://www.google.com/recaptcha' } }, 'https://www.google.com', null],
  ['video players', { programs: { videoPlayers: url } }, 'https://elsewhere.example', 'product'],
  ['chat', { chatAppId: 'abc' }, 'https://widget.intercom.io', null],
  ['co-buying', { programs: { coBuying: url } }, 'https://elsewhere.example', 'referAFriend'],
  ['scheduling', { programs: { scheduling: url } }, 'https://elsewhere.example', 'contactUs'],
  ['review widgets', { reviewMerchantId: '42' }, 'https://apis.google.com', null],
  ['Google Pay', { googlePay: { scriptUrl: 'https://pay.google.com/pay.js' } }, 'https://pay.google.com', null],
  ['content widgets', { programs: { contentWidgets: url } }, 'https://elsewhere.example', 'product'],
  ['Zip’s widget', { programs: { zipWidget: url } }, 'https://elsewhere.example', 'product'],
  ['web conferencing', { programs: { webConferencing: url } }, 'https://elsewhere.example', 'contactUs'],
] as const)('the script of %s loads with its key only [SCRIPT-03]', (_kind, keys, host, pageType) => {
  const scripts = (of: Partial<ThirdParties>) => allowancesOf({ ...none, ...of }).script
  expect(scripts(keys)).toContain(host)
  expect(scripts({})).toEqual([])
  expect(metaOf({ ...none, ...keys })).toHaveLength(1)
  if (pageType === null) return
  expect(scriptsToRun(keys.programs, { pageType, allows: () => true })).toEqual([url])
  expect(scriptsToRun(keys.programs, { pageType: 'accounts', allows: () => true })).toEqual([])
})

test('every third party has a purpose and the pages it runs on', () => {
  for (const [name, { purpose, pages }] of Object.entries(inventory))
    expect([name, purpose.length > 10, ['all', 'confirmation', 'checkout'].includes(pages)]).toEqual([name, true, true])
})

describe('self-rendering third-party scripts', () => {
  const programs = {
    coBuying: 'https://friends.example/co-buying.js',
    contentWidgets: 'https://makers.example/widgets.js',
    zipWidget: 'https://zip.example/widget.js',
  }
  const run = (pageType: string, canMeasure = false) =>
    scriptsToRun(programs, { pageType, allows: (consent) => canMeasure && consent === 'personalisation' })

  test('run on their own page types, and with consent where they measure', () => {
    expect(run('referAFriend')).toEqual(['https://friends.example/co-buying.js'])
    expect(run('product')).toEqual(['https://zip.example/widget.js'])
    expect(run('product', true)).toEqual(['https://makers.example/widgets.js', 'https://zip.example/widget.js'])
    expect(run('checkout', true)).toEqual([])
    expect(scriptsToRun(null, { pageType: 'product', allows: () => true })).toEqual([])
    expect([needsYes(programs), needsYes({ coBuying: 'https://friends.example/a.js' }), needsYes(null)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('are declared to the browser and allowed by the policy, but never at checkout or login', () => {
    const keys = { ...none, programs }
    expect(metaOf(keys)).toEqual([{ name: 'programs', content: JSON.stringify(programs) }])
    expect(policy(keys)).toMatch(
      /script-src 'self'[^;]* https:\/\/friends\.example https:\/\/makers\.example https:\/\/zip\.example/,
    )
    expect(policy(keys)).toContain(
      "frame-src 'self' https://friends.example https://makers.example https://zip.example",
    )
    expect(allowancesOf(keys, null, { isClosed: true }).script).toEqual([])
  })
})
