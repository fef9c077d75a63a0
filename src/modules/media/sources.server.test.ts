import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days, fixedClock, minutes } from '../../platform/clock.ts'
import { glbOf } from '../../platform/files/glb-for-tests.ts'
import { createLog } from '../../platform/log.server.ts'
import { noTracing } from '../../platform/tracing/tracing.ts'
import { openLocalStorage } from '../../platform/storage/local-storage.server.ts'
import { databaseEngines, type TestDatabase } from '../../testing/database.ts'
import { openMedia, type MediaService } from './media.server.ts'

const photo = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer()

const cutOff = (await photo('#778899')).subarray(0, 300)

describe.each(await databaseEngines())('pictures of other hosts on $name', (engine) => {
  const clock = fixedClock('2026-11-24T00:00:00Z')
  let database: TestDatabase
  let media: MediaService
  let folder: string
  let host: Server
  let answers: Record<string, RequestListener> = {}
  let requests: { path: string; validator: string | undefined }[] = []

  beforeAll(async () => {
    database = await engine.open()
    folder = await mkdtemp(join(tmpdir(), 'sources-'))
    host = createServer((request, response) => {
      const path = request.url ?? ''
      requests.push({ path, validator: request.headers['if-none-match'] })
      const answer = answers[path]
      if (answer === undefined) response.writeHead(404).end()
      else answer(request, response)
    })
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
    const { port: ours } = host.address() as AddressInfo
    media = await openMedia({
      config: { secretKey: 'a secret of thirty-two characters', publicUrl: 'https://shop.example' },
      database,
      storage: await openLocalStorage({ folder, clock }),
      clock,
      log: createLog('silent'),
      tracing: noTracing,
      fetchOptions: { isAllowed: (address, port) => address === '127.0.0.1' && port === ours, timeoutMs: 300 },
    })
  })
  afterAll(async () => {
    await media.close()
    host.closeAllConnections()
    await new Promise((done) => host.close(done))
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    answers = {}
    requests = []
    await database.db.deleteFrom('media_source').execute()
    await database.db.deleteFrom('media').execute()
  })

  const at = (path: string) => `http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`
  const stateOf = async (address: string) =>
    database.db
      .selectFrom('media_source')
      .select(['state', 'attempts', 'problem', 'next_at'])
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
  const stored = (address: string) =>
    database.db.selectFrom('media').select(['hash', 'width']).where('address', '=', address).executeTakeFirst()

  test('a picture is fetched once, kept, and asked for changes after a week', async () => {
    const versions = [await photo('#112233'), await photo('#445566')]
    answers['/a.jpg'] = (request, response) => {
      const version = request.headers['if-none-match'] === '"one"' && versions.length > 1 ? 304 : 200
      response.writeHead(version, { etag: '"one"' }).end(version === 304 ? undefined : versions[0])
    }
    const address = at('/a.jpg')
    await media.sources.want([address, address, '/media/files/x.jpg'], 'shown')
    await media.sources.want([address], 'shown')
    expect(await media.sources.fetchSome()).toEqual({ changed: [address], isLast: true })
    const first = await stored(address)
    expect([first?.width, (await stateOf(address)).state]).toEqual([300, 'stored'])
    expect(await media.sources.fetchSome()).toEqual({ changed: [], isLast: true })
    clock.advance(days(8))
    expect(await media.sources.fetchSome()).toEqual({ changed: [], isLast: true })
    expect(requests.map(({ validator }) => validator)).toEqual([undefined, '"one"'])
    versions.shift()
    clock.advance(days(8))
    expect((await media.sources.fetchSome()).changed).toEqual([address])
    expect((await stored(address))?.hash).not.toBe(first?.hash)
  })

  test('what a text names is a placeholder, is fetched, and is shown then', async () => {
    const bytes = await photo('#336699')
    answers['/in-text.jpg'] = (_request, response) => response.end(bytes)
    const html = `<p>x</p><img src="${at('/in-text.jpg')}" alt="">`
    const changes: string[] = []
    media.subscribe(() => void changes.push(media.shownIn(html)))
    expect(media.shownIn(html)).toBe('<p>x</p><img src="/media/placeholder.svg" alt="">')
    expect(media.shown(at('/in-text.jpg'))).toBe('/media/placeholder.svg')
    await expect.poll(async () => (await media.sources.fetchSome()).changed).toEqual([at('/in-text.jpg')])
    await expect.poll(() => changes.at(-1)).toContain('<img src="/media/pictures/')
    expect(media.shown(at('/in-text.jpg'))).toMatch(/^\/media\/pictures\//)
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['is missing', '/none.jpg', undefined, 'The host has no such file.'],
    ['is refused', '/no.jpg', 403, 'The host refused to send it (status 403).'],
    [
      'is no picture',
      '/page.jpg',
      'a page',
      'The file must be a JPEG, PNG, WebP or AVIF picture, a PDF, a GLB model, an MP4 or WebM video, or WebVTT captions.',
    ],
    ['is empty', '/empty.jpg', '', 'The file is empty.'],
    ['is a document', '/a.pdf', '%PDF-1.4 1 0 obj << >> endobj %%EOF', 'The file is a document and not a picture.'],
    ['is cut off', '/cut.jpg', cutOff, 'The picture is damaged or incomplete. Please save it again.'],
  ] as const)(
    'a picture that %s is said to staff, and tried again after a week',
    async (_what, path, answer, problem) => {
      if (answer !== undefined)
        answers[path] = (_request, response) =>
          typeof answer === 'number' ? response.writeHead(answer).end() : response.end(answer)
      await media.sources.want([at(path)], 'shown')
      expect((await media.sources.fetchSome()).changed).toEqual([])
      expect(await stateOf(at(path))).toEqual({
        state: 'failed',
        attempts: 0,
        problem,
        next_at: new Date(clock.now().getTime() + days(7)),
      })
      expect(await stored(at(path))).toBe(undefined)
    },
  )

  test('a host that is down or never answers is asked again, less and less often', async () => {
    answers['/down.jpg'] = (_request, response) => response.writeHead(503, { 'retry-after': '600' }).end()
    answers['/silent.jpg'] = () => {}
    await media.sources.want([at('/down.jpg'), at('/silent.jpg')], 'shown')
    await media.sources.fetchSome()
    expect(await stateOf(at('/down.jpg'))).toEqual({
      state: 'waiting',
      attempts: 1,
      problem: 'The host answered 503.',
      next_at: new Date(clock.now().getTime() + minutes(10)),
    })
    expect(await stateOf(at('/silent.jpg'))).toMatchObject({
      problem: 'The host did not answer in time.',
      next_at: new Date(clock.now().getTime() + minutes(1)),
    })
    for (let time = 0; time < 5; time++) {
      clock.advance(days(1))
      await media.sources.fetchSome()
    }
    expect(await stateOf(at('/down.jpg'))).toMatchObject({ state: 'failed' })
  })

  test('a 3D model is kept as it is, and served by its content', async () => {
    const model = glbOf({ asset: { version: '2.0' }, meshes: [{}] })
    answers['/a.glb'] = (_request, response) => response.end(model)
    await media.sources.want([at('/a.glb')], 'shown')
    expect((await media.sources.fetchSome()).changed).toEqual([at('/a.glb')])
    const { hash, width } = (await stored(at('/a.glb'))) ?? {}
    expect(width).toBe(null)
    expect(await media.file(`/media/files/${hash}.glb`)).toMatchObject({
      bytes: model,
      contentType: 'model/gltf-binary',
    })
    expect(await media.file(`/media/files/${hash}.mp4`)).toBe(null)
  })

  test('addresses of private networks are not asked, also not by a redirect', async () => {
    answers['/away.jpg'] = (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/a.jpg' }).end()
    const inside = 'http://192.168.0.1/a.jpg'
    await media.sources.want([at('/away.jpg'), inside], 'shown')
    await media.sources.fetchSome()
    for (const address of [at('/away.jpg'), inside])
      expect(await stateOf(address)).toMatchObject({
        state: 'failed',
        problem: 'The address leads into a private network.',
      })
  })

  test('a picture that was kept stays when its host has it no more', async () => {
    const bytes = await photo('#abcdef')
    answers['/b.jpg'] = (_request, response) => response.end(bytes)
    await media.sources.want([at('/b.jpg')], 'shown')
    await media.sources.fetchSome()
    answers = {}
    clock.advance(days(8))
    await media.sources.fetchSome()
    expect(await stateOf(at('/b.jpg'))).toMatchObject({ state: 'stored', problem: 'The host has no such file.' })
    expect(await stored(at('/b.jpg'))).toBeDefined()
  })
})
