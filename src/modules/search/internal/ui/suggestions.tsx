import { useEffect, useRef } from 'react'
import { centsOf } from '../../../../platform/money.ts'
import { productPath } from '../../../catalogue/catalogue.ts'
import { Highlighted } from '../../../../ui/display/highlight.tsx'
import { formatPrice } from '../../../pricing/pricing.ts'
import type { Suggestions } from '../search-calls.ts'
import { searchAddress, type SearchSettings } from '../../search.ts'
import { Picture } from '../../../../ui/display/picture.tsx'
import styles from './suggestions.module.css'

/** What was found for a keyword: terms, then product tiles. Everything is an option of the field's combobox and a plain link. */
export default function SuggestionsPanel({
  id,
  term,
  suggestions: { terms, products },
  settings: { suggestionTiles, drawsRibbons },
  active,
  onChoose,
}: {
  readonly id: string
  readonly term: string
  readonly suggestions: Suggestions
  readonly settings: SearchSettings
  readonly active: number
  readonly onChoose: () => void
}) {
  const activeOption = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    activeOption.current?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const option = (position: number) => ({
    id: `${id}-option-${position}`,
    role: 'option',
    'aria-selected': position === active,
    tabIndex: -1,
    onClick: onChoose,
    ...(position === active ? { ref: activeOption } : {}),
  })
  const { small, large, imagePx } = suggestionTiles
  return (
    // The field keeps the focus, so that a press on a tile does not close the panel under it.
    <div className={styles.panel} onPointerDown={(event) => event.preventDefault()}>
      {products.length === 0 && <p className={styles.empty} role="status">{`No products found for "${term}"`}</p>}
      {terms.length + products.length > 0 && (
        <div id={`${id}-options`} role="listbox" aria-label="Suggestions" className={styles.groups}>
          {terms.length > 0 && (
            <div role="group" aria-label="Searches" className={styles.terms}>
              {terms.map((one, at) => (
                <a key={one.url} href={one.url} {...option(at)}>
                  <Highlighted text={one.text} term={term} />
                </a>
              ))}
            </div>
          )}
          {products.length > 0 && (
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
                    {...option(terms.length + at)}
                  >
                    <span className={styles.picture}>
                      <Picture src={product.image ?? ''} alt="" width={imagePx} height={imagePx} loading="eager" />
                      {drawsRibbons && product.ribbon !== null && (
                        <span className={styles.ribbon}>{product.ribbon.text}</span>
                      )}
                    </span>
                    <span className={styles.title}>
                      <Highlighted text={product.title} term={term} />
                    </span>
                    {product.price !== null && <b>{formatPrice(centsOf(product.price))}</b>}
                  </a>
                ))}
              </div>
            </div>
          )}
        </div>
      )}
      {products.length > 0 && (
        <a className={styles.all} href={searchAddress(term)} onClick={onChoose}>
          View all products
        </a>
      )}
    </div>
  )
}
