import { Fragment } from 'react'
import { pageCount } from './page-count.ts'
import type { Pagination } from './pagination.ts'
import styles from './page-links.module.css'

/** The pages of a list as links: the first, the last and those around the one shown. Nothing where there is one page. */
export function PageLinks({
  list,
  address,
  label = 'Pages',
}: {
  list: Omit<Pagination, 'id'>
  address: (page: number) => string
  label?: string
}) {
  const pages = pageCount(list)
  const { currentPage } = list
  if (pages <= 1) return null
  const near = [1, currentPage - 1, currentPage, currentPage + 1, pages].filter((page) => page >= 1 && page <= pages)
  const shown = [...new Set(near)]
  return (
    <nav className={styles.pages} aria-label={label}>
      {currentPage > 1 && (
        <a rel="prev" href={address(currentPage - 1)}>
          Previous
        </a>
      )}
      {shown.map((page, at) => (
        <Fragment key={page}>
          {at > 0 && page - (shown[at - 1] ?? 0) > 1 && <i aria-hidden="true" />}
          <a href={address(page)} aria-current={page === currentPage ? 'page' : undefined} aria-label={`Page ${page}`}>
            {page}
          </a>
        </Fragment>
      ))}
      {currentPage < pages && (
        <a rel="next" href={address(currentPage + 1)}>
          Next
        </a>
      )}
    </nav>
  )
}
