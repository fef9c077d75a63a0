import { globSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isForTests } from '../../../scripts/checks/test-support.ts'
import { pictureHost } from './picture-host-for-tests.ts'
import { away, closeServers, listening, load, options, problem, requests, serve } from './public-fetch-for-tests.ts'
import { fetchPublicFile } from './public-fetch.server.ts'

/** Which hosts a fetch reaches, and what it sends and returns. */

afterEach(closeServers)

describe('a file', () => {
  test('is returned with type, validators and address', async () => {
    const root = await serve((_request, response) => {
      response.setHeader('content-type', 'image/png')
      response.setHeader('etag', '"v1"')
      response.setHeader('last-modified', 'Fri, 27 Nov 2026 10:00:00 GMT')
      response.end('picture')
    })
    expect(await load(`${root}/a.png?size=2#top`)).toEqual({
      ok: true,
      value: {
        kind: 'file',
        bytes: Buffer.from('picture'),
        contentType: 'image/png',
        etag: '"v1"',
        lastModified: 'Fri, 27 Nov 2026 10:00:00 GMT',
        finalUrl: `${root}/a.png?size=2#top`,
      },
    })
    const [request] = requests
    expect([request?.method, request?.url]).toEqual(['GET', '/a.png?size=2'])
    expect(request?.headers).toEqual({
      host: new URL(root).host,
      accept: 'image/*',
      'accept-encoding': 'identity',
      'user-agent': 'Storefront/1.0 (+https://shop.example/)',
      connection: expect.any(String),
    })
  })

  test('without type and validators is returned too, and so is an empty one', async () => {
    const root = await serve((_request, response) => response.end())
    expect(await load(root)).toEqual({
      ok: true,
      value: {
        kind: 'file',
        bytes: Buffer.alloc(0),
        contentType: null,
        etag: null,
        lastModified: null,
        finalUrl: `${root}/`,
      },
    })
  })

  test('that has not changed is not read again', async () => {
    const root = await serve((request, response) => {
      response.statusCode = request.headers['if-none-match'] === '"v1"' ? 304 : 200
      response.end()
    })
    const validators = { etag: '"v1"', lastModified: 'Fri, 27 Nov 2026 10:00:00 GMT' }
    expect(await load(root, { validators })).toEqual({ ok: true, value: { kind: 'unchanged' } })
    expect(requests[0]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Fri, 27 Nov 2026 10:00:00 GMT',
    })
    expect(await load(root, { validators: { etag: null, lastModified: null } })).toMatchObject({ ok: true })
    expect(Object.keys(requests[1]?.headers ?? {})).not.toContain('if-none-match')
  })

  test('that was never asked for by a validator cannot be unchanged', async () => {
    const root = await serve((_request, response) => response.writeHead(304).end())
    expect(await load(root)).toEqual(problem({ code: 'refused', status: 304 }))
    const none = { etag: null, lastModified: null }
    expect(await load(root, { validators: none })).toEqual(problem({ code: 'refused', status: 304 }))
  })
})

describe('addresses', () => {
  test.each([
    'not an address',
    '',
    '//pictures.example/a.png',
    'file:///etc/passwd',
    'ftp://pictures.example/a.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'blob:https://pictures.example/1',
    'https://user:password@pictures.example/a.png',
    'https://user@pictures.example/a.png',
    'https://:password@pictures.example/a.png',
    'http://pictures.example:22/a.png',
    'http://pictures.example:25/',
    'http://pictures.example:0/',
    'https://pictures.example:1023/',
    `https://pictures.example/${'a'.repeat(2_000)}`,
  ])('%s is invalid', async (address) => {
    expect(await load(address)).toEqual(problem({ code: 'invalid-address', address: expect.any(String) }))
  })

  test.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:80/',
    'https://127.0.0.1:443/',
    'http://127.0.0.1:1024/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://①②⑦.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[2001:db8::1]/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data/',
    'http://192.168.1.1/',
  ])('%s is private', async (address) => {
    expect(await load(address)).toEqual(problem({ code: 'private-address', address: expect.any(String) }))
  })

  test.each(['http://localhost/', 'http://localhost./', 'http://shop.localhost/'])(
    '%s is private or unknown, as the system resolves it',
    async (address) => {
      const { lookup: _, ...bySystem } = options
      const loaded = await fetchPublicFile(address, bySystem)
      expect([expect.objectContaining(problem({ code: 'private-address', address })), away]).toContainEqual(loaded)
    },
  )

  test('a name is private when any of its addresses is, whatever the others are', async () => {
    const lookup = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    const address = 'https://pictures.example/a.png'
    expect(await load(address, { lookup })).toEqual(problem({ code: 'private-address', address }))
  })

  test('a name is resolved once, and the connection goes to what was checked', async () => {
    const reached: string[] = []
    const server = (name: string) => createServer((_request, response) => void (reached.push(name), response.end(name)))
    const port = await listening(server('public'))
    await listening(server('private'), '127.0.0.2', port)
    let calls = 0
    const lookup = async () => [{ address: ++calls === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    const loaded = await load(`http://rebound.example:${port}/`, { lookup })
    expect(loaded).toMatchObject({ ok: true, value: { bytes: Buffer.from('public') } })
    expect([reached, calls]).toEqual([['public'], 1])
    // Now that the name has moved, it is checked anew.
    expect(await load(`http://rebound.example:${port}/`, { lookup })).toMatchObject(
      problem({ code: 'private-address' }),
    )
    expect(reached).toEqual(['public'])
  })

  test('without the hook for tests the servers of this machine are not reached', async () => {
    const root = await serve((_request, response) => response.end('secret'))
    const { isAllowed: _, ...asInTheShop } = options
    for (const address of [root, root.replace('pictures.example', '127.0.0.1')])
      expect(await fetchPublicFile(address, asInTheShop)).toEqual(
        problem({ code: 'private-address', address: `${address}/` }),
      )
    expect(requests).toEqual([])
  })

  test('the program never passes the hook', () => {
    const root = join(import.meta.dirname, '../../..')
    const files = globSync('{src,scripts,data,sandbox}/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !isForTests(file),
    )
    const calling = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('fetchPublicFile('))
    expect(calling).toContain('src/platform/http/public-fetch.server.ts')
    const passing = calling.filter((file) => readFileSync(join(root, file), 'utf8').includes('isAllowed'))
    expect(passing).toEqual(['src/platform/http/public-fetch.server.ts'])
  })
})

