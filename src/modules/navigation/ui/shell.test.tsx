import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Shell } from './shell.tsx'

const order = [
  'salesHeaderBanner',
  'alertBanner',
  'navigation',
  'content',
  'footer',
  'backToTop',
  'salesFooterBanner',
  'compareTray',
  'adminToolbar',
  'adminSidePanel',
  'ratingBadge',
  'locationPopup',
]

const all = Object.fromEntries(order.toReversed().map((part) => [part, <p key={part}>{part}</p>]))
const named = (html: string) => [...html.matchAll(/<p>(\w+)<\/p>/g)].map(([, part]) => part)

test('layout parts have a fixed order, in whatever order they are given [SHELL-01]', () => {
  expect(named(renderToStaticMarkup(<Shell {...all} />))).toEqual(order)
})

test('without banners the page starts with the navigation, otherwise with the banners [SHELL-02]', () => {
  const { salesHeaderBanner, alertBanner, ...others } = all
  expect(renderToStaticMarkup(<Shell {...others} salesHeaderBanner={null} />)).toMatch(/^<p>navigation<\/p>/)
  expect(named(renderToStaticMarkup(<Shell {...others} alertBanner={alertBanner} />))[0]).toBe('alertBanner')
  expect(named(renderToStaticMarkup(<Shell {...all} salesHeaderBanner={salesHeaderBanner} />))[0]).toBe(
    'salesHeaderBanner',
  )
})
