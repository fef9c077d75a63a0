import { fittingRanges, type Space } from '../../catalogue/fit.ts'
import { SpaceForm } from '../../catalogue/ui/space-form.tsx'
import type { ListingChoice } from '../listing-query.ts'
import styles from './filters.module.css'
import { KeptFilters } from './listing-controls.tsx'

const measures = ['width_mm', 'height_mm', 'depth_mm']

/** Asks for the shopper's space and shows only what fits into it; the cards say it of each product either way. */
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
  const others = Object.fromEntries(Object.entries(choice.ranges).filter(([facet]) => !measures.includes(facet)))
  return (
    <details className={styles.facet} open={space !== null}>
      <summary>Will it fit?</summary>
      <SpaceForm
        kind={kind}
        space={space}
        button="Show what fits"
        action={path}
        onSpace={(next) => go({ ...choice, page: 1, ranges: { ...others, ...fittingRanges(next) } })}
      >
        <KeptFilters choice={{ ...choice, ranges: others }} />
      </SpaceForm>
    </details>
  )
}
