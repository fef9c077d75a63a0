import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageTabs, type PageNavigationItem } from './page-tabs.tsx'

const items: PageNavigationItem[] = [
  { title: 'Stock', uri: 'stock', display: false },
  { title: 'Description', uri: 'description', display: true },
  { title: 'Reviews', uri: 'reviews', display: true },
]
const tabs = (shown: PageNavigationItem[]) =>
  [...renderToStaticMarkup(<PageTabs items={shown} />).matchAll(/<a href="#(\w+)"( aria-current="true")?>(\w+)/g)].map(
    ([, uri, current, title]) => [title, uri, current !== undefined],
  )

test('displayed items have a tab linking to their anchor, the others have none [PAGE-01] [PAGE-03]', () => {
  expect(tabs(items)).toEqual([
    ['Description', 'description', true],
    ['Reviews', 'reviews', false],
  ])
  expect(tabs(items.map((item) => ({ ...item, display: true }))).map(([title]) => title)).toEqual([
    'Stock',
    'Description',
    'Reviews',
  ])
})
