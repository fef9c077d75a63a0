import { describe, expect, test } from 'vitest'
import { destinationOf, locationOf, redirectError, redirectKey, withScheme } from './redirects.ts'

const moved = new Map([
  ['/old', '/new'],
  ['/old?id=5', '/p/five'],
  ['/same', '/Same/'],
  ['/out', 'www.aol.example/sale'],
  ['/evil', 'javascript:alert(1)'],
])

test.each([
  ['/OLD/', '/new'],
  ['/old?id=5', '/p/five'],
  ['/old?id=6', '/new'],
  ['/out', 'www.aol.example/sale'],
  ['/same', null],
  ['/evil', null],
  ['/nowhere', null],
])('%s redirects to %s [NF-02]', (from, to) => {
  expect(destinationOf(moved, from)).toBe(to)
})

test("an address starting with 'www.' gets https [NF-04]", () => {
  expect(['www.aol.example/sale', 'http://aol.example', '/sale'].map(withScheme)).toEqual([
    'https://www.aol.example/sale',
    'http://aol.example',
    '/sale',
  ])
})

test('the root keeps its slash', () => {
  expect(redirectKey('/')).toBe('/')
  expect(redirectKey('//')).toBe('/')
})

describe('rejected redirects', () => {
  const hosts = new Set(['www.aol.example'])
  const error = (source: string, destination: string) => redirectError({ source, destination }, moved, hosts)
  test.each([
    ['old', '/new', 'source'],
    ['//elsewhere', '/new', 'source'],
    ['/a', 'javascript:alert(1)', 'destination'],
    ['/a', 'data:text/html,x', 'destination'],
    ['/a', '//elsewhere.example', 'destination'],
    ['/a', '/\\elsewhere.example', 'destination'],
    ['/a', 'https://elsewhere.example/', 'destination'],
    ['/a', 'new', 'destination'],
    ['/a', '/A/', 'destination'],
    // By way of /old, which leads to /new.
    ['/new', '/old', 'destination'],
  ])('%s to %s', (source, destination, field) => {
    expect(error(source, destination)?.field).toBe(field)
  })
  test.each([
    ['/a', '/b'],
    ['/a', 'https://www.aol.example/b'],
    ['/a', 'www.aol.example/b'],
  ])('%s to %s is', (source, destination) => {
    expect(error(source, destination)).toBe(null)
  })
})

test.each([
  ['/c/kaffee maschinen', '/c/kaffee%20maschinen'],
  ['/c/caf%C3%A9?x=1#top', '/c/caf%C3%A9?x=1#top'],
  ['www.aol.example/sale', 'https://www.aol.example/sale'],
])('%s is encoded as %s in a header', (destination, location) => {
  expect(locationOf(destination)).toBe(location)
})
