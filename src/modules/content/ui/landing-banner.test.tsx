import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { mastheadHeight, type Masthead } from '../masthead.ts'
import { LandingBanner } from './landing-banner.tsx'

const plain: Masthead = {
  class: '',
  heading: 'Moving in',
  intro: '<p>Everything on <b>one</b> day.</p>',
  subtitle: null,
  subTitles: [],
  background: null,
  video: [],
  buttons: [],
}
const picture = { src: '/wide.jpg', alt: 'A kitchen', mediaSet: [{ source: '/small.jpg', media: '(width < 600px)' }] }
const markup = (masthead: Partial<Masthead>) =>
  renderToStaticMarkup(<LandingBanner masthead={{ ...plain, ...masthead }} />)

describe('the landing banner', () => {
  test('works with or without picture and video; the picture is the video’s poster [LAND-01] [LAND-14] [LAND-15]', () => {
    expect(markup({})).not.toMatch(/<img|<video|data-on-picture/)
    const pictured = markup({ background: picture })
    expect(pictured).toContain('<source srcSet="/small.jpg" media="(width &lt; 600px)"/>')
    expect(pictured).toContain('<img loading="eager" src="/wide.jpg" alt="A kitchen"')
    const filmed = markup({ background: picture, video: [{ src: '/tour.webm', format: 'video/webm' }] })
    expect(filmed).toMatch(/<video[^>]* muted[^>]* poster="\/wide.jpg"/)
    expect(filmed).toMatch(
      /<source src="\/tour.webm" type="video\/webm" media="\(prefers-reduced-motion: no-preference\)"/,
    )
    expect(filmed).not.toContain('<img')
    const unposed = markup({
      video: [
        { src: '/a.webm', format: 'video/webm' },
        { src: '/a.mp4', format: 'video/mp4' },
      ],
    })
    expect(unposed).not.toMatch(/poster|<img/)
    expect(unposed.match(/src="[^"]+" type="[^"]+"/g)).toEqual([
      'src="/a.webm" type="video/webm"',
      'src="/a.mp4" type="video/mp4"',
    ])
  })

  test('stands beside its picture on a home page, where the words need no shade', () => {
    const home = renderToStaticMarkup(<LandingBanner isBeside masthead={{ ...plain, background: picture }} />)
    expect(home).toContain('data-beside-picture=""')
    expect(home).not.toContain('data-on-picture')
    expect(markup({ background: picture })).toContain('data-on-picture=""')
    expect(renderToStaticMarkup(<LandingBanner isBeside masthead={plain} />)).not.toContain('data-beside-picture')
  })

  test("shows 'Loading...' until it has a heading [LAND-02]", () => {
    expect(markup({ heading: null })).toContain('<h1 id="masthead">Loading...</h1>')
    expect(markup({})).toContain('<h1 id="masthead">Moving in</h1>')
  })

  test('shows its intro, and a subtitle with a list [LAND-03] [LAND-08]', () => {
    expect(markup({})).toContain('<p>Everything on <b>one</b> day.</p>')
    expect(markup({})).not.toContain('<ul')
    expect(markup({ subtitle: 'On the day', subTitles: ['One truck', 'One crew'] })).toMatch(
      /On the day<\/p><ul[^>]*><li>One truck<\/li><li>One crew<\/li><\/ul>/,
    )
  })

  test('has four button types [LAND-04] [LAND-05] [LAND-13]', () => {
    const html = markup({
      buttons: [
        { type: 'link', txt: 'See all', href: '/products' },
        { type: 'extLink', txt: 'The maker', href: 'https://maker.example/' },
        { type: 'refine', txt: 'Refine', href: null },
        { type: 'search', txt: 'Search', href: null },
      ],
    })
    expect(html).toContain('<a class="button" href="/products">See all</a>')
    expect(html).toContain(
      '<a class="button button--quiet" href="https://maker.example/" target="_blank" rel="noopener">The maker',
    )
    expect(html).toMatch(/<a class="[^"]*masthead-refine" href="#refine" data-turns-to="refine">Refine<\/a>/)
    expect(html).toContain('<a class="button button--quiet" href="/products" data-turns-to="search">Search</a>')
  })

  test('opens the virtual tour in that variant only [LAND-09] [LAND-10]', () => {
    expect(markup({ class: 'virtual-tour-masthead' })).toContain('<a class="button" href="/virtual-tour">Launch</a>')
    expect(markup({ class: 'large-masthead' })).not.toContain('Launch')
  })

  test('is absent where disabled [LAND-11]', () => {
    expect(markup({ class: 'no-masthead' })).toBe('')
  })

  test('has the minimum height of its class [LAND-16]', () => {
    expect((['', 'large-masthead', 'virtual-tour-masthead', 'no-masthead'] as const).map(mastheadHeight)).toEqual([
      280,
      730,
      788,
      null,
    ])
    expect(markup({ class: 'large-masthead' })).toContain('--masthead-height:730px')
  })
})
