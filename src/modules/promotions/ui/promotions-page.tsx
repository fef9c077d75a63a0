import type { Day } from '../../../platform/calendar.ts'
import type { Promotion } from '../promotions.ts'
import { PromotionPanel } from './promotion-panel.tsx'
import styles from './promotions-page.module.css'

type Choice = { readonly value: string; readonly label: string }

export type PromotionsPageProps = {
  readonly promotions: readonly Promotion[]
  readonly today: Day
  readonly brands: readonly Choice[]
  readonly categories: readonly Choice[]
  readonly brand: string | null
  readonly category: string | null
}

/** Every promotion that runs, narrowed by brand and category with a plain form. */
export function PromotionsPage({ promotions, today, brands, categories, brand, category }: PromotionsPageProps) {
  const isNarrowed = brand !== null || category !== null
  return (
    <div className={`page ${styles.page}`}>
      <h1>Promotions</h1>
      {(brands.length > 0 || categories.length > 0) && (
        <form className={styles.filters} method="get" action="/promotions">
          <Select name="brand" label="Brand" all="All brands" choices={brands} value={brand} />
          <Select name="category" label="Category" all="All categories" choices={categories} value={category} />
          <button className="button button--quiet">Show</button>
          {isNarrowed && (
            <a className={styles.clear} href="/promotions">
              Clear all
            </a>
          )}
        </form>
      )}
      {promotions.length === 0 ? (
        <div className={styles.none}>
          <p>
            {isNarrowed ? 'There are no promotions for this brand and category.' : 'There are no promotions right now.'}
          </p>
          <p>
            <a className="button" href="/sale">
              See what is on sale
            </a>
          </p>
        </div>
      ) : (
        <div className={styles.panels}>
          {promotions.map((one) => (
            <PromotionPanel key={one.path} promotion={one} today={today} />
          ))}
        </div>
      )}
    </div>
  )
}

function Select({
  name,
  label,
  all,
  choices,
  value,
}: {
  name: string
  label: string
  all: string
  choices: readonly Choice[]
  value: string | null
}) {
  return (
    <label>
      {label}
      <select
        key={value}
        name={name}
        defaultValue={value ?? ''}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  )
}
