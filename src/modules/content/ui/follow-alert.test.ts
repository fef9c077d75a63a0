import { browseAs } from '../../../testing/browser.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { minutes } from '../../../platform/clock.ts'
import type { AlertBanner as AlertContent } from '../alert-banner.ts'
import { insertEntries } from '../content-store.server.ts'
import { AlertBanner } from './alert-banner.tsx'
import { followAlert } from './follow-alert.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

const call = { method: 'GET', path: '/api/alertBanner/', body: null }
let calls: ReturnType<typeof browseAs>
let now = 0
let stop = () => {}
const place = () => document.getElementById('alert')

/** A page on which the server has put the place of the notice; '' is a frame that was built without the server. */
function open(html = '<script></script>'): void {
  document.body.innerHTML = `<div id="alert">${html}</div>`
  stop()
  stop = followAlert(() => now)
}

async function says(text: string | null): Promise<void> {
  await shop.database.db.deleteFrom('content_entry').where('app', '=', 'aol').where('kind', '=', 'alert').execute()
  if (text !== null)
    await insertEntries(
      shop.database.db,
      [
        {
          app: 'aol',
          kind: 'alert',
          slug: '',
          document: { desktopContent: `<p>${text}</p>`, mobileContent: '<p>m</p>', bannerURL: '/sale' },
          visibleFrom: new Date(0),
          isDemo: false,
        },
      ],
      shop.clock.now(),
    )
  const brand = { app: 'aol' } as const
  await until(() =>
    expect(shop.services.content.alert(brand)?.desktopContent ?? null).toBe(text === null ? null : `<p>${text}</p>`),
  )
}

const markupOf = (alert: AlertContent) => renderToStaticMarkup(createElement(AlertBanner, alert))
const stored = () => JSON.parse(localStorage.getItem('alert-banner') ?? 'null') as unknown
const shown = () => place()?.querySelector('[data-on=desktop]')?.textContent ?? null
/** One second, the default, is too little on a busy machine; unlike a poll it makes the tests’ own time go by. */
const until = (holds: () => void) => vi.waitFor(holds, 10_000)
const untilShown = (text: string | null) => until(() => expect(shown()).toBe(text))
const untilCalls = (count: number) => until(() => expect(calls).toHaveLength(count))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  now = shop.clock.now().getTime()
  calls = browseAs(shop.visitor())
})
afterEach(() => stop())

test('a new visitor requests it once, without parameters, and caches the response for ten minutes [ALRT-07] [ALRT-09]', async () => {
  await says('First')
  open()
  await untilShown('First')
  expect(calls).toEqual([call])
  expect(stored()).toEqual({
    value: { desktopContent: '<p>First</p>', mobileContent: '<p>m</p>', bannerURL: '/sale', backgroundColor: null },
    expires: now + minutes(10),
  })
  await says('Second')
  now += minutes(10) - 1
  // A frame without the server's markup shows what is kept.
  open('')
  expect(shown()).toBe('First')
  expect(calls).toHaveLength(1)
  now += 1
  open('')
  await untilShown('Second')
  expect(calls).toHaveLength(2)
})

test('an open page requests it again every ten minutes, but not while hidden [ALRT-09]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await says('First')
    open()
    await untilShown('First')
    await says('Second')
    now += minutes(10)
    vi.advanceTimersByTime(minutes(10))
    await untilShown('Second')
    expect(calls).toHaveLength(2)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    now += minutes(10)
    vi.advanceTimersByTime(minutes(10))
    expect(calls).toHaveLength(2)
    visibility.mockRestore()
    document.dispatchEvent(new window.Event('visibilitychange'))
    await untilCalls(3)
  } finally {
    vi.useRealTimers()
  }
})

test('an empty response clears the cache, hides the notice and delays the next request [ALRT-08]', async () => {
  await says('First')
  open()
  await untilShown('First')
  await says(null)
  now += minutes(10)
  open(markupOf({ desktopContent: '<p>First</p>', mobileContent: '', bannerURL: null, backgroundColor: null }))
  await untilShown(null)
  expect(stored()).toEqual({ value: null, expires: now + minutes(10) })
  now += minutes(10) - 1
  open()
  expect(calls).toHaveLength(2)
  now += 1
  open()
  await untilCalls(3)
})

test('a failed request also clears and hides, and is not retried early [ALRT-07] [ALRT-08]', async () => {
  await says('First')
  open()
  await untilShown('First')
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  now += minutes(10)
  open(markupOf({ desktopContent: '<p>First</p>', mobileContent: '', bannerURL: null, backgroundColor: null }))
  await untilShown(null)
  expect(stored()).toEqual({ value: null, expires: now + minutes(10) })
  expect(fetching).toHaveBeenCalledTimes(1)
  open()
  expect(fetching).toHaveBeenCalledTimes(1)
  fetching.mockRestore()
})

test('once closed it is removed from the cache, and stays hidden in this session until its text changes [ALRT-05]', async () => {
  await says('First')
  open()
  await untilShown('First')
  place()?.querySelector('button')?.click()
  expect(shown()).toBe(null)
  expect(stored()).toEqual({ value: null, expires: now + minutes(10) })
  now += minutes(10)
  open()
  await untilCalls(2)
  expect(shown()).toBe(null)
  await says('Second')
  now += minutes(10)
  open()
  await untilShown('Second')
})
