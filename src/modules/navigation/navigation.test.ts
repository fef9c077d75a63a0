import { describe, expect, test } from 'vitest'
import {
  brandsOf,
  isCurrentPath,
  pathUnderMouse,
  readQuickLinks,
  tapped,
  type CategoryPath,
  type NavBrand,
  type NavSubCategory,
} from './navigation.ts'

const brand = (title: string) => ({ title, uri: `/brands/${title.toLowerCase()}`, logoUrl: null })

const category = <Sub extends NavSubCategory = never>(
  uri: string,
  { brands = [], subCategories = [] }: { brands?: NavBrand[]; subCategories?: Sub[] } = {},
) => ({ id: 1, title: uri, uri: `/c/${uri}`, imageUrl: null, subCategories, brands })

const washers = category('laundry/washers', { brands: [brand('Brightwater')] })
const dryers = category('laundry/dryers')
const laundry = category('laundry', { subCategories: [washers, dryers], brands: [brand('Nordhaus'), brand('Miele')] })
const lamps = category('lamps', { brands: [brand('Nordhaus')] })
const gifts = category('gifts')

const titles = (path: CategoryPath) => brandsOf(path).brands.map((one) => one.title)

describe('the open path', () => {
  test('is a stack: category, then subcategory [NAV-17]', () => {
    const path = pathUnderMouse(laundry)
    expect([path.length, path[0], path[1]]).toEqual([2, laundry, washers])
    expect(tapped([laundry], category('laundry/parts', { subCategories: [gifts] }), 1)).toMatchObject([
      { uri: '/c/laundry' },
      { uri: '/c/laundry/parts' },
    ])
  })

  test('on hover opens a category with its first subcategory [NAV-23]', () => {
    expect(pathUnderMouse(laundry)).toEqual([laundry, washers])
  })

  test('on hover opens a category with brands only, but none without children [navigation-03]', () => {
    expect(pathUnderMouse(lamps)).toEqual([lamps])
    expect(pathUnderMouse(gifts)).toEqual([])
  })

  test('shows the brands of its deepest level that has any [NAV-18]', () => {
    expect(titles([laundry, washers])).toEqual(['Brightwater'])
    expect(titles([laundry, dryers])).toEqual(['Nordhaus', 'Miele'])
    expect(titles([laundry])).toEqual(['Nordhaus', 'Miele'])
    expect(titles([gifts])).toEqual([])
    expect(titles([])).toEqual([])
    expect(brandsOf([laundry, dryers]).title).toBe('laundry')
  })
})

describe('a tap', () => {
  test('opens a category with subcategories, closes the open one, and replaces another [NAV-26]', () => {
    const kitchen = category('kitchen', { subCategories: [gifts] })
    expect(tapped([], laundry, 0)).toEqual([laundry])
    expect(tapped([laundry], laundry, 0)).toEqual([])
    expect(tapped([laundry, washers], laundry, 0)).toEqual([])
    expect(tapped([laundry], kitchen, 0)).toEqual([kitchen])
  })

  test('opens the page of a category without subcategories, at either level [NAV-27]', () => {
    expect(tapped([], lamps, 0)).toBe('go')
    expect(tapped([laundry], washers, 1)).toBe('go')
  })
})

test.each([
  ['/c/laundry', '/c/laundry', true],
  ['/c/laundry/?page=2#top', '/c/laundry', true],
  ['/c/laundry', '/c/laundry/', true],
  ['/', '/', true],
  ['/', '/c', false],
  ['/c/laundry', '/c/laundry/dryers', false],
])('%s is the page %s: %s [navigation-08]', (address, pathname, isCurrent) => {
  expect(isCurrentPath(address, pathname)).toBe(isCurrent)
})

describe('quick links', () => {
  test('come from the setting, at most six', () => {
    expect(
      readQuickLinks('[{"title":" Gift cards ","url":"/vouchers"},{"title":"Care","url":"https://care.example/a"}]'),
    ).toEqual([
      { title: 'Gift cards', url: '/vouchers' },
      { title: 'Care', url: 'https://care.example/a' },
    ])
    const many = Array.from({ length: 9 }, (_, at) => ({ title: `Link ${at}`, url: '/a' }))
    expect(readQuickLinks(JSON.stringify(many))).toHaveLength(6)
  })

  test.each([
    '',
    'no',
    '{}',
    '[1,null]',
    '[{"title":"","url":"/a"}]',
    '[{"title":"A"}]',
    '[{"title":"A","url":"//evil.example"}]',
    '[{"title":"A","url":"/\\\\evil.example"}]',
    '[{"title":"A","url":"javascript:alert(1)"}]',
    '[{"title":"A","url":"https://"}]',
  ])('are empty for %j', (setting) => {
    expect(readQuickLinks(setting)).toEqual([])
  })
})
