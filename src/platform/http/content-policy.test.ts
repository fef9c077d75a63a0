import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentPolicy, jsonInScript } from './content-policy.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const directive = (policy: string, name: string) =>
  policy.split('; ').find((one) => one.startsWith(`${name} `)) ?? expect.fail(`${name} is missing`)

test('our inline scripts and styles are allowed by hash, and nothing else can run', () => {
  const html = `<style nonce="n1">:root{--a:1}</style><script nonce="n1">start()</script><script nonce="n1" type="module">more()</script>`
  const policy = contentPolicy(html, 'n1', ['https://gateway.example'])
  expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${hashOf('start()')} ${hashOf('more()')}`)
  expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${hashOf(':root{--a:1}')}`)
  expect(directive(policy, 'form-action')).toBe(`form-action 'self' https://gateway.example`)
  for (const name of ['object-src', 'base-uri']) expect(directive(policy, name)).toBe(`${name} 'none'`)
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
})

test.each([
  ['without a nonce', `<script>steal()</script>`],
  ['with another nonce', `<script nonce="n2">steal()</script>`],
  ['with an empty nonce', `<script nonce="">steal()</script>`],
  ['with a nonce that only begins like ours', `<script nonce="n11">steal()</script>`],
  ['with our nonce in another attribute', `<script data-x='nonce="n1"'>steal()</script>`],
  ['in an image', `<img src=x onerror="steal()">`],
  ['as a style', `<style>@import '//elsewhere.example'</style>`],
])('a script injected through data gets no hash: %s', (_, data) => {
  const ours = `<script nonce="n1">start()</script>`
  const policy = contentPolicy(`<p>${data}</p>${ours}<p>${data}</p>`, 'n1', [])
  expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${hashOf('start()')}`)
  expect(directive(policy, 'style-src').trim()).toBe(`style-src 'self'`)
})

test('external scripts need no hash, and a repeated script is listed once', () => {
  const html = `<script nonce="n1" src="/assets/a.js"></script><script nonce="n1">go()</script><script nonce="n1">go()</script>`
  expect(directive(contentPolicy(html, 'n1', []), 'script-src')).toBe(`script-src 'self' ${hashOf('go()')}`)
})

test('JSON in a script element cannot close it or open a comment, and parses to the same value', () => {
  const value = { text: `</script><!--<script>& \u2028\u2029`, nested: ['<'] }
  const json = jsonInScript(JSON.stringify(value))
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual(value)
})
