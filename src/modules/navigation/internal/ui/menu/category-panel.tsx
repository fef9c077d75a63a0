import type { HeaderLook } from '../../../../../brands/brands.ts'
import { brandsOf, type CategoryPath, type NavCategory } from '../../../navigation.ts'
import { Picture } from '../../../../../ui/display/picture.tsx'
import styles from './category-menu.module.css'

/** A category's panel: its subcategories, what is below the selected one, brands and a picture, or a picture of each subcategory. */
export function CategoryPanel({ kind, top, path }: { kind: HeaderLook['menu']; top: NavCategory; path: CategoryPath }) {
  const sub = path[1]
  const deepest = sub ?? top
  const { title, brands } = brandsOf(path)
  const narrower = top.subCategories.find((one) => one.uri === sub?.uri)?.thirdLevel ?? []
  return (
    <div className={styles.panel} data-kind={kind}>
      <div className={`page ${styles.inner}`}>
        {top.subCategories.length > 0 && (
          <div className={styles.subs}>
            <ul data-list="subs">
              {top.subCategories.map((one) => (
                <li key={one.uri} data-sub={one.uri} data-selected={one === sub ? '' : undefined}>
                  <a href={one.uri}>
                    {kind === 'pictures' && one.imageUrl !== null && (
                      <Picture src={one.imageUrl} alt="" width={112} height={112} loading="eager" />
                    )}
                    {one.title}
                  </a>
                </li>
              ))}
              <li className={styles.all}>
                <a href={top.uri}>All {top.title}</a>
              </li>
            </ul>
          </div>
        )}
        {sub !== undefined && narrower.length > 0 && (
          <div className={styles.narrower}>
            <p className={styles.label} id="menu-narrower">
              {sub.title}
            </p>
            <ul data-list="narrower" aria-labelledby="menu-narrower">
              {narrower.map((one) => (
                <li key={one.uri}>
                  <a href={one.uri}>{one.title}</a>
                </li>
              ))}
              <li>
                <a href={sub.uri}>All {sub.title}</a>
              </li>
            </ul>
          </div>
        )}
        {brands.length > 0 && (
          <div className={styles.brands}>
            <p className={styles.label} id="menu-brands">
              Brands in {title}
            </p>
            <ul data-list="brands" aria-labelledby="menu-brands">
              {brands.map((brand) => (
                <li key={brand.uri}>
                  <a href={brand.uri}>
                    {brand.logoUrl === null ? (
                      brand.title
                    ) : (
                      <Picture src={brand.logoUrl} alt={brand.title} height={28} loading="eager" widest={160} />
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        {deepest.imageUrl !== null && kind !== 'pictures' && (
          <a className={styles.picture} href={deepest.uri} tabIndex={-1} aria-hidden="true">
            <Picture src={deepest.imageUrl} alt="" width={220} height={220} loading="eager" />
            <span>Shop {deepest.title}</span>
          </a>
        )}
      </div>
    </div>
  )
}
