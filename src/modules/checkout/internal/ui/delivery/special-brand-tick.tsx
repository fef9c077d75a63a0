import type { ReactNode } from 'react'
import { specialBrandNotice } from '../../../special-brand-notice.ts'
import type { Checkout } from '../hooks/use-checkout.ts'
import styles from '../../../ui/checkout-page.module.css'

/** The special brand is sold by its manufacturer, and the shopper has to confirm that. */
export default function SpecialBrandTick({
  checkout: { page, form, errors },
  terms,
}: {
  checkout: Checkout
  /** The link to the terms of the agency. */
  terms: ReactNode
}) {
  const field = 'brandsWarnings.mieleWarning'
  const error = errors.of[field]
  return (
    <div>
      <label className={styles.tick}>
        <input
          type="checkbox"
          id={field}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${field}-error`}
          {...form.register('mieleWarning', { onChange: () => errors.set(field, null) })}
        />{' '}
        {specialBrandNotice(page.site.companyName)}
      </label>
      {terms}
      {error !== undefined && (
        <p id={`${field}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
