import { trimEnd } from '../../platform/text/trim-end.ts'

/** The header's data as GET /api/navbar/ answers it, and the rules of its menu. Types and rules; no I/O. */

export type NavBrand = {
  readonly title: string
  /** Its page: '/brands/{slug}'. */
  readonly uri: string
  readonly logoUrl: string | null
}

type NavEntry = {
  readonly id: number
  readonly title: string
  /** Its page: '/c/fridges/french-door-fridges'. */
  readonly uri: string
  readonly imageUrl: string | null
  readonly brands: readonly NavBrand[]
}

/**
 * The tree has two levels (decision navigation-01). The categories below a subcategory are links beside it; the field is left out where there
 * are none.
 */
export type NavSubCategory = NavEntry & {
  readonly subCategories: readonly never[]
  readonly thirdLevel?: readonly { readonly title: string; readonly uri: string }[]
}
export type NavCategory = NavEntry & { readonly subCategories: readonly NavSubCategory[] }

export type QuickLink = { readonly title: string; readonly url: string }

/** Which icons the header has; the names are the calls'. */
export type TopNav = {
  readonly displayCartIcon: boolean
  readonly displayProjectIcon: boolean
  readonly displaySearchIcon: boolean
  readonly displayContactUsIcon: boolean
}

export type Navbar = {
  readonly topNav: TopNav
  readonly mainNav: { readonly categories: readonly NavCategory[] }
  readonly search: { readonly minLength: number; readonly limit: number }
  readonly quickLinks: readonly QuickLink[]
}

/** The selected categories as a stack: the top one, then its subcategory (NAV-17). Empty while nothing is open. */
export type CategoryPath = readonly NavCategory[]

/** Under the mouse a category opens with its first subcategory (NAV-23); one that has nothing to show opens nothing (decision navigation-03). */
export function pathUnderMouse(category: NavCategory): CategoryPath {
  return opens(category) ? [category, ...category.subCategories.slice(0, 1)] : []
}

/** Whether there is anything below a category to open. */
export const opens = (category: NavCategory): boolean => category.subCategories.length > 0 || category.brands.length > 0

/**
 * The effect of a tap on a category: it opens one that has subcategories, closes the open one, and otherwise goes to its page (NAV-26,
 * NAV-27).
 */
export function tapped(path: CategoryPath, category: NavCategory, level: 0 | 1): CategoryPath | 'go' {
  if (category.subCategories.length === 0) return 'go'
  const above = path.slice(0, level)
  return path[level]?.uri === category.uri ? above : [...above, category]
}

/** The deepest level of the path that has any brands, and these (NAV-18). */
export function brandsOf(path: CategoryPath): Pick<NavCategory, 'title' | 'brands'> {
  return path.findLast((category) => category.brands.length > 0) ?? { title: '', brands: [] }
}

/** Whether an address is the page one is on: without query, hash and slash at the end (decision navigation-08). */
export function isCurrentPath(address: string, pathname: string): boolean {
  const bare = (path: string) => trimEnd(path.replace(/[?#].*$/s, ''), '/') || '/'
  return bare(address) === bare(pathname)
}

/** The most quick links a row has room for (decision platform-20). */
const maxQuickLinks = 6

/** Parses the setting QuickLinks; anything but links to this site or to https is left out. */
export function readQuickLinks(setting: string): QuickLink[] {
  let read: unknown
  try {
    read = JSON.parse(setting)
  } catch {
    // The setting is invalid: the header omits the row.
    return []
  }
  if (!Array.isArray(read)) return []
  return read
    .flatMap((one: unknown) => {
      if (typeof one !== 'object' || one === null) return []
      const { title, url } = one as Record<string, unknown>
      const isGood = typeof title === 'string' && title.trim() !== '' && typeof url === 'string' && isSafe(url)
      return isGood ? [{ title: title.trim(), url }] : []
    })
    .slice(0, maxQuickLinks)
}

/** A path of this site, or an https address. '//host' and '/\host' are other sites in disguise. */
const isSafe = (url: string): boolean => /^\/(?![/\\])/.test(url) || (url.startsWith('https://') && URL.canParse(url))
