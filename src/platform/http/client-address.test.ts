import { expect, test } from 'vitest'
import { addressKey, clientAddress, networkKey } from './client-address.ts'
import { siteOrigin } from './site-origin.ts'

test.each([
  ['10.0.0.1', undefined, 0, '10.0.0.1'],
  ['10.0.0.1', '1.2.3.4', 0, '10.0.0.1'],
  ['10.0.0.1', '1.2.3.4', 1, '1.2.3.4'],
  ['10.0.0.1', 'made-up, 1.2.3.4', 1, '1.2.3.4'],
  ['10.0.0.1', '9.9.9.9, 1.2.3.4 , 10.0.0.2', 2, '1.2.3.4'],
  ['10.0.0.1', '1.2.3.4', 2, '10.0.0.1'],
  ['10.0.0.1', '1.2.3.4:52114', 1, '1.2.3.4'],
  ['10.0.0.1', '[2001:db8::1]:52114', 1, '2001:db8::1'],
  ['10.0.0.1', '[2001:db8::1]', 1, '2001:db8::1'],
  ['10.0.0.1', '2001:db8::1', 1, '2001:db8::1'],
  ['10.0.0.1', '', 1, '10.0.0.1'],
  [undefined, undefined, 0, '0.0.0.0'],
])('from %s with X-Forwarded-For %j behind %i proxies it is %s', (socket, forwarded, proxies, address) => {
  expect(clientAddress(socket, forwarded, proxies)).toBe(address)
})

test.each([
  ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:db8:0:2::7', '2001:db8:0:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['203.0.113.9', '203.0.113.9'],
  ['made:up', 'made:up'],
  ['', ''],
])('rate limits count %s as %s', (address, counted) => {
  expect(addressKey(address)).toBe(counted)
})

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:0:1::7', '2001:db8:0::/48'],
  ['2001:db8:0:2::7', '2001:db8:0::/48'],
  ['made:up', null],
])('the network of %s is %s', (address, network) => {
  expect(networkKey(address)).toBe(network)
})

const sites = new Map([
  ['www.aol.example', 'aol'],
  ['wa.localhost', 'wa'],
])

test.each([
  ['www.aol.example', 'https://www.wa.example', 'https://www.aol.example'],
  ['www.wa.example', 'https://www.wa.example', 'https://www.wa.example'],
  ['elsewhere.example', 'https://www.wa.example', 'https://www.wa.example'],
  ['localhost:3000', 'https://www.wa.example', 'https://www.wa.example'],
  ['127.0.0.1:3000', 'http://localhost:3000', 'http://127.0.0.1:3000'],
  ['wa.localhost:3000', 'http://localhost:3000', 'http://wa.localhost:3000'],
  ['a b', 'https://www.wa.example', 'https://www.wa.example'],
  [undefined, 'https://www.wa.example', 'https://www.wa.example'],
])('a shopper who reached %s of a shop at %s is redirected back to %s', (host, publicUrl, origin) => {
  expect(siteOrigin(host, publicUrl, sites)).toBe(origin)
})
