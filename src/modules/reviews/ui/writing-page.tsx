import type { ReactNode } from 'react'
import { pageCount } from '../../../ui/navigation/page-count.ts'
import { productPath } from '../../catalogue/catalogue.ts'
import { itemsAPage } from '../reviews.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './writing-page.module.css'

/** The frame of the pages that hold all reviews, all questions or one form about a product. */
export function WritingPage({
  title,
  product,
  pages,
  children,
  form,
}: {
  title: string
  product: { readonly uri: string; readonly picture: string }
  /** Null for a page that has no list. */
  pages: { readonly addressOf: (page: number) => string; readonly page: number; readonly count: number } | null
  children: ReactNode
  form: ReactNode
}) {
  return (
    <div className={`page ${styles.page}`}>
      <a className={styles.product} href={productPath(product.uri)}>
        <Picture src={product.picture} alt="" width={96} height={96} loading="eager" />
        <span>Back to the product</span>
      </a>
      <h1>{title}</h1>
      <div className={styles.columns}>
        <div>
          {children}
          {pages !== null && <Pages {...pages} />}
        </div>
        {form}
      </div>
    </div>
  )
}

function Pages({ addressOf, page, count }: { addressOf: (page: number) => string; page: number; count: number }) {
  const last = pageCount({ totalItems: count, itemsPerPage: itemsAPage })
  if (last <= 1) return null
  return (
    <nav className={styles.pages} aria-label="Pages">
      {page > 1 && (
        <a href={addressOf(page - 1)} rel="prev">
          Previous
        </a>
      )}
      <span>{`Page ${page} of ${last}`}</span>
      {page < last && (
        <a href={addressOf(page + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  )
}
