import '../testing/browser.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Accordion } from './display/accordion.tsx'
import { Heading } from './display/heading.tsx'
import { List } from './display/list.tsx'
import { PageLinks } from './navigation/page-links.tsx'
import { pagination } from './navigation/pagination.ts'
import { Spinner } from './display/spinner.tsx'

/** Blocks by role and name; how they look is the gallery's journey. */

afterEach(cleanup)

test.each([1, 2, 3, 4, 5, 6] as const)(
  'a heading of level %d is truncated after 1 to 5 lines or not at all [LISTW-01]',
  (level) => {
    render(<Heading level={level}>Delivery</Heading>)
    const plain = screen.getByRole('heading', { level, name: 'Delivery' })
    expect(plain.getAttribute('style')).toBe(null)
    for (const lines of [1, 2, 3, 4, 5] as const) {
      cleanup()
      render(
        <Heading level={level} lines={lines}>
          Delivery
        </Heading>,
      )
      expect(screen.getByRole('heading', { level }).style.getPropertyValue('--lines')).toBe(String(lines))
    }
  },
)

test('a heading has level 2 by default [ui-10]', () => {
  render(<Heading>Delivery</Heading>)
  expect(screen.getByRole('heading', { level: 2 })).toBeDefined()
})

test('a list has five sizes and four markers, numbered ones are ordered; ticks in the default size by default [LISTW-02]', () => {
  for (const size of ['extra-large', 'large', 'default', 'small', 'extra-small'] as const)
    for (const mark of ['tick', 'minus', 'number', 'decimal'] as const) {
      render(<List items={['One', 'Two']} size={size} mark={mark} label="Steps" />)
      const list = screen.getByRole('list', { name: 'Steps' })
      expect(
        within(list)
          .getAllByRole('listitem')
          .map((item) => item.textContent),
      ).toEqual(['One', 'Two'])
      expect(list.tagName).toBe(mark === 'number' || mark === 'decimal' ? 'OL' : 'UL')
      expect([list.dataset['size'], list.className.includes(mark)]).toEqual([size, true])
      expect(list.querySelectorAll('li > svg use[href$="#check"]')).toHaveLength(mark === 'tick' ? 2 : 0)
      cleanup()
    }
  render(<List items={['One']} />)
  expect([screen.getByRole('list').dataset['size'], screen.getByRole('list').querySelector('svg')]).toEqual([
    'default',
    expect.anything(),
  ])
})

test('a spinner names what is loading [LISTW-03]', () => {
  render(<Spinner label="Finding your order" />)
  expect(screen.getByRole('status').textContent).toBe('Finding your order')
})

test('accordion groups share a name, by which the browser keeps one open, only when requested [LISTW-04]', () => {
  const groups = [
    { title: 'One', content: '1' },
    { title: 'Two', content: '2', isOpen: true },
  ]
  const names = () => screen.getAllByRole('group').map((group) => group.getAttribute('name'))
  render(<Accordion groups={groups} />)
  expect(names()).toEqual([null, null])
  cleanup()
  render(<Accordion groups={groups} oneOpen />)
  const [first, second] = names()
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

test('pagination is links, with the current page marked, and absent for one page', () => {
  render(<PageLinks list={pagination({ totalItems: 240, currentPage: 5 })} address={(page) => `?page=${page}`} />)
  const links = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Previous', '?page=4'],
    ['1', '?page=1'],
    ['4', '?page=4'],
    ['5', '?page=5'],
    ['6', '?page=6'],
    ['10', '?page=10'],
    ['Next', '?page=6'],
  ])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('5')
  cleanup()
  render(<PageLinks list={pagination({ totalItems: 24 })} address={String} />)
  expect(screen.queryByRole('navigation')).toBe(null)
})
