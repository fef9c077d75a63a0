import { expect, test } from 'vitest'
import { alertMarkup, readableOn, type AlertBanner } from './alert-banner.ts'

const banner: AlertBanner = {
  desktopContent: '<p>On a desk</p>',
  mobileContent: '<p>On a phone</p>',
  bannerURL: '/sale',
  backgroundColor: '#0f4c4a',
}

test('a notice has a content for desks and one for phones, leads somewhere and has its own ground [ALRT-01] [ALRT-04]', () => {
  const html = alertMarkup(banner)
  expect(html).toContain('style="background:#0f4c4a;color:#ffffff"')
  expect(html).toContain(
    '<a href="/sale"><div data-on="desktop"><p>On a desk</p></div><div data-on="mobile"><p>On a phone</p></div></a>',
  )
  expect(alertMarkup({ ...banner, mobileContent: '' })).toContain('<div data-on="mobile"><p>On a desk</p></div>')
  expect(alertMarkup({ ...banner, bannerURL: null })).not.toContain('<a ')
  expect(alertMarkup({ ...banner, bannerURL: 'https://elsewhere.example/?a="b"' })).toContain(
    '<a href="https://elsewhere.example/?a=&quot;b&quot;" target="_blank" rel="noopener">',
  )
})

test.each([
  ['#ffffff', '#000000'],
  ['#ffd400', '#000000'],
  ['#c4102b', '#ffffff'],
  ['#000000', '#ffffff'],
])('on %s one reads %s', (ground, ink) => {
  expect(readableOn(ground)).toBe(ink)
})
