import { describe, expect, test } from 'vitest'
import { bannerIn, noSale, saleAt, saleBanners, saleSlots, type StoredSale } from './sale.ts'

// A table, one row a line.
// prettier-ignore
const summer: StoredSale = {
  app: 'aol',
  name: 'Summer Cool Down',
  url: '/sale',
  colour: '#0b3a8f',
  baseImagePath: 'https://img.example/summer',
  startsAt: new Date('2026-11-20T00:00:00Z'),
  endsAt: new Date('2026-12-01T00:00:00Z'),
  images: {
    siteWideHeaderBanner1: { src: 'strip.webp', srcMobile: 'strip-small.webp', attributes: { href: '/c/kitchen/fridges', title: 'Cool down' } },
    cartBanner: { src: '/media/cart.svg' },
    checkoutBanner: { src: 'checkout.webp' },
    checkoutBannerUrgency: { src: 'tomorrow.webp' },
    checkoutBannerUrgencyLastHours: { src: 'now.webp' },
    tallBanner: { src: 'tall.webp' },
    offersTile: { src: 'tile.webp' },
  },
}

const during = new Date('2026-11-24T00:00:00Z')

describe('the sale of an app', () => {
  test('while none runs says so, with empty slots and defaults [SALE3-06] [ROUTE-26]', () => {
    const before = saleAt([summer], 'aol', new Date('2026-11-19T23:59:59.999Z'))
    expect(before).toEqual(noSale)
    expect(before).toMatchObject({ isSaleOn: false, url: '/sale', colour: '#c4102b', time: null })
    expect(Object.values(before.images).every((image) => image === null)).toBe(true)
    expect(saleAt([summer], 'wa', during)).toEqual(noSale)
  })

  test('starts and ends at its instants; of two the later started one applies', () => {
    const isOn = (now: string) => saleAt([summer], 'aol', new Date(now)).isSaleOn
    expect(['2026-11-20T00:00:00Z', '2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00Z'].map(isOn)).toEqual([
      true,
      true,
      false,
    ])
    const later = { ...summer, name: 'Black Friday', startsAt: new Date('2026-11-23T00:00:00Z'), endsAt: null }
    expect(saleAt([later, summer], 'aol', during)).toMatchObject({ name: 'Black Friday', time: null })
  })

  test('has the shop’s slots, each a picture with a link, or empty [SALE3-05] [SALE3-07] [SALE3-08]', () => {
    const sale = saleAt([summer], 'aol', during)
    expect(Object.keys(sale)).toEqual(['isSaleOn', 'name', 'baseImagePath', 'url', 'colour', 'time', 'images'])
    expect(Object.keys(sale.images)).toEqual([
      'categoryBadge',
      'checkoutBalloon',
      'checkoutBanner',
      'checkoutBannerUrgency',
      'checkoutBannerUrgencyLastHours',
      'footerBanner',
      'homePageBanner',
      'tallBanner',
      'offersTile',
      'navIconDesktop',
      'navIconMobile',
      'priceTag',
      'productUrgencyMessage',
      'siteWideHeaderBanner1',
      'siteWideHeaderBanner2',
      'cartBanner',
    ])
    expect(saleSlots).toHaveLength(16)
    expect(sale.images.footerBanner).toBeNull()
    expect(sale.images.siteWideHeaderBanner1).toEqual({
      src: 'https://img.example/summer/strip.webp',
      srcMobile: 'https://img.example/summer/strip-small.webp',
      attributes: { href: '/c/kitchen/fridges', title: 'Cool down', subtext: '', clipPath: '' },
    })
    expect(sale.images.cartBanner?.src).toBe('/media/cart.svg')
  })

  test('sets the offers tile’s text, and links the tall banner unless it has its own link [SALE3-09] [ROUTE-27]', () => {
    const { images } = saleAt([summer], 'aol', during)
    expect(images.offersTile?.attributes).toMatchObject({
      title: 'Hot Offers',
      subtext: 'Check out our daily hot deals',
      href: '/sale',
    })
    expect(images.tallBanner?.attributes.href).toBe('/article/legendary-service')
  })
})

describe('sale banners', () => {
  const at = (now: string) => saleBanners(saleAt([summer], 'aol', new Date(now)), new Date(now))

  test('of header, cart and checkout come from their slots [SALE-03]', () => {
    expect(at('2026-11-24T00:00:00Z')).toEqual({
      header: {
        url: '/c/kitchen/fridges',
        colour: '#0b3a8f',
        title: 'Cool down',
        subtext: '',
        src: 'https://img.example/summer/strip.webp',
        srcMobile: 'https://img.example/summer/strip-small.webp',
      },
      cart: {
        url: '/sale',
        colour: '#0b3a8f',
        title: 'Summer Cool Down',
        subtext: '',
        src: '/media/cart.svg',
        srcMobile: '/media/cart.svg',
      },
      checkout: expect.objectContaining({ src: 'https://img.example/summer/checkout.webp' }) as unknown,
    })
  })

  test('at checkout become urgent a day before the end, and more so in the last six hours', () => {
    const shown = (now: string) => at(now).checkout?.src.replace('https://img.example/summer/', '')
    expect(shown('2026-11-29T23:59:59.999Z')).toBe('checkout.webp')
    expect(shown('2026-11-30T00:00:00Z')).toBe('tomorrow.webp')
    expect(shown('2026-11-30T17:59:59.999Z')).toBe('tomorrow.webp')
    expect(shown('2026-11-30T18:00:00Z')).toBe('now.webp')
    const plain = { ...summer, images: { checkoutBanner: { src: '/c.svg' } } }
    const end = new Date('2026-11-30T23:00:00Z')
    expect(saleBanners(saleAt([plain], 'aol', end), end).checkout?.src).toBe('/c.svg')
  })

  test('are absent while no sale runs', () => {
    expect(saleBanners(noSale, during)).toEqual({ header: null, cart: null, checkout: null })
    expect(bannerIn(noSale, 'homePageBanner')).toBeNull()
  })
})
