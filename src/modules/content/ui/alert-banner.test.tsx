import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AlertBanner as AlertContent } from '../alert-banner.ts'
import { AlertBanner } from './alert-banner.tsx'

const banner: AlertContent = {
  desktopContent: '<p>On a desk</p>',
  mobileContent: '<p>On a phone</p>',
  bannerURL: '/sale',
  backgroundColor: '#0f4c4a',
}

const markupOf = (alert: AlertContent) => renderToStaticMarkup(<AlertBanner {...alert} />)

test('a notice has desktop and phone content, a link and its own background [ALRT-01] [ALRT-04]', () => {
  const html = markupOf(banner)
  expect(html).toContain('style="background:#0f4c4a;color:#ffffff"')
  expect(html).toContain(
    '<a href="/sale"><div data-on="desktop"><p>On a desk</p></div><div data-on="mobile"><p>On a phone</p></div></a>',
  )
  expect(markupOf({ ...banner, mobileContent: '' })).toContain('<div data-on="mobile"><p>On a desk</p></div>')
  expect(markupOf({ ...banner, bannerURL: null })).not.toContain('<a ')
  expect(markupOf({ ...banner, bannerURL: 'https://elsewhere.example/?a="b"' })).toContain(
    '<a href="https://elsewhere.example/?a=&quot;b&quot;" target="_blank" rel="noopener">',
  )
})
