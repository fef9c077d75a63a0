import { expect, test } from 'vitest'
import {
  formAfterMove,
  itemsOfText,
  itemsSent,
  textOfItems,
  type FieldArray,
} from '../../platform/forms/field-array.ts'
import { blockSet, buttonSet, columnSet } from './block-parts.ts'

const blocks = [
  { type: 'html', body: '<p>Hello</p>' },
  {
    type: 'tiles',
    title: 'Rooms',
    tiles: [
      { title: 'Kitchen', subtext: 'Cook', uri: '/c/kitchen', image: { src: '/media/k.svg', alt: 'A kitchen' } },
      { title: 'Laundry', subtext: null, uri: '/c/laundry', image: null },
    ],
  },
  { type: 'products', title: 'New', products: ['A-1', 'B-2'], more: { title: 'All', uri: '/products' } },
  { type: 'products', title: 'Less', products: 'savings', more: null },
  { type: 'promotions', title: 'Offers', count: 6 },
  { type: 'saleSlot', slot: 'tallBanner' },
  { type: 'recentlyViewed' },
  { type: 'tiles', title: 'All', tiles: 'categories' },
] as const

test('every block type survives editing and parsing', () => {
  for (const block of blocks) expect(blockSet.itemOf(block.type, blockSet.textsOf(block))).toEqual(block)
  expect(blockSet.textsOf(blocks[1])['tiles']).toBe(
    'Kitchen | /c/kitchen | Cook | /media/k.svg | A kitchen\nLaundry | /c/laundry',
  )
})

const setOf = (name: string): FieldArray | null => (name === 'blocks' ? blockSet : null)
const sent = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    intent: 'save',
    'blocks.count': '2',
    'blocks.0.type': 'html',
    'blocks.0.body': 'One',
    'blocks.1.type': 'brands',
    'blocks.1.title': 'Two',
    ...more,
  })

test('a form has its blocks in order, and keeps input when one is moved, added or removed', () => {
  expect(itemsSent(blockSet, 'blocks', sent())).toBe(
    textOfItems(blockSet, [
      { type: 'html', body: 'One' },
      { type: 'brands', title: 'Two' },
    ]),
  )
  const after = (pressed: string) => {
    const form = formAfterMove(sent({ 'blocks.do': pressed }), setOf)
    return [itemsOfText(form?.get('blocks') ?? '').map(({ type }) => type), form?.get('blocks.at'), form?.get('intent')]
  }
  expect(after('up:1')).toEqual([['brands', 'html'], '0', 'save'])
  expect(after('down:0')).toEqual([['brands', 'html'], '1', 'save'])
  expect(after('up:0')).toEqual([['html', 'brands'], '0', 'save'])
  expect(after('down:1')).toEqual([['html', 'brands'], '1', 'save'])
  expect(after('remove:0')).toEqual([['brands'], '0', 'save'])
  expect(after('add:promotions')).toEqual([['html', 'brands', 'promotions'], '2', 'save'])
  expect(after('up:7')).toEqual([['html', 'brands'], '0', 'save'])
  expect(formAfterMove(sent(), setOf)).toBeNull()
  expect(formAfterMove(sent({ 'others.do': 'up:1' }), setOf)).toBeNull()
  expect(after('add:nothing')).toEqual([['html', 'brands'], '0', 'save'])
})

test('masthead buttons and footer columns survive editing and parsing', () => {
  const button = { type: 'button', txt: 'Look', does: 'link', href: '/sale' }
  const column = {
    type: 'column',
    heading: 'Help',
    links: [
      { title: 'A | B', uri: '/faq' },
      { title: 'Nowhere', uri: '' },
    ],
  }
  expect(JSON.parse(textOfItems(buttonSet, [button, { ...button, does: 'search', href: null }]))).toEqual([
    button,
    { ...button, does: 'search', href: null },
  ])
  expect(JSON.parse(textOfItems(columnSet, [column]))).toEqual([column])
})
