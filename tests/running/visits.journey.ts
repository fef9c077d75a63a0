import { expect, test } from 'vitest'
import { visit, visiting } from '../support/browser.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Journeys use the pages of Chromium one after another, and each must find them as new. */

const home = sharedShop().address('aol')

test('a visitor finds nothing of the one before in the same page', async () => {
  const first = await visit({ width: 360 })
  const heard: string[] = []
  first.page.on('request', (request) => heard.push(request.url()))
  await first.page.goto(home)
  await first.page.evaluate(async () => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
    document.cookie = 'left=behind'
    await new Promise((done) => (indexedDB.open('left').onsuccess = done))
  })
  await first.close()
  const count = heard.length
  await visiting({ width: 768 }, async ({ page }) => {
    expect(page).toBe(first.page)
    await page.goto(`${home}/brands`)
    const found = await page.evaluate(async () => ({
      width: innerWidth,
      stored: [localStorage.getItem('left'), sessionStorage.getItem('left'), document.cookie.includes('left')],
      databases: await indexedDB.databases(),
    }))
    expect(found).toEqual({ width: 768, stored: [null, null, false], databases: [] })
    expect(heard).toHaveLength(count)
  })
})

test('a page with a clock of its own or more than one origin is not used again', async () => {
  const changed = await visit()
  await changed.page.clock.install()
  await changed.close()
  const elsewhere = await visit()
  expect(elsewhere.page).not.toBe(changed.page)
  await elsewhere.page.goto(home)
  await elsewhere.page.goto(sharedShop().address('wa'))
  await elsewhere.close()
  await visiting({}, async ({ page }) => expect([changed.page, elsewhere.page]).not.toContain(page))
})
