import { numberText } from '../../platform/text/number-text.ts'
import { shortDay } from '../../platform/calendar.ts'
import { serviceKindTitles } from '../delivery/services.ts'
import {
  rangeText,
  toggled,
  withoutRange,
  withService,
  type ListingChoice,
  type DeliveryFilter,
} from './listing-query.ts'
import type { FacetView } from './listing-views.ts'

/** The chosen filters, each with the choice that is left when it goes. */
export function chipsOf(
  facets: readonly FacetView[],
  choice: ListingChoice,
): { readonly label: string; readonly without: ListingChoice }[] {
  const facetOf = (code: string) => facets.find((facet) => facet.code === code)
  const lists = Object.entries(choice.filters).flatMap(([code, values]) =>
    values.map((value) => {
      const facet = facetOf(code)
      const option = facet?.kind === 'list' ? facet.options.find((one) => one.value === value) : undefined
      const label = option?.label ?? value
      if (code === 'space') return { label: spaceLabel(value), without: toggled(choice, code, value) }
      // 'Yes' by itself says nothing.
      const isYesOrNo = facet !== undefined && (label === 'Yes' || label === 'No')
      return { label: isYesOrNo ? `${facet.title}: ${label}` : label, without: toggled(choice, code, value) }
    }),
  )
  const ranges = Object.keys(choice.ranges).map((code) => ({
    label: rangeLabel(facetOf(code), code, choice),
    without: withoutRange(choice, code),
  }))
  const delivery = choice.delivery
  const dates =
    delivery === null ? [] : [{ label: deliveryLabel(delivery), without: { ...choice, page: 1, delivery: null } }]
  const services = (choice.services?.kinds ?? []).map((kind) => {
    const postcode = choice.services?.postcode ?? ''
    return { label: `${serviceKindTitles[kind]} at ${postcode}`, without: withService(choice, postcode, kind) }
  })
  return [...lists, ...ranges, ...dates, ...services]
}

/** 'Fits 900 × 1800 × 700 mm'. */
function spaceLabel(value: string): string {
  return `Fits ${value.split('x').slice(0, 3).join(' × ')} mm`
}

/** 'At 2010 by Mon 23 Nov'. */
function deliveryLabel({ postcode, by }: DeliveryFilter): string {
  return `At ${postcode} by ${shortDay(by)}`
}

/** 'Price $500 to $1,000', 'Width up to 600 mm'. */
function rangeLabel(facet: FacetView | undefined, code: string, choice: ListingChoice): string {
  const [from = '', to = ''] = rangeText(code, choice.ranges[code] ?? {}).split('-')
  const unit = facet?.kind === 'range' ? facet.unit : null
  const amount = (text: string) =>
    unit === '$' ? `$${numberText(Number(text), true)}` : unit === null ? text : `${text} ${unit}`
  const title = facet?.title ?? code
  if (from === '') return `${title} up to ${amount(to)}`
  return to === '' ? `${title} from ${amount(from)}` : `${title} ${amount(from)} to ${amount(to)}`
}
