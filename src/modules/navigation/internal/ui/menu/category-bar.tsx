import type { RefObject } from 'react'
import { hoverScreen } from '../../../../../ui/browser/hover-screen.ts'
import type { Site } from '../../../site.ts'
import styles from './category-bar.module.css'
import type { Opening } from '../header-actions.tsx'
import { Links } from '../links.tsx'

/** The category bar: plain links, until the interactive code has loaded. */
export function CategoryBar({
  site,
  bar,
  wake,
  opening,
}: {
  readonly site: Site
  readonly bar: RefObject<HTMLElement | null>
  readonly wake: () => void
  readonly opening: Opening
}) {
  return (
    <nav
      ref={bar}
      className={styles.bar}
      data-labels={site.header.labels}
      aria-label="Categories"
      onPointerOver={wake}
      onFocus={wake}
      onClick={(event) => {
        // Where nothing hovers a first tap opens; later ones are the live menu's.
        const link = (event.target as Element).closest('a')
        const isFirst = event.currentTarget.dataset['live'] === undefined && !matchMedia(hoverScreen).matches
        if (isFirst && link?.parentElement?.dataset['menu'] !== undefined) opening(event, link)
      }}
    >
      <div className={`page ${styles.barRow}`}>
        <ul className={styles.barList} data-bar="">
          {site.barLinks.map(({ title, href, icon }) => (
            <li key={href}>
              <a href={href}>
                {icon && <img src={icon} alt="" width="20" height="20" loading="lazy" />}
                {title}
              </a>
            </li>
          ))}
          {site.categories.map(({ title, href, step }) => (
            <li key={href} data-menu={href} data-step={step || undefined}>
              <a href={href}>{title}</a>
              <button type="button" className={styles.opener} aria-expanded={false} aria-label={`${title} menu`} />
            </li>
          ))}
        </ul>
        {site.moreUntil > 0 && (
          <details className={styles.more} data-until={site.moreUntil}>
            <summary>More</summary>
            <Links of={site.categories} />
          </details>
        )}
      </div>
    </nav>
  )
}
