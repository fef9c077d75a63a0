import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../src/testing/shop/until.ts'
import { openBackOffice, type BackOffice, type UploadedFile } from '../support/back-office.ts'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { workerShop } from '../support/worker-shop.ts'

/** A product's pictures, video and 3D model, of a product that has all of them. */

const sku = 'WS5259-RUMB'
let shop: RunningShop
let admin: BackOffice
let address = ''
/** Pictures and the video, with what the demonstration has. */
let total = 0

beforeAll(async () => {
  shop = await workerShop()
  admin = await openBackOffice(shop)
  await admin.upload(sku, [
    await photo('from the front', 900, 1_800),
    await photo('in a kitchen', 1_600, 900),
    { name: 'a.webm', type: 'video/webm', title: 'How it lifts the steam', bytes: await recordedVideo() },
    { name: 'a.vtt', type: 'text/vtt', title: 'Captions', bytes: Buffer.from(captions) },
  ])
  const { uri } = (await (await fetch(`${shop.urls.shop}/api/v2/product/sku/${sku}`)).json()) as { uri: string }
  address = `${shop.address('aol')}/p/${uri}`
  const html = () => fetch(`${shop.urls.shop}/p/${uri}`).then((answer) => answer.text())
  await until(async () => (await html()).includes('Play video: How it lifts the steam'))
  total = (await html()).match(/id="picture-/g)?.length ?? 0
})
afterAll(() => admin.undo())

const captions = 'WEBVTT\n\n00:00.000 --> 00:10.000\nThe steam is drawn to the edges.\n'

async function photo(view: string, width: number, height: number): Promise<UploadedFile> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#8090a0' } })
    .jpeg()
    .toBuffer()
  return { name: 'a.jpg', type: 'image/jpeg', title: `Rangehood, ${view}`, bytes }
}

/** A second of colours, as the browser records it. */
async function recordedVideo(): Promise<Buffer> {
  const { page, close } = await visit()
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.start()
    for (let frame = 0; frame < 10; frame++) {
      canvas.getContext('2d')?.fillRect(frame * 10, 0, 10, 100)
      await new Promise((done) => setTimeout(done, 50))
    }
    await new Promise((done) => {
      recorder.onstop = done
      recorder.stop()
    })
    return btoa(String.fromCharCode(...new Uint8Array(await new Blob(parts).arrayBuffer())))
  })
  await close()
  return Buffer.from(base64, 'base64')
}

const gallery = (page: Page) => page.getByRole('group', { name: 'Pictures' })
const inSight = (page: Page, position: number) =>
  gallery(page)
    .getByRole('status')
    .filter({ hasText: `Picture ${position} of ${total}` })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('pictures are shown by buttons and keys, zoomed in full screen, and a video plays when it is asked for', async () => {
  const { page, faults, close } = await visit()
  const fetched: string[] = []
  page.on('request', (request) => void fetched.push(request.url()))
  await page.goto(address)
  await isLive(page)
  await gallery(page).getByRole('button', { name: 'Next picture' }).click()
  await inSight(page, 2).waitFor()
  await gallery(page)
    .getByRole('link', { name: /^Show picture 1: / })
    .click()
  await inSight(page, 1).waitFor()
  await expectAccessible(page)

  const first = page.locator('#picture-1').getByRole('link', { name: /^Enlarge / })
  await first.focus()
  await page.keyboard.press('End')
  await inSight(page, total).waitFor()
  expect(await focused(page)).toBe('Enlarge ')
  await page.keyboard.press('ArrowLeft')
  await inSight(page, total - 1).waitFor()
  expect(await focused(page)).toBe('Play video: How it lifts the steam')
  expect(fetched.filter((url) => /\.(webm|vtt|glb)$|model-viewer|picture-viewer|video-player/.test(url))).toEqual([])
  await page.keyboard.press('Enter')
  const video = page.locator('video[aria-label="How it lifts the steam"]')
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.played.length)).toBeGreaterThan(0)
  await expect
    .poll(() => video.evaluate((it: HTMLVideoElement) => [it.textTracks[0]?.mode, it.textTracks[0]?.cues?.length]))
    .toEqual(['showing', 1])

  await gallery(page)
    .getByRole('link', { name: /^Show picture 1: / })
    .click()
  await inSight(page, 1).waitFor()
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.paused)).toBe(true)
  await first.click()
  const dialog = page.getByRole('dialog', { name: 'Pictures' })
  await dialog.getByRole('group', { name: `Picture 1 of ${total - 1}` }).waitFor()
  await page.keyboard.press('ArrowRight')
  const second = dialog.getByRole('group', { name: `Picture 2 of ${total - 1}` })
  await second.waitFor()
  await page.keyboard.press('+')
  await dialog.getByText('160 %').waitFor()
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  // Twice as large at least, although the picture has fewer pixels.
  await dialog.getByText('200 %').waitFor()
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, 200)
  await dialog.getByText('134 %').waitFor()
  await expectAccessible(page)
  await second.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('0')
  await dialog
    .getByRole('status')
    .filter({ hasText: /^2 of \d+$/ })
    .waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(page.url()).toBe(address)
  await expect.poll(() => focused(page)).toBe('Enlarge ')
  expect(faults).toEqual([])
  await close()
})

