import { withThousands } from '../../../../platform/money.ts'
import type { ListingHelp } from '../../listing-views.ts'
import styles from '../../ui/listing-page.module.css'
import { SearchField } from '../../ui/search-field.tsx'

/** The way on from an empty list: search again, categories people like, and somebody to ask. */
export function NothingFound({ help }: { readonly help: ListingHelp }) {
  return (
    <div className={styles.empty}>
      <p>{help.text}</p>
      {help.without.length > 0 && (
        <ul className={styles.without} aria-label="Remove a filter">
          {help.without.map((one) => (
            <li key={one.href}>
              <a className="button button--quiet" href={one.href} data-keep-scroll="">
                {`Without ${one.label} `}
                <small>{withThousands(String(one.count))}</small>
              </a>
            </li>
          ))}
        </ul>
      )}
      {help.pages.map(({ title, path }) => (
        <p key={path}>
          You may be looking for <a href={path}>{title}</a>.
        </p>
      ))}
      <SearchField settings={help.search} mode="page" label="Search again" />
      <h2>Popular categories</h2>
      <ul className={styles.popular}>
        {help.categories.map((one) => (
          <li key={one.href}>
            <a href={one.href}>{one.title}</a>
          </li>
        ))}
      </ul>
      <p>
        {`${help.supportText}: `}
        <a href={`tel:${help.supportNumber.replaceAll(' ', '')}`}>{help.supportNumber}</a>
      </p>
    </div>
  )
}
