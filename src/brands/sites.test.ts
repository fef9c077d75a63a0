import { expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { appOfOrigin, identityAddress, identitySource, originOf, ownHosts } from './sites.ts'

const shops = readConfig({
  APP: 'aol',
  PUBLIC_URL: 'https://www.aol.example',
  SITES: 'www.aol.example=aol,www.wa.example=wa',
  IDENTITY_SITES: 'id.aol.example=aol',
})
const local = readConfig({ PORT: '3000', IDENTITY_PORT: '3001' })

test('each app has its own identity host, configured or by default its own host with another port [IDN-01]', () => {
  expect(identityAddress('aol', shops)).toBe('https://id.aol.example')
  expect(identitySource('https://id.aol.example', shops.publicUrl)).toBe('https://id.aol.example')
  expect(identityAddress('aol', local)).toBe(':3001')
  expect(identitySource(':3001', local.publicUrl)).toBe('http://*:3001')
})

test.each([
  ['https://www.aol.example', 'aol'],
  ['https://www.wa.example', 'wa'],
  ['http://www.aol.example', null],
  ['https://www.aol.example:8443', null],
  ['https://www.aol.example.evil.example', null],
  ['https://evil.example', null],
  ['https://www.aol.example/', null],
  ['https://localhost', null],
  ['null', null],
  ['', null],
])('%s is the origin of %s', (origin, app) => {
  expect(appOfOrigin(origin, shops)).toBe(app)
})

test('in development, names of the developer’s machine are used with the shop’s port', () => {
  expect(appOfOrigin('http://andoo.localhost:3000', local)).toBe('andoo')
  expect(appOfOrigin('http://127.0.0.1:3000', local)).toBe('wa')
  expect(appOfOrigin('http://andoo.localhost:3001', local)).toBeNull()
  expect(appOfOrigin('http://evil.example:3000', local)).toBeNull()
})

test('a brand’s public origin comes from SITES and PUBLIC_URL; one without a host has none', () => {
  expect(originOf('aol', shops)).toBe('https://www.aol.example')
  expect(originOf('wa', shops)).toBe('https://www.wa.example')
  expect(originOf('andoo', shops)).toBeNull()
  // The developer’s machine: the first brand at the plain address, each other one by its own name.
  expect(originOf('wa', local)).toBe('http://localhost:3000')
  expect(originOf('fk', local)).toBe('http://fk.localhost:3000')
  // One brand alone needs no SITES.
  expect(originOf('hc', readConfig({ ENV: 'test', APP: 'hc', PUBLIC_URL: 'https://outlet.example/' }))).toBe(
    'https://outlet.example',
  )
  // PUBLIC_URL belongs to the brand that SITES gives its host to, whatever APP says.
  const other = readConfig({ APP: 'wa', PUBLIC_URL: 'https://b.example', SITES: 'a.example=wa,b.example=aol' })
  expect([originOf('wa', other), originOf('aol', other)]).toEqual(['https://a.example', 'https://b.example'])
  // SITES without ports take the one of PUBLIC_URL.
  const ported = readConfig({ PUBLIC_URL: 'http://127.0.0.1:4000', SITES: 'aol.localhost=aol,hc.localhost:80=hc' })
  expect([originOf('aol', ported), originOf('hc', ported)]).toEqual([
    'http://aol.localhost:4000',
    'http://hc.localhost:80',
  ])
})

test('only configured hosts are our own', () => {
  expect([...ownHosts(shops)]).toEqual(['www.aol.example', 'www.wa.example'])
})
