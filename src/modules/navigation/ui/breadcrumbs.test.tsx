import '../../../testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { breadcrumbsJsonLd } from '../../catalogue/breadcrumbs-json-ld.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'

afterEach(cleanup)

const trail = [
  { title: 'Kitchen', href: '/c/kitchen' },
  { title: 'Search', href: '/products', params: { q: 'wine & glass', page: '2' } },
  { title: 'Wine fridge', href: '' },
]
const linksShown = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test('Home links to /, and items follow in order, each with its URL and parameters [CRUMB-01] [CRUMB-02]', () => {
  render(<Breadcrumbs trail={trail} />)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Home',
    'Kitchen',
    'Search',
    'Wine fridge',
  ])
  expect(linksShown()).toEqual([
    ['Home', '/'],
    ['Kitchen', '/c/kitchen'],
    ['Search', '/products?q=wine+%26+glass&page=2'],
  ])
})

test.each(['', null])('an item with the URL %j is the current page and not a link [CRUMB-03]', (href) => {
  render(<Breadcrumbs trail={[{ title: 'Stores', href }]} />)
  expect(screen.queryByRole('link', { name: 'Stores' })).toBeNull()
  expect(screen.getByText('Stores').getAttribute('aria-current')).toBe('page')
  expect(linksShown()).toEqual([['Home', '/']])
})

test('without items nothing is rendered, not even Home [CRUMB-04]', () => {
  const { container } = render(<Breadcrumbs trail={[]} />)
  expect(container.innerHTML).toBe('')
})

test('structured data has the same items as absolute URLs, the current page last without one [navigation-11]', () => {
  expect(breadcrumbsJsonLd(trail, 'https://www.wa.example')).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://www.wa.example/' },
      { '@type': 'ListItem', position: 2, name: 'Kitchen', item: 'https://www.wa.example/c/kitchen' },
      {
        '@type': 'ListItem',
        position: 3,
        name: 'Search',
        item: 'https://www.wa.example/products?q=wine+%26+glass&page=2',
      },
      { '@type': 'ListItem', position: 4, name: 'Wine fridge' },
    ],
  })
})
