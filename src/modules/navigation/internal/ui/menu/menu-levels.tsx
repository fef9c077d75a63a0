import { useStore } from '../../../../../ui/browser/store.ts'
import { Icon } from '../../../../../ui/display/icons.tsx'
import { memberStore } from '../../../../identity/ui/member.ts'
import { brandsOf, tapped, type CategoryPath, type NavCategory } from '../../../navigation.ts'
import { telephone, type Link, type Site } from '../../../site.ts'
import { Links } from '../links.tsx'
import { Picture } from '../../../../../ui/display/picture.tsx'
import styles from './menu-sheet.module.css'
import { StoreDetails } from '../store-details.tsx'

/** The first level of the menu: all categories, and the other links. */
export function TopLevel({
  site,
  menu,
  onTap,
}: {
  readonly site: Site
  /** Null until the subcategories have loaded. */
  readonly menu: readonly NavCategory[] | null
  readonly onTap: (category: NavCategory) => void
}) {
  const member = useStore(memberStore)
  const accountLink =
    member === null ? { title: 'Log in', href: '/account/login' } : { title: member.firstName, href: '/account' }
  return (
    <>
      {site.quickLinks.length > 0 && <Links of={site.quickLinks} className={styles.quick} />}
      <ul className={styles.list}>
        {!site.hidesCategoryBar &&
          site.barLinks.map((link) => (
            <li key={link.href} className={styles.deal}>
              <a href={link.href}>
                {link.narrowIcon && <img src={link.narrowIcon} alt="" width="24" height="24" />} {link.title}
              </a>
            </li>
          ))}
        {site.categories.map((top) => {
          const category = menu?.find((one) => one.uri === top.href)
          return (
            <li key={top.href}>
              {category !== undefined && tapped([], category, 0) !== 'go' ? (
                <button type="button" data-entry={top.href} onClick={() => onTap(category)}>
                  <Pictured site={site} category={category} /> <Icon name="chevron" size={18} />
                </button>
              ) : (
                <a href={top.href}>{top.title}</a>
              )}
            </li>
          )
        })}
      </ul>
      <Links of={[accountLink, { title: 'Lists', href: '/wishlists' }, ...linksOf(site)]} className={styles.more} />
      {site.hasStores && (
        <section className={styles.store} aria-labelledby="menu-store">
          <h3 id="menu-store">Your Store</h3>
          <StoreDetails />
        </section>
      )}
      <p className={styles.footer}>
        {site.supportText}: <a href={telephone(site.supportNumber)}>{site.supportNumber}</a>
      </p>
    </>
  )
}

/** The subcategories of one category. */
export function CategoryLevel({
  site,
  path,
  category,
}: {
  readonly site: Site
  readonly path: CategoryPath
  readonly category: NavCategory
}) {
  const brands = brandsOf(path)
  return (
    <>
      <ul className={styles.list}>
        <li>
          <a href={category.uri}>All {category.title}</a>
        </li>
        {category.subCategories.map((sub) => (
          <li key={sub.uri}>
            <a href={sub.uri}>
              <Pictured site={site} category={sub} />
            </a>
            {sub.thirdLevel !== undefined && (
              <ul className={styles.narrower} aria-label={sub.title}>
                {sub.thirdLevel.map((one) => (
                  <li key={one.uri}>
                    <a href={one.uri}>{one.title}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {brands.brands.length > 0 && (
        <section className={styles.brands} aria-labelledby="menu-sheet-brands">
          <h3 id="menu-sheet-brands">Brands in {brands.title}</h3>
          <ul>
            {brands.brands.map((brand) => (
              <li key={brand.uri}>
                <a href={brand.uri}>{brand.title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The links besides categories, each once. */
function linksOf({ hidesCategoryBar, barLinks, topNav, hasStores }: Site): Link[] {
  const all = [
    { title: 'Brands', href: '/brands' },
    ...(hidesCategoryBar ? barLinks : []),
    ...(topNav.displayProjectIcon ? [{ title: 'Projects', href: '/project' }] : []),
    { title: 'Contact us', href: '/contact-us' },
    ...(hasStores ? [{ title: 'Stores', href: '/stores' }] : []),
  ]
  return all.filter(({ href }, at) => all.findIndex((other) => other.href === href) === at)
}

function Pictured({ site, category }: { site: Site; category: NavCategory }) {
  return (
    <span className={styles.pictured}>
      {site.header.menu === 'pictures' && category.imageUrl !== null && (
        <Picture src={category.imageUrl} alt="" width={40} height={40} />
      )}
      {category.title}
    </span>
  )
}