test('fingers swipe to the next picture, and pinch and tap to zoom', async () => {
  const { page, faults, close } = await visit({ width: 390, height: 844, touch: true })
  await page.goto(address)
  await isLive(page)
  await page.locator('#picture-1 a').tap()
  const dialog = page.getByRole('dialog', { name: 'Pictures' })
  await dialog.getByRole('group', { name: `Picture 1 of ${total - 1}` }).waitFor()
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: string, ...points: readonly (readonly [number, number])[]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    })
  await touch('touchStart', [300, 300])
  await touch('touchMove', [200, 305])
  await touch('touchMove', [100, 305])
  await touch('touchEnd')
  await dialog.getByRole('group', { name: `Picture 2 of ${total - 1}` }).waitFor()
  await touch('touchStart', [180, 300], [220, 300])
  await touch('touchMove', [140, 300], [260, 300])
  await touch('touchMove', [120, 300], [280, 300])
  await touch('touchEnd')
  await dialog.getByText(/ \d{3} %$/).waitFor()
  await page.touchscreen.tap(200, 300)
  await page.touchscreen.tap(200, 300)
  await dialog
    .getByRole('status')
    .filter({ hasText: /^2 of \d+$/ })
    .waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).tap()
  await dialog.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await close()
})

test('the 3D model is shown, a failure can be tried again, and a browser without WebGL is told', async () => {
  const without = await visit()
  await without.page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await without.page.goto(address)
  await without.page.getByRole('button', { name: 'View in 3D' }).click()
  await without.page.getByRole('alert').filter({ hasText: 'Your browser cannot show 3D models.' }).waitFor()
  await expectAccessible(without.page)
  expect(without.faults).toEqual([])
  await without.close()

  const { page, close } = await visit({ width: 400, height: 500 })
  const blocked: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text())
  })
  await page.route(/\.glb$/, (route) => route.abort(), { times: 1 })
  await page.goto(address)
  await page.getByRole('button', { name: 'View in 3D' }).click()
  const dialog = page.getByRole('dialog', { name: 'View in 3D' })
  await dialog.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText(/^Drag or use the arrow keys/).waitFor({ timeout: 60_000 })
  const size = await dialog
    .locator('model-viewer')
    .evaluate((it) => (it as HTMLElement & { getDimensions(): { x: number } }).getDimensions().x)
  // In metres, as the product is.
  expect(size).toBeCloseTo(0.52, 1)
  expect(blocked).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await close()
})

test('without script every picture is reached without moving the page, and opens as a file', async () => {
  const { page, close } = await visit({ javaScript: false, width: 800, height: 740 })
  await page.goto(address)
  const left = async () => (await page.locator('#picture-2').boundingBox())?.x ?? 0
  expect(await left()).toBeGreaterThanOrEqual(340)
  await gallery(page)
    .getByRole('link', { name: /^Show picture 2: / })
    .click()
  await expect.poll(left).toBeLessThan(40)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await page.getByRole('button', { name: 'View in 3D' }).count()).toBe(0)
  await page.locator('#picture-2 a').click()
  await page.waitForURL(/\/media\/(pictures|dimensions)\//)
  await close()

  // A phone has no thumbnails: its strip is swiped.
  const phone = await visit({ javaScript: false, width: 360, height: 740 })
  await phone.page.goto(address)
  expect(
    await gallery(phone.page)
      .getByRole('link', { name: /^Show picture/ })
      .count(),
  ).toBe(0)
  await phone.page.locator('#picture-2').scrollIntoViewIfNeeded()
  await expect.poll(async () => (await phone.page.locator('#picture-2').boundingBox())?.x ?? 0).toBeLessThan(40)
  await phone.close()
})

test('a card shows its second picture under a pointer or the focus, and fetches it then', async () => {
  const { page, faults, close } = await visit()
  const path = new URL(address).pathname
  await page.goto(`${shop.address('aol')}/c/kitchen/rangehoods/undermount-rangehoods`)
  await isLive(page)
  const card = page.getByRole('article').filter({ has: page.locator(`a[href="${path}"]`) })
  const pictures = card.locator('[data-second] img')
  const opacity = () => pictures.nth(1).evaluate((image) => getComputedStyle(image).opacity)
  await card.scrollIntoViewIfNeeded()
  expect(await pictures.count()).toBe(1)
  await card.hover()
  await expect.poll(() => pictures.count()).toBe(2)
  await expect.poll(opacity).toBe('1')
  const [first, second] = await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).currentSrc))
  expect(second).toContain('/media/pictures/')
  expect(second).not.toBe(first)
  await page.mouse.move(0, 0)
  await expect.poll(opacity).toBe('0')
  await card.getByRole('link').first().focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(opacity).toBe('1')
  expect(faults).toEqual([])
  await close()
})

test('another variant of a product has pictures of its own', async () => {
  const { page, faults, close } = await visit()
  await page.goto(`${shop.address('aol')}${await pathWithVariants()}`)
  await isLive(page)
  const main = () => page.locator('#picture-1 img').evaluate((image: HTMLImageElement) => image.currentSrc)
  const before = await main()
  const other = page.getByRole('list', { name: 'Colour' }).locator('a:not([aria-current])').first()
  const name = await other.innerText()
  await other.click()
  await page.locator('a[aria-current=true]', { hasText: name }).waitFor()
  await expect.poll(main).not.toBe(before)
  expect(await page.locator('#picture-1 img').getAttribute('alt')).toContain(name)
  expect(faults).toEqual([])
  await close()
})

/** A fridge that comes in several finishes. */
async function pathWithVariants(): Promise<string> {
  const html = await (await fetch(`${shop.urls.shop}/c/kitchen/fridges`)).text()
  for (const path of new Set(html.match(/\/p\/[\w-]+/g))) {
    const product = await (await fetch(`${shop.urls.shop}${path}`)).text()
    if (product.includes('variants-title')) return path
  }
  throw new Error('no fridge has variants')
}
