import { useEffect, useImperativeHandle, useRef, type Dispatch, type KeyboardEvent, type RefObject } from 'react'
import { centsOf } from '../../../../platform/money.ts'
import { productPath } from '../../../catalogue/catalogue.ts'
import { Highlighted } from '../../../../ui/display/highlight.tsx'
import { formatPrice } from '../../../pricing/pricing.ts'
import type { Suggestions, TermKind } from '../search-calls.ts'
import type { FieldEvent } from '../search-field.ts'
import { searchAddress, type SearchSettings } from '../../search.ts'
import { Picture } from '../../../../ui/display/picture.tsx'
import { forgetTerms } from '../recent-terms.ts'
import styles from './suggestions.module.css'

/** What a key does in the field while suggestions are shown. */
export type PanelKeys = (event: KeyboardEvent) => void

/** From here on a dropdown shows its tiles for large screens; suggestions.module.css says the same. */
const largeScreen = '(min-width: 768px)'

/** What was found for a keyword: terms, then product tiles. Everything is an option of the field's combobox and a plain link. */
export default function SuggestionsPanel({
  id,
  term,
  suggestions: { terms, products },
  settings: { suggestionTiles, drawsRibbons },
  active,
  keys,
  dispatch,
  open,
}: {
  readonly id: string
  readonly term: string
  readonly suggestions: Suggestions
  readonly settings: SearchSettings
  readonly active: number
  readonly keys: RefObject<PanelKeys | null>
  readonly dispatch: Dispatch<FieldEvent<Suggestions>>
  readonly open: (address: string) => void
}) {
  const activeOption = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    activeOption.current?.scrollIntoView({ block: 'nearest' })
  }, [active])

  usePanelKeys(keys, { suggestions: { terms, products }, active, suggestionTiles, dispatch, open })

  const onChoose = () => dispatch({ type: 'chosen' })
  const option = (position: number) => ({
    id: `${id}-option-${position}`,
    role: 'option',
    'aria-selected': position === active,
    tabIndex: -1,
    onClick: onChoose,
    ...(position === active ? { ref: activeOption } : {}),
  })
  return (
    // The field keeps the focus, so that a press on a tile does not close the panel under it.
    <div className={styles.panel} onPointerDown={(event) => event.preventDefault()}>
      {products.length === 0 && term !== '' && !terms.some(({ kind }) => kind === 'term') && (
        <p className={styles.empty} role="status">{`No products found for "${term}"`}</p>
      )}
      {terms.length + products.length > 0 && (
        <div id={`${id}-options`} role="listbox" aria-label="Suggestions" className={styles.groups}>
          {groupsOf(terms).map(({ kind, items }) => (
            <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} className={styles.terms}>
              <p id={`${id}-${kind}`} className={styles.heading}>
                {titleOf[kind]}
              </p>
              {items.map(({ text, url, at }) => (
                <a key={url} href={url} {...option(at)}>
                  <span>
                    <Highlighted text={text} term={term} />
                  </span>
                </a>
              ))}
            </div>
          ))}
          {products.length > 0 && (
            <Tiles
              id={id}
              term={term}
              products={products}
              settings={{ suggestionTiles, drawsRibbons }}
              option={(at) => option(terms.length + at)}
            />
          )}
        </div>
      )}
      {terms[0]?.kind === 'recent' && (
        <button
          type="button"
          className={styles.forget}
          onClick={() => {
            forgetTerms()
            dispatch({ type: 'typed', text: '', at: 0 })
          }}
        >
          Clear recent searches
        </button>
      )}
      {products.length > 0 && (
        <a className={styles.all} href={searchAddress(term)} onClick={onChoose}>
          View all products
        </a>
      )}
    </div>
  )
}

const titleOf: Readonly<Record<TermKind, string>> = {
  recent: 'Recent searches',
  popular: 'Popular searches',
  term: 'Searches',
  category: 'Categories',
  brand: 'Brands',
  help: 'Help',
}

/** The terms by kind, each with its place among all options; `inGroups` has put them in this order. */
function groupsOf(terms: Suggestions['terms']) {
  const groups: { readonly kind: TermKind; readonly items: { text: string; url: string; at: number }[] }[] = []
  for (const [at, { text, url, kind = 'term' }] of terms.entries()) {
    const last = groups.at(-1)
    if (last?.kind === kind) last.items.push({ text, url, at })
    else groups.push({ kind, items: [{ text, url, at }] })
  }
  return groups
}

/** The products that were found. */
function Tiles({
  id,
  term,
  products,
  settings: {
    suggestionTiles: { small, large, imagePx },
    drawsRibbons,
  },
  option,
}: {
  readonly id: string
  readonly term: string
  readonly products: Suggestions['products']
  readonly settings: Pick<SearchSettings, 'suggestionTiles' | 'drawsRibbons'>
  readonly option: (at: number) => object
}) {
  return (
    <div role="group" aria-labelledby={`${id}-products`}>
      <p id={`${id}-products`} className={styles.heading}>
        Products
      </p>
      <div role="presentation" className={styles.tiles} data-columns={large / 2}>
        {products.map((product, at) => (
          <a
            key={product.sku}
            href={productPath(product.uri)}
            className={at >= small ? styles.largeOnly : undefined}
            {...option(at)}
          >
            <span className={styles.picture}>
              <Picture src={product.image ?? ''} alt="" width={imagePx} height={imagePx} loading="eager" />
              {drawsRibbons && product.ribbon !== null && <span className={styles.ribbon}>{product.ribbon.text}</span>}
            </span>
            <span className={styles.title}>
              <Highlighted text={product.title} term={term} />
            </span>
            {product.price !== null && <b>{formatPrice(centsOf(product.price))}</b>}
          </a>
        ))}
      </div>
    </div>
  )
}

/** Arrow keys move among what is shown, and Enter opens what they have reached. */
function usePanelKeys(
  keys: RefObject<PanelKeys | null>,
  {
    suggestions: { terms, products },
    active,
    suggestionTiles: { small, large },
    dispatch,
    open,
  }: {
    readonly suggestions: Suggestions
    readonly active: number
    readonly suggestionTiles: SearchSettings['suggestionTiles']
    readonly dispatch: Dispatch<FieldEvent<Suggestions>>
    readonly open: (address: string) => void
  },
): void {
  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const tiles = Math.min(products.length, matchMedia(largeScreen).matches ? large : small)
      dispatch({ type: 'moved', step: event.key === 'ArrowDown' ? 1 : -1, count: terms.length + tiles })
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault()
      const product = products[active - terms.length]
      open(terms[active]?.url ?? (product === undefined ? '/' : productPath(product.uri)))
    }
  })
}