describe('redirects', () => {
  const redirecting = (to: (request: IncomingMessage) => string | null, status = 302) =>
    serve((request, response) => {
      const location = to(request)
      if (location === null) response.end('arrived')
      else response.writeHead(status, { location }).end('elsewhere')
    })

  test.each([301, 302, 303, 307, 308])('status %i is followed, by relative addresses too', async (status) => {
    const root = await redirecting(({ url }) => (url === '/a/b.png' ? '../c.png' : null), status)
    expect(await load(`${root}/a/b.png`)).toMatchObject({
      ok: true,
      value: { bytes: Buffer.from('arrived'), finalUrl: `${root}/c.png` },
    })
  })

  test('three are followed, a fourth is not', async () => {
    const root = await redirecting(({ url }) => (url === '/0' ? null : `/${Number(url?.slice(1)) - 1}`))
    expect(await load(`${root}/3`)).toMatchObject({ ok: true })
    expect(await load(`${root}/4`)).toEqual(problem({ code: 'too-many-redirects' }))
  })

  test('a loop ends', async () => {
    const root = await redirecting(() => '/again')
    expect(await load(root)).toEqual(problem({ code: 'too-many-redirects' }))
    expect(requests).toHaveLength(4)
  })

  test.each([
    ['http://169.254.169.254/latest/meta-data/', 'private-address'],
    ['http://[::1]:8080/', 'private-address'],
    ['http://2130706433/', 'private-address'],
    ['file:///etc/passwd', 'invalid-address'],
    ['http://user:password@pictures.example/', 'invalid-address'],
    ['http://pictures.example:22/', 'invalid-address'],
  ])('to %s is a problem', async (to, code) => {
    const root = await redirecting(() => to)
    expect(await load(root)).toEqual(problem({ code, address: expect.any(String) }))
    expect(requests).toHaveLength(1)
  })

  test('to a name with a private address is a problem', async () => {
    const root = await redirecting(() => 'http://inside.example/')
    const lookup = async (name: string) => [
      { address: name === 'inside.example' ? '10.0.0.1' : '127.0.0.1', family: 4 },
    ]
    expect(await load(root, { lookup })).toEqual(
      problem({ code: 'private-address', address: 'http://inside.example/' }),
    )
  })

  test('without a place to go is refused', async () => {
    const root = await serve((request, response) => {
      if (request.url === '/bad') response.setHeader('location', 'http://[')
      response.writeHead(302).end()
    })
    for (const path of ['/none', '/bad'])
      expect(await load(root + path)).toEqual(problem({ code: 'refused', status: 302 }))
  })
})

describe('HTTPS', () => {
  let trusted: string[] = []
  beforeEach(() => void (trusted = getCACertificates('default')))
  afterEach(() => setDefaultCACertificates(trusted))

  async function serveSecurely(onRequest: RequestListener): Promise<string> {
    return `https://pictures.example:${await listening(createSecureServer(pictureHost, onRequest))}`
  }

  test('an untrusted certificate is rejected', async () => {
    const root = await serveSecurely((_request, response) => response.end('picture'))
    expect(await load(root)).toEqual(away)
  })

  test('the certificate is checked against the name, although the connection goes to an address', async () => {
    const root = await serveSecurely((_request, response) => response.end('picture'))
    setDefaultCACertificates([...trusted, pictureHost.cert])
    expect(await load(root)).toMatchObject({ ok: true, value: { bytes: Buffer.from('picture') } })
    expect(await load(root.replace('pictures.example', 'other.example'))).toEqual(away)
    expect(await load(root.replace('pictures.example', '127.0.0.1'))).toEqual(away)
  })

  test('a redirect to plain HTTP is a problem', async () => {
    const plain = await serve((_request, response) => response.end('picture'))
    const root = await serveSecurely((_request, response) => response.writeHead(302, { location: plain }).end())
    setDefaultCACertificates([...trusted, pictureHost.cert])
    expect(await load(root)).toEqual(problem({ code: 'invalid-address', address: `${plain}/` }))
    expect(requests).toEqual([])
  })
})
