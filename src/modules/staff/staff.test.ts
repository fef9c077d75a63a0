import { describe, expect, test } from 'vitest'
import { brands } from '../../brands/brands.ts'
import {
  barOf,
  framedAddress,
  isFullWidth,
  marginOf,
  pageActionsOf,
  panelAddress,
  panelMessage,
  panelPath,
  toggleTarget,
  type Panel,
} from './staff.ts'

const customer = { firstName: 'Ana', winningUserId: null, winningCmsUrl: null, salespersonCode: null }
const seller = {
  firstName: 'Kim',
  winningUserId: 'W7',
  winningCmsUrl: 'https://cms.example/',
  salespersonCode: 'NT 01',
}
const tokens = { access_token: 'a+b/c=', id_token: 'd.e.f' }

test('staff have the toolbar on every app; customers have a bar on two apps only, guests never [STAFF-01] [STAFF-02]', () => {
  for (const customerTopBar of [true, false]) {
    expect(barOf(seller, { customerTopBar })).toBe('toolbar')
    expect(barOf({ ...seller, winningCmsUrl: null, salespersonCode: null }, { customerTopBar })).toBe('toolbar')
    expect(barOf(null, { customerTopBar })).toBeNull()
  }
  expect(barOf(customer, { customerTopBar: true })).toBe('top-bar')
  expect(barOf(customer, { customerTopBar: false })).toBeNull()
})

describe('the panel URL', () => {
  const panels: readonly [Panel, string][] = [
    [{ kind: 'product', sku: 'A/B 1' }, '/panel/product?sku=A%2FB%201'],
    [{ kind: 'project' }, '/panel/project?salesperson=NT%2001'],
    [
      { kind: 'project', id: 'p1', email: 'a+b@c.example' },
      '/panel/project?salesperson=NT%2001&id=p1&email=a%2Bb%40c.example',
    ],
    [{ kind: 'reminders-create', projectId: 'p1' }, '/panel/reminders/create?salesperson=NT%2001&projectId=p1'],
    [{ kind: 'reminders-create', reminderId: 'r1' }, '/panel/reminders/create?salesperson=NT%2001&reminderId=r1'],
    [{ kind: 'reminders-list' }, '/panel/reminders?salesperson=NT%2001'],
    [{ kind: 'reminders-stats' }, '/panel/reminders/stats?salesperson=NT%2001'],
  ]

  test('is of the CMS and names panel and subject [STAFF-14]', () => {
    for (const [panel, path] of panels) expect(panelPath(panel, seller)).toBe(`https://cms.example${path}`)
  })

  test('has both tokens, encoded [STAFF-24]', () => {
    expect(panelAddress({ kind: 'product', sku: 'FR-1' }, seller, tokens)).toBe(
      'https://cms.example/panel/product?sku=FR-1&access_token=a%2Bb%2Fc%3D&id_token=d.e.f',
    )
  })

  test('is null without the CMS address, and for projects and reminders without a salesperson code [STAFF-12] [STAFF-22] [STAFF-23]', () => {
    for (const [panel] of panels) {
      expect(panelAddress(panel, { ...seller, winningCmsUrl: null }, tokens)).toBeNull()
      expect(panelPath(panel, { ...seller, winningCmsUrl: 'no address' })).toBeNull()
      const withoutCode = panelPath(panel, { ...seller, salespersonCode: null })
      if (panel.kind === 'product') expect(withoutCode).toBe('https://cms.example/panel/product?sku=A%2FB%201')
      else expect(withoutCode).toBeNull()
    }
  })

  test('loads with its page [STAFF-27]', () => {
    expect(framedAddress('https://cms.example/panel/product?sku=A', 'https://www.wa.example')).toBe(
      'https://cms.example/panel/product?sku=A&parent_base_url=https%3A%2F%2Fwww.wa.example',
    )
  })

  test('uses the full width for reminders, and on pages that start with /project [STAFF-13]', () => {
    const [product, reminders] = [
      'https://cms.example/panel/product?sku=A',
      'https://cms.example/panel/reminders/stats',
    ]
    expect([isFullWidth(product, '/p/lamp'), isFullWidth(product, '/project')]).toEqual([false, true])
    expect([isFullWidth(reminders, '/'), isFullWidth('https://cms.example/panel/reminders/create', '/')]).toEqual([
      true,
      true,
    ])
  })
})

describe('panel messages', () => {
  const url = 'https://cms.example/panel/product?sku=A'
  const from = (origin: string, data: unknown) => panelMessage({ origin, data }, url)

  test('are accepted from the panel’s origin only [STAFF-20]', () => {
    expect(from('https://cms.example', 'refreshCart')).toEqual({ type: 'refreshCart' })
    for (const origin of [
      'https://www.wa.example',
      'https://cms.example.evil.example',
      'http://cms.example',
      'null',
      '',
    ])
      expect(from(origin, 'refreshCart')).toBeNull()
    expect(panelMessage({ origin: 'https://cms.example', data: 'refreshCart' }, null)).toBeNull()
  })

  test('of unknown types and formats are ignored', () => {
    for (const data of [
      null,
      undefined,
      1,
      'logout',
      {},
      { type: 'eval', payload: 'x' },
      { type: 'project', payload: { id: 1 } },
    ])
      expect(from('https://cms.example', data)).toBeNull()
    expect(from('https://cms.example', { type: 'project', payload: { id: 'p', email: null, more: 1 } })).toEqual({
      type: 'project',
      payload: { id: 'p', email: null },
    })
  })
})

test('two themes have no reminders, and two apps have a customer bar [STAFF-07] [STAFF-02]', () => {
  const those = (field: 'hidesReminders' | 'customerTopBar') => brands.filter((brand) => brand[field])
  expect([...new Set(those('hidesReminders').map((brand) => brand.theme))]).toEqual(['aol', 'fk'])
  expect(those('customerTopBar').map((brand) => brand.app)).toEqual(['wa', 'hc'])
})

test('each page has its own actions, and the projects toggle leads to two pages [STAFF-11]', () => {
  expect(['/p/lamp', '/project', '/performance-dashboard', '/', '/account'].map(pageActionsOf)).toEqual([
    'product',
    'project',
    'dashboard',
    null,
    null,
  ])
  for (const page of ['/project', '/performance-dashboard'])
    expect([toggleTarget(page, true), toggleTarget(page, false)]).toEqual(['/performance-dashboard', '/project'])
  expect(toggleTarget('/p/lamp', true)).toBeNull()
})

test('the margin is computed on the price without GST: 10 % in Australia, 15 % in New Zealand', () => {
  expect(marginOf(1_100_00, 800_00, 'AU')).toEqual({ cents: 200_00, percent: 20 })
  expect(marginOf(1_150_00, 1_100_00, 'NZ')).toEqual({ cents: -100_00, percent: -10 })
})
