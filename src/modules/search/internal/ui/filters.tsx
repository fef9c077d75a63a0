import { Fragment, useId, type FormEvent, type ReactNode } from 'react'
import { addressesAdding, listingAddress, toggled, withoutRange, type ListingChoice } from '../../listing-query.ts'
import type { FacetView } from '../../listing-views.ts'
import { HiddenFilters } from './listing-controls.tsx'
import styles from './filters.module.css'

type FilterProps = {
  readonly choice: ListingChoice
  readonly path: string
  readonly go: (choice: ListingChoice) => void
}

/** The filters of a list: links for values, a form for a range. Both work before script. */
export function Filters({
  facets,
  promoted,
  isFolded,
  second,
  ...rest
}: FilterProps & {
  facets: readonly FacetView[]
  promoted: readonly string[]
  isFolded: boolean
  /** Stands after the first filter: what comes late there moves nothing in the first view. */
  second: ReactNode
}) {
  const inOrder = facets.toSorted((a, b) => rankOf(a, promoted) - rankOf(b, promoted))
  if (inOrder.length === 0) return second
  return inOrder.map((facet, at) => (
    <Fragment key={facet.code}>
      <details className={styles.facet} open={at < 6 && !isFolded}>
        <summary>{facet.title}</summary>
        {facet.kind === 'list' ? <Values facet={facet} {...rest} /> : <Range facet={facet} {...rest} />}
      </details>
      {at === 0 && second}
    </Fragment>
  ))
}

function rankOf(facet: FacetView, promoted: readonly string[]): number {
  if (facet.code === 'category') return -2
  if (facet.code === 'price') return -1
  const at = promoted.indexOf(facet.code)
  return at === -1 ? promoted.length + 1 : at
}

function Values({ facet, choice, path }: FilterProps & { facet: Extract<FacetView, { kind: 'list' }> }) {
  const adding = addressesAdding(path, choice, facet.code)
  return (
    <ul>
      {facet.options.map(({ value, label = value, count, selected }) => (
        <li key={value}>
          {selected ? (
            <a href={listingAddress(path, toggled(choice, facet.code, value))} rel="nofollow" aria-current="true">
              {`${label} `}
              <small>{count}</small>
            </a>
          ) : (
            <a href={adding(value)} rel="nofollow">
              {`${label} `}
              <small>{count}</small>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function Range({ facet, choice, path, go }: FilterProps & { facet: Extract<FacetView, { kind: 'range' }> }) {
  const id = useId()
  const isMoney = facet.code === 'price'
  const shown = (value: number) => (isMoney ? Math.round(value / 100) : value)
  const rest = withoutRange(choice, facet.code)

  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const end = (name: string) => {
      const text = String(fields.get(name) ?? '').trim()
      return text === '' ? undefined : Math.round(Number(text) * (isMoney ? 100 : 1))
    }
    const range = { min: end(`${facet.code}.from`), max: end(`${facet.code}.to`) }
    const isEmpty = range.min === undefined && range.max === undefined
    go(isEmpty ? rest : { ...rest, ranges: { ...rest.ranges, [facet.code]: range } })
  }

  const unit = facet.unit === null ? '' : ` (${facet.unit})`
  return (
    <form
      key={`${facet.selectedMin}-${facet.selectedMax}`}
      className={styles.range}
      method="get"
      action={path}
      onSubmit={apply}
      aria-label={`${facet.title} range`}
    >
      <HiddenFilters choice={rest} />
      {(['from', 'to'] as const).map((end) => {
        const selected = end === 'from' ? facet.selectedMin : facet.selectedMax
        return (
          <label key={end} htmlFor={`${id}-${end}`}>
            {end === 'from' ? `From${unit}` : 'To'}
            <input
              id={`${id}-${end}`}
              name={`${facet.code}.${end}`}
              type="number"
              inputMode="decimal"
              min="0"
              step="any"
              placeholder={String(shown(end === 'from' ? facet.min : facet.max))}
              defaultValue={selected === null ? '' : shown(selected)}
            />
          </label>
        )
      })}
      <Slider facet={facet} shown={shown} id={id} />
      <button className="button button--quiet">
        Apply<span className="visually-hidden"> {facet.title}</span>
      </button>
    </form>
  )
}

/**
 * Two handles on one line beside the number fields, which they fill; a handle at its end leaves its field empty. Letting go of one applies
 * the range; who moves them by keys goes on to the button. The fields are what is sent, so that nothing is lost without script.
 */
function Slider({
  facet,
  shown,
  id,
}: {
  facet: Extract<FacetView, { kind: 'range' }>
  /** What a value of the facet is called in the fields. */
  shown: (value: number) => number
  /** Of the fields, before '-from' and '-to'. */
  id: string
}) {
  const step = sliderStep(shown(facet.max) - shown(facet.min))
  const low = Math.floor(shown(facet.min) / step) * step
  const high = Math.ceil(shown(facet.max) / step) * step
  if (low >= high) return null

  function slide(event: FormEvent<HTMLInputElement>): void {
    const moved = event.currentTarget
    const [from, to] = Array.from(moved.parentElement?.querySelectorAll('input') ?? [])
    if (from === undefined || to === undefined) return
    if (from.valueAsNumber > to.valueAsNumber) moved.value = moved === from ? to.value : from.value
    const field = document.getElementById(`${id}-${moved === from ? 'from' : 'to'}`)
    const isAtEnd = moved.valueAsNumber === (moved === from ? low : high)
    if (field instanceof HTMLInputElement) field.value = isAtEnd ? '' : moved.value
    paint(moved.parentElement)
  }

  function paint(line: Element | null): void {
    if (!(line instanceof HTMLElement)) return
    line.querySelectorAll('input').forEach((handle, at) => {
      const share = (handle.valueAsNumber - low) / (high - low)
      line.style.setProperty(at === 0 ? '--from' : '--to', String(share))
      // When both stand at the upper end, the lower one is the one that can move.
      if (at === 0) handle.style.zIndex = share > 0.5 ? '2' : '1'
    })
  }

  return (
    <div className={styles.slider} ref={paint}>
      {(['from', 'to'] as const).map((end) => {
        const selected = end === 'from' ? facet.selectedMin : facet.selectedMax
        return (
          <input
            key={end}
            type="range"
            aria-label={`${end === 'from' ? 'Lowest' : 'Highest'} ${facet.title}`}
            min={low}
            max={high}
            step={step}
            defaultValue={selected === null ? (end === 'from' ? low : high) : shown(selected)}
            onInput={slide}
            onPointerUp={(event) => event.currentTarget.form?.requestSubmit()}
          />
        )
      })}
    </div>
  )
}

/** About a hundred steps of a round size: 1, 2 or 5 times a power of ten. */
function sliderStep(span: number): number {
  const rough = Math.max(span, 1e-6) / 100
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power
}
