import { spaceText, type Space } from '../../../catalogue/product/fit.ts'
import { SpaceForm } from '../../../catalogue/ui/space-form.tsx'
import type { ListingChoice } from '../../listing-query.ts'
import styles from './filters.module.css'
import { HiddenFilters } from './listing-controls.tsx'

/** Asks for the shopper's space and filters the list by it; the cards show the fit of each product either way. */
export function SpaceFilter({
  kind,
  space,
  choice,
  path,
  go,
}: {
  kind: string
  space: Space | null
  choice: ListingChoice
  path: string
  go: (choice: ListingChoice) => void
}) {
  const { space: _old, ...filters } = choice.filters
  return (
    <details className={styles.facet} open={space !== null}>
      <summary>Will it fit?</summary>
      <SpaceForm
        kind={kind}
        space={space}
        button="Show what fits"
        action={path}
        onSpace={(next) => go({ ...choice, page: 1, filters: { ...filters, space: [spaceText(next)] } })}
      >
        <HiddenFilters choice={{ ...choice, filters }} />
      </SpaceForm>
    </details>
  )
}
