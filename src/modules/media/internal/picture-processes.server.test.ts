import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../../../platform/log.server.ts'
import { createPictureProcesses, TooManyPictures } from './picture-processes.server.ts'

const log = createLog('silent')
const processes = createPictureProcesses({ log, count: 2 })
afterAll(() => processes.close())

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c08040' } })
const inspect = async (bytes: Uint8Array) => processes.run({ kind: 'inspect', bytes })

test('a picture is measured as it is seen, with its average colour', async () => {
  const upright = await photo(40, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await inspect(upright)).toEqual({ kind: 'inspected', inspection: { width: 30, height: 40, colour: 'c08040' } })
  const cutOut = await sharp({
    create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  expect(await inspect(cutOut)).toMatchObject({ inspection: { colour: '0000' } })
})

test.each(['avif', 'webp', 'jpg', 'png'] as const)('a picture is made as %s, without its metadata', async (format) => {
  const bytes = await photo(800, 600)
    .jpeg()
    .withExif({ IFD0: { Copyright: '12 Hidden Lane' } })
    .toBuffer()
  const answer = await processes.run({ kind: 'render', bytes, width: 320, format })
  const made = answer.kind === 'rendered' ? Buffer.from(answer.bytes) : expect.fail(JSON.stringify(answer))
  const facts = await sharp(made).metadata()
  expect([facts.width, facts.height, facts.format]).toEqual([
    320,
    240,
    { avif: 'heif', webp: 'webp', jpg: 'jpeg', png: 'png' }[format],
  ])
  expect(made.includes('Hidden')).toBe(false)
  expect(facts.icc).toBe(undefined)
})

test('a wide gamut stays, every other colour space becomes sRGB', async () => {
  const wide = await photo(40, 30).withIccProfile('p3').jpeg().toBuffer()
  const inks = await photo(40, 30).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()
  const made = async (bytes: Uint8Array) => {
    const answer = await processes.run({ kind: 'render', bytes, width: 40, format: 'jpg' })
    return sharp(answer.kind === 'rendered' ? Buffer.from(answer.bytes) : expect.fail(answer.kind)).metadata()
  }
  expect((await made(wide)).icc).toBeDefined()
  expect(await made(inks)).toMatchObject({ space: 'srgb', channels: 3 })
})

const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, at) => (at * 7_919) % 251))
const noisy = () => sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })

test.each([
  ['cut off', async () => (await noisy().jpeg().toBuffer()).subarray(0, 4_000), 'damaged'],
  ['a PNG that is cut off', async () => (await noisy().png().toBuffer()).subarray(0, -600), 'damaged'],
  ['a WebP that is cut off', async () => (await noisy().webp().toBuffer()).subarray(0, 4_000), 'damaged'],
  ['an AVIF that is cut off', async () => (await noisy().avif().toBuffer()).subarray(0, 4_000), 'damaged'],
  ['nothing', async () => Buffer.alloc(0), 'damaged'],
  ['text', async () => Buffer.from('no picture at all'), 'damaged'],
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'damaged'],
  ['GIF', async () => await photo(9, 9).gif().toBuffer(), 'damaged'],
  ['too wide', async () => await photo(12_001, 10).png().toBuffer(), 'large'],
  ['a decompression bomb', async () => await photo(11_000, 11_000).png().toBuffer(), 'large'],
  [
    'animated',
    async () =>
      await sharp([await photo(9, 9).png().toBuffer(), await photo(9, 9).negate().png().toBuffer()], {
        join: { animated: true },
      })
        .webp()
        .toBuffer(),
    'animated',
  ],
])('a file that is %s is named as such', { timeout: 60_000 }, async (_what, file, problem) => {
  expect(await inspect(await file())).toMatchObject({ kind: 'problem', problem })
})

test('a picture that a process does not finish in time is slow, and others are made', async () => {
  const slow = createPictureProcesses({ log, count: 1, timeLimitMs: 1 })
  const bytes = await photo(2_000, 2_000).jpeg().toBuffer()
  const [first, second] = await Promise.all([
    slow.run({ kind: 'render', bytes, width: 2_000, format: 'avif' }),
    slow.run({ kind: 'render', bytes, width: 2_000, format: 'avif' }),
  ])
  expect([first, second]).toEqual([
    expect.objectContaining({ kind: 'problem', problem: 'slow' }),
    expect.objectContaining({ kind: 'problem', problem: 'slow' }),
  ])
  expect(slow.pending).toBe(0)
  slow.close()
  await expect(slow.run({ kind: 'inspect', bytes })).rejects.toThrow(TooManyPictures)
})

test('what somebody waits for is made before what nobody waits for', async () => {
  const one = createPictureProcesses({ log, count: 1 })
  const bytes = await photo(400, 400).jpeg().toBuffer()
  const order: string[] = []
  const run = async (name: string, urgency: 'now' | 'later') => {
    await one.run({ kind: 'render', bytes, width: 160, format: 'webp' }, urgency)
    order.push(name)
  }
  await Promise.all([run('first', 'later'), run('later', 'later'), run('now', 'now')])
  one.close()
  expect(order).toEqual(['first', 'now', 'later'])
})
