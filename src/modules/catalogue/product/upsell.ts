import { dollarsOf, type Cents } from '../../../platform/money.ts'
import { meetsConditions, type Traits } from '../attribute-conditions.ts'

/** Warranties and installations that can be added to a product (CAT-14), and the shopper's choices. */

export type UpsellKind = 'warranty' | 'install'

export type UpsellOption = {
  readonly id: number
  readonly kind: UpsellKind
  readonly name: string
  readonly blurb: string
  /** Months after the manufacturer's warranty; null for an install. */
  readonly termMonths: number | null
  readonly price: Cents
  /** Of the product's price: at least this, and below that when it is not null. */
  readonly from: Cents
  readonly below: Cents | null
  /** The category it applies to; null when it is for this product only. */
  readonly categoryUri: string | null
  /** Conditions on the product's attributes. */
  readonly conditions: readonly string[]
}

/** The options of one product, in display order. */
export type UpsellOptions = { readonly warranties: readonly UpsellOption[]; readonly installs: readonly UpsellOption[] }

/** A chosen option: its name, and its price for one unit of its line. */
export type Choice = Pick<UpsellOption, 'id' | 'name' | 'price'>

/** The options of a line. */
export type Choices = { readonly warranty: Choice | null; readonly install: Choice | null }

/** The display name of a kind of option. */
export const upsellTitles = { warranty: 'Extended warranty', install: 'Installation' } as const satisfies Record<
  UpsellKind,
  string
>

/**
 * The options to offer for a product of this price and these attributes, in their own order. Of each kind only the most specific ones
 * apply: the product's own before its category's, that before the category above it.
 */
export function optionsFor(
  options: readonly UpsellOption[],
  price: Cents,
  traits: Traits | undefined = undefined,
): UpsellOptions {
  const fitting = options.filter(
    (one) => price >= one.from && (one.below === null || price < one.below) && meetsConditions(one.conditions, traits),
  )
  const nearest = (kind: UpsellKind) => {
    const ofKind = fitting.filter((one) => one.kind === kind)
    const depth = Math.max(...ofKind.map(depthOf))
    return ofKind.filter((one) => depthOf(one) === depth)
  }
  return { warranties: nearest('warranty'), installs: nearest('install') }
}

function depthOf({ categoryUri }: UpsellOption): number {
  return categoryUri === null ? Infinity : categoryUri.split('/').length
}

/** The options with these ids among those offered, and the kinds of which an id was given that is not among them. */
export function chosenOf(
  { warranties, installs }: UpsellOptions,
  { warrantyId, installId }: { readonly warrantyId: number | null; readonly installId: number | null },
): Choices & { readonly gone: readonly UpsellKind[] } {
  const warranty = warranties.find((one) => one.id === warrantyId) ?? null
  const install = installs.find((one) => one.id === installId) ?? null
  const gone: UpsellKind[] = []
  if (warrantyId !== null && warranty === null) gone.push('warranty')
  if (installId !== null && install === null) gone.push('install')
  return { warranty, install, gone }
}

/** The price of a line's options for one unit. */
export function choicesPrice({ warranty, install }: Partial<Choices>): Cents {
  return (warranty?.price ?? 0) + (install?.price ?? 0)
}

/** Each option of a line with its total for all units, in display order. */
export function choiceTotals({
  quantity,
  warranty,
  install,
}: Partial<Choices> & { readonly quantity: number }): { readonly name: string; readonly total: Cents }[] {
  return [warranty, install].flatMap((one) => (one ? [{ name: one.name, total: one.price * quantity }] : []))
}

/** The options of one kind as a form field; `field` is its name. */
export type ChoiceGroup = {
  readonly field: 'warrantyId' | 'installId'
  readonly title: string
  readonly options: readonly (Choice & { readonly blurb: string })[]
}

/** A group for each kind that is offered. */
export function choiceGroups({ warranties, installs }: UpsellOptions): ChoiceGroup[] {
  const group = (field: ChoiceGroup['field'], title: string, options: readonly UpsellOption[]) => ({
    field,
    title,
    options: options.map(({ id, name, price, blurb }) => ({ id, name, price, blurb })),
  })
  return [
    group('warrantyId', upsellTitles.warranty, warranties),
    group('installId', upsellTitles.install, installs),
  ].filter(({ options }) => options.length > 0)
}

/** The options as the calls carry them, in dollars. */
export function toUpsellsResponse({ warranties, installs }: UpsellOptions) {
  const common = ({ name, price, blurb }: UpsellOption) => ({ name, price: dollarsOf(price), blurb })
  return {
    warranties: warranties.map((one) => ({ warrantyId: one.id, termMonths: one.termMonths ?? 0, ...common(one) })),
    installs: installs.map((one) => ({ installId: one.id, ...common(one) })),
  }
}
