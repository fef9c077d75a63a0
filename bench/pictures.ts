import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createPictureSigning } from '../src/modules/media/internal/picture-signing.server.ts'
import { pictureOfWidth, type PictureFormat } from '../src/platform/files/picture-address.ts'
import { median, percentile, type Figures } from './figures.ts'
import type { LoadClient } from './load.ts'
import { listingPaths } from './pages.ts'
import type { BenchShop } from './shop.ts'

/** Pictures that nobody has asked for yet: how many the shop makes, how long one takes, and what pages and memory pay for it. */

const secretKey = 'a secret of the bench with more than thirty-two characters'
const [width, height] = [2_400, 1_800]

export const pictureEnv = { SECRET_KEY: secretKey, PAGE_CACHE_MB: '0' }

/** Addresses of originals by width and format. An original is a photograph's worth of work: gradients, edges and grain. */
export type Originals = readonly ((width: number, format?: PictureFormat) => string)[]

/** Writes originals into the storage of a data folder. */
export async function writeOriginals(dataDir: string, count: number): Promise<Originals> {
  const signing = createPictureSigning(secretKey)
  const folder = join(dataDir, 'media/originals')
  mkdirSync(folder, { recursive: true })
  const base = await photograph()
  const originals = []
  for (let at = 0; at < count; at++) {
    const bytes = await sharp(base, { raw: { width, height, channels: 3 } })
      .modulate({ hue: (at * 360) / count })
      .jpeg({ quality: 88 })
      .toBuffer()
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    writeFileSync(join(folder, hash), bytes)
    const address = signing.addressOf({ hash, width, height, colour: '808080' })
    originals.push((wide: number, format?: PictureFormat) => pictureOfWidth(address, wide, format))
  }
  return originals
}

async function photograph(): Promise<Buffer> {
  const noise = (scale: number, sigma: number) =>
    sharp({
      create: {
        width: width / scale,
        height: height / scale,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .resize(width, height, { kernel: 'cubic' })
      .png({ compressionLevel: 0 })
      .toBuffer()
  const [shapes, texture, grain] = await Promise.all([noise(200, 60), noise(12, 25), noise(1, 6)])
  return sharp(shapes)
    .composite([
      { input: texture, blend: 'soft-light' },
      { input: grain, blend: 'soft-light' },
    ])
    .removeAlpha()
    .raw()
    .toBuffer()
}

type Subject = { readonly shop: BenchShop; readonly client: LoadClient; readonly originals: Originals }

export async function measurePictures(
  { shop, client, originals }: Subject,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Figures> {
  const [first, ...others] = originals
  const share = Math.floor(others.length / 4)
  // The first picture also starts the processes.
  if (first !== undefined) await timeOf(shop, first(160))
  return {
    ...(await measureCold(shop, others.slice(0, share))),
    ...(await measureMade(shop, others.slice(share, 2 * share))),
    ...(await measureParallel(shop, others.slice(2 * share, 3 * share))),
    ...(await measureBeside({ shop, client, originals: others.slice(3 * share) }, { rounds, seconds })),
  }
}

/** One at a time, as the first shopper of a product page meets them. */
async function measureCold(shop: BenchShop, originals: Originals): Promise<Figures> {
  const took: number[] = []
  for (const original of originals) took.push(await timeOf(shop, original(800, 'avif')))
  return { 'pictures.cold.p50_ms': median(took), 'pictures.cold.p95_ms': percentile(took, 0.95) }
}

/** Sizes of a list's cards, as many at a time as there are connections. */
async function measureMade(shop: BenchShop, originals: Originals): Promise<Figures> {
  const paths = originals.flatMap((original) =>
    [320, 640].flatMap((wide) => [original(wide, 'avif'), original(wide, 'webp')]),
  )
  const startedAt = performance.now()
  await inParallel(8, paths, (path) => timeOf(shop, path))
  return { 'pictures.made.rps': (paths.length / (performance.now() - startedAt)) * 1_000 }
}

/** Two hundred requests at once; the most memory that the shop and its picture processes have meanwhile, over what they had before. */
async function measureParallel(shop: BenchShop, originals: Originals): Promise<Figures> {
  const paths = originals
    .flatMap((original) => [160, 240, 320, 480, 640, 800, 1_200].map((wide) => original(wide, 'webp')))
    .slice(0, 200)
  const before = shop.treeMegabytes()
  let most = before
  const watching = setInterval(() => (most = Math.max(most, shop.treeMegabytes())), 50)
  await inParallel(paths.length, paths, (path) => timeOf(shop, path))
  clearInterval(watching)
  return { 'pictures.parallel.requests': paths.length, 'pictures.parallel.memory_mb': most - before }
}

/** Rendered pages alone, and while pictures are being made without a pause. */
async function measureBeside(
  { shop, client, originals }: Subject,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Figures> {
  const paths = await listingPaths(`http://127.0.0.1:${shop.port}`)
  const pages = () => client.measure({ port: shop.port, paths, encoding: 'identity', connections: 4, seconds })
  const pictures = originals.flatMap((original) =>
    [160, 240, 320, 480, 640, 800, 1_200, 1_600, 2_400].flatMap((wide) => [
      original(wide, 'avif'),
      original(wide, 'jpg'),
    ]),
  )
  let next = 0
  await pages()
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = await pages()
    let isOver = false
    const making = inParallel(8, pictures.slice(next), async (path) => {
      if (isOver) return
      next++
      await timeOf(shop, path)
    })
    ratios.push((await pages()) / alone)
    isOver = true
    await making
    if (next >= pictures.length)
      throw new Error('there were too few originals: pictures ran out while pages were measured')
  }
  return { 'pictures.goodput.ratio': median(ratios) }
}

async function timeOf(shop: BenchShop, path: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(`http://127.0.0.1:${shop.port}${path}`)
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return performance.now() - startedAt
}

async function inParallel<Item>(
  count: number,
  items: readonly Item[],
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const work = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await run(item)
  }
  await Promise.all(Array.from({ length: count }, work))
}
