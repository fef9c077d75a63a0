import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, fixedClock } from '../../platform/clock.ts'
import { sha256 } from '../../platform/digest.ts'
import { notify } from '../../platform/database/database.server.ts'
import { pictureAttributes, pictureOfWidth } from '../../platform/files/picture-address.ts'
import { createLog } from '../../platform/log.server.ts'
import { noTracing } from '../../platform/tracing/tracing.ts'
import { openLocalStorage } from '../../platform/storage/local-storage.server.ts'
import type { ObjectStorage } from '../../platform/storage/object-storage.ts'
import { databaseEngines, type TestDatabase } from '../../testing/database.ts'
import { openMedia, type MediaService } from './media.server.ts'

const photo = (background: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

describe.each(await databaseEngines())('media on $name', (engine) => {
  const clock = fixedClock('2026-11-24T00:00:00Z')
  let database: TestDatabase
  let folder: string
  let storage: ObjectStorage
  let media: MediaService
  const logged: string[] = []
  const openIt = (secretKey = 'a secret of thirty-two characters') =>
    openMedia({
      config: { secretKey, publicUrl: 'https://shop.example' },
      database,
      storage,
      clock,
      log: createLog('debug', { write: (line) => void logged.push(line) }),
      tracing: noTracing,
    })

  beforeAll(async () => {
    database = await engine.open()
    folder = await mkdtemp(join(tmpdir(), 'media-'))
    storage = await openLocalStorage({ folder, clock })
    media = await openIt()
  })
  afterAll(async () => {
    await media.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  const add = async (bytes: Buffer) => {
    const added = await media.add({ kind: 'jpg', bytes })
    return added.ok ? added.value : expect.fail(added.problem)
  }
  const objects = async (prefix: string) => {
    const keys: string[] = []
    for await (const { key } of storage.list(prefix)) keys.push(key)
    return keys
  }

  test('of a shopper’s photo only what it shows is stored, and no more of it than screens show', async () => {
    const bytes = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#305070' } })
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 51/1 0/1' }, IFD0: { Artist: 'Ana Botha' } })
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const added = await media.addShopperPhoto(bytes)
    const address = added.ok ? added.value : expect.fail(added.problem)
    const [, hash = ''] = /([0-9a-f]{32})\.jpg$/.exec(address) ?? []
    const file = (await storage.get(`originals/${hash}`)) ?? expect.fail()
    const { width, height, exif } = await sharp(file).metadata()
    expect([width, height, exif]).toEqual([1_600, 1_067, undefined])
    expect(file.includes('Ana Botha')).toBe(false)
    expect(await storage.stat(`originals/${sha256(bytes).slice(0, 32)}`)).toBeNull()
    expect(await media.addShopperPhoto(bytes.subarray(0, 300))).toMatchObject({ ok: false })
  })

  test('an upload is shown in sizes, in the best format that the browser takes', async () => {
    const bytes = await photo('#c08040')
    const address = await add(bytes)
    const hash = sha256(bytes).slice(0, 32)
    expect(address).toBe(`/media/files/${hash}.jpg`)
    const shown = media.shown(address)
    expect(shown).toMatch(new RegExp(`^/media/pictures/${hash}/900x600-c08040-[\\w-]{11}/640$`))
    const picture = await media.picture(shown, 'image/avif,image/webp,*/*;q=0.8')
    expect(picture).toMatchObject({ contentType: 'image/avif', varies: true })
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ width: 640, height: 427 })
    expect(await media.picture(shown, 'image/webp')).toMatchObject({ contentType: 'image/webp' })
    expect(await media.picture(shown, '*/*')).toMatchObject({ contentType: 'image/jpeg' })
    expect(await media.picture(`${shown}.png`, '*/*')).toMatchObject({ contentType: 'image/png', varies: false })
    expect(await objects(`variants/${hash}/`)).toEqual(
      ['avif', 'jpg', 'png', 'webp'].map((format) => `variants/${hash}/640.${format}`),
    )
  })

  test('sizes and parts that nobody was told are not made', async () => {
    const shown = media.shown(await add(await photo('#111111')))
    expect(await media.picture(shown.replace('900x600', '900x601'), '')).toBe(null)
    expect(await media.picture(shown.replace('900x600', '450x600+450+0'), '')).toBe(null)
    expect(await media.picture(shown.replace('900x600', '900x600@10x10'), '')).toBe(null)
    expect(await media.picture(shown.replace(/[0-9a-f]{32}/, '0'.repeat(32)), '')).toBe(null)
    expect(await media.picture(shown.replace('/640', '/641'), '')).toBe(null)
    expect(await media.picture(pictureOfWidth(shown, 160), '')).not.toBe(null)
  })

  test('addresses in orders and mails outlive the key that signed them', async () => {
    const address = await add(await photo('#121212'))
    const earlier = await openIt('another secret of over thirty-two characters')
    const shown = earlier.shown(address)
    await earlier.close()
    expect(shown).not.toBe(media.shown(address))
    expect(await media.picture(shown, 'image/webp')).toEqual(await media.picture(media.shown(address), 'image/webp'))
  })

  test('a picture that many wait for is made once, and stays for other processes', async () => {
    const shown = media.shown(await add(await photo('#222222')))
    const all = await Promise.all(Array.from({ length: 20 }, () => media.picture(shown, 'image/webp')))
    expect(new Set(all.map((one) => one?.bytes)).size).toBe(1)
    const second = await openIt()
    expect((await second.picture(shown, 'image/webp'))?.bytes).toEqual(all[0]?.bytes)
    expect(second.pending).toBe(0)
    await second.close()
  })

  test('what is behind the end of a picture is in nothing that is served', async () => {
    const address = await add(Buffer.concat([await photo('#333333'), Buffer.from('PK\u0003\u0004 a program')]))
    const plain = await media.file(address)
    expect(plain?.contentType).toBe('image/jpeg')
    expect(plain?.bytes.includes('a program')).toBe(false)
  })

  test.each([
    [
      'damaged',
      async () => (await photo('#444444')).subarray(0, 300),
      'The picture is damaged or incomplete. Please save it again.',
    ],
    [
      'a bomb',
      () => photo('#000000', 12_001, 10),
      'The picture must have at most 12,000 pixels per side and 50 million in total.',
    ],
  ])('of a picture that is %s nothing is stored', async (_what, made, problem) => {
    const before = await objects('')
    expect(await media.add({ kind: 'jpg', bytes: await made() })).toEqual({ ok: false, problem })
    expect(await objects('')).toEqual(before)
  })

  test('another process shows an upload within a second', async () => {
    const second = await openIt()
    const address = await add(await photo('#555555'))
    await expect.poll(() => second.shown(address)).toMatch(/^\/media\/pictures\//)
    await second.close()
  })

  test('a crop and a focal point are part of the address: another crop is another address, and the old one stays what it was', async () => {
    // Left half red, right half blue.
    const half = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer()
    const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } })
      .composite([{ input: half, left: 200, top: 0 }])
      .jpeg()
      .toBuffer()
    const address = await add(bytes)
    const whole = media.shown(address)
    const change = async (values: object) => {
      const before = media.shown(address)
      await database.db.updateTable('media').set(values).where('address', '=', address).execute()
      await notify(database.db, 'media_changed', '')
      await expect.poll(() => media.shown(address)).not.toBe(before)
      return media.shown(address)
    }
    const right = await change({
      crop_left: 200,
      crop_top: 0,
      crop_width: 200,
      crop_height: 100,
      focus_x: 10,
      focus_y: 90,
    })
    expect(right).toMatch(/\/200x100\+200\+0@10x90-[0-9a-f]{6}-[\w-]{11}\/240$/)
    expect(pictureAttributes(right, 200)?.style).toMatchObject({ '--focal-point': '10% 90%' })
    const averageOf = async (path: string) => {
      const picture = await media.picture(path, 'image/webp')
      const { channels } = await sharp(picture?.bytes).stats()
      return channels.map(({ mean }) => (mean > 100 ? 1 : 0))
    }
    expect(await averageOf(right)).toEqual([0, 0, 1])
    expect(await sharp((await media.picture(right, ''))?.bytes).metadata()).toMatchObject({ width: 200, height: 100 })
    expect((await media.picture(whole, ''))?.etag).not.toBe((await media.picture(right, ''))?.etag)
    expect(await averageOf(await change({ crop_left: 0 }))).toEqual([1, 0, 0])
    expect(await averageOf(right)).toEqual([0, 0, 1])
    expect(await media.picture(right.replace('+200+0', '+100+0'), '')).toBe(null)
    expect(await sharp((await media.file(address))?.bytes).metadata()).toMatchObject({ width: 200, height: 100 })
    // Uploaded again it is the same picture, as staff have cropped it.
    await add(bytes)
    expect(media.shown(address)).toContain('/200x100+0+0@10x90-')
  })

  test('uploads of earlier versions are moved, at the addresses they had; their bytes go a day later', async () => {
    const bytes = await photo('#666666')
    const name = `${sha256(bytes).slice(0, 32)}.jpg`
    const damaged = `${sha256('damaged').slice(0, 32)}.jpg`
    await database.db
      .insertInto('uploaded_file')
      .values([
        { name, content: bytes, created_at: clock.now() },
        { name: damaged, content: bytes.subarray(0, 300), created_at: clock.now() },
      ])
      .execute()
    expect((await media.file(`/media/files/${name}`))?.bytes).toEqual(bytes)
    expect(await media.moveOldUploads()).toBe(1)
    expect(media.shown(`/media/files/${name}`)).toMatch(/^\/media\/pictures\//)
    const left = () => database.db.selectFrom('uploaded_file').select('name').orderBy('name').execute()
    expect((await left()).map((one) => one.name).toSorted()).toEqual([name, damaged].toSorted())
    clock.advance(days(2))
    expect(await media.moveOldUploads()).toBe(0)
    expect((await left()).map((one) => one.name)).toEqual([damaged])
    // What cannot be decoded stays as it was, and is said in the log.
    expect((await media.file(`/media/files/${damaged}`))?.bytes).toEqual(bytes.subarray(0, 300))
    expect(logged.join('')).toContain('an upload stays in the database')
  })

  test('objects that nothing names are swept up when they are older than a day', async () => {
    const address = await add(await photo('#777777'))
    const hash = /[0-9a-f]{32}/.exec(address)?.[0] ?? ''
    await media.picture(media.shown(address), 'image/webp')
    expect(await media.sweep()).toBe(0)
    await database.db.deleteFrom('media').where('address', '=', address).execute()
    expect(await media.sweep()).toBe(0)
    const old = new Date(clock.now().getTime() - days(2))
    await utimes(join(folder, 'originals', hash), old, old)
    expect(await media.sweep()).toBe(1)
    expect([...(await objects(`originals/${hash}/`)), ...(await objects(`variants/${hash}/`))]).toEqual([])
    expect(await storage.get(`originals/${hash}`)).toBe(null)
  })
})
