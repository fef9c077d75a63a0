import { browseAs } from '../../../testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import StaticDialog from './static-dialog.tsx'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())
afterEach(cleanup)

const open = (name: string) => render(<StaticDialog name={name} title="Please wait" onClose={() => {}} />)

test('a dialog loads its text, then shows heading and body of the requested name [WIDG-08] [WIDG-09]', async () => {
  const calls = browseAs(shop.visitor())
  open('assembly-services')
  expect(screen.getByRole('status').textContent).toContain('Loading')
  await screen.findByRole('heading', { name: 'Assembly services' })
  expect(calls).toEqual([{ method: 'GET', path: '/api/Static/assembly-services', body: null }])
  expect(screen.getByText(/^Beds, wardrobes and shelving can be assembled/)).toBeDefined()
  expect(screen.queryByRole('status')).toBe(null)
})

test('a missing text shows a message', async () => {
  browseAs(shop.visitor())
  open('nothing')
  await expect.poll(() => screen.queryByRole('alert')?.textContent).toBe('Content not available.')
})
