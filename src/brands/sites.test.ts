import { expect, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { appOfOrigin, identityAddress, identitySource } from './sites.ts'

const shops = readConfig({
  APP: 'aol',
  PUBLIC_URL: 'https://www.aol.example',
  SITES: 'www.aol.example=aol,www.wa.example=wa',
  IDENTITY_SITES: 'id.aol.example=aol',
})
const local = readConfig({ PORT: '3000', IDENTITY_PORT: '3001' })

test('each app has an identity host of its own, by configuration, else its host with another port [IDN-01]', () => {
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

test('on a machine of a developer the names of that machine count, on the port of the shop', () => {
  expect(appOfOrigin('http://andoo.localhost:3000', local)).toBe('andoo')
  expect(appOfOrigin('http://127.0.0.1:3000', local)).toBe('wa')
  expect(appOfOrigin('http://andoo.localhost:3001', local)).toBeNull()
  expect(appOfOrigin('http://evil.example:3000', local)).toBeNull()
})
