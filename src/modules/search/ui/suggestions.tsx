import { useEffect, useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '../../../ui/api.ts'
import { centsOf } from '../../../platform/money.ts'
import { productPath } from '../../catalogue/catalogue.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { highlightParts, searchAddress, searchTermOf } from '../search.ts'
import styles from './suggestions.module.css'

type Answer = {
  suggestions: { type: 'term' | 'product'; text: string; url: string }[]
  products: { sku: string; uri: string; title: string; image: string | null; price: number | null }[]
}

const debounceMs = 500

/** What is found while typing: terms, then products with picture and price. The field stays a combobox; arrows walk the options. */
export default function Suggestions({
  tiles,
  text,
  input,
  onDone,
}: {
  tiles: { readonly small: number; readonly large: number }
  text: string
  input: RefObject<HTMLInputElement | null>
  onDone: () => void
}) {
  const navigate = useNavigate()
  const term = searchTermOf(text)
  const [found, setFound] = useState<{ term: string; answer: Answer } | null>(null)
  const [active, setActive] = useState(-1)
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    setActive(-1)
    if (term === '') return setFound(null)
    const question = new AbortController()
    const timer = setTimeout(async () => {
      const query = new URLSearchParams({ searchTerm: term, limit: String(tiles.large) })
      const answer = await callApi<Answer>('GET', `/api/v3/search/suggestions?${query}`, undefined, {
        signal: question.signal,
      })
      // A failed search shows nothing and stops nobody (SRCH-27).
      if (answer.ok) setFound({ term, answer: answer.value })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      question.abort()
    }
  }, [term, tiles.large])

  const suggestions = found?.answer.suggestions ?? []
  const products = found?.answer.products ?? []
  const addresses = [...suggestions.map((one) => one.url), ...products.map((one) => productPath(one.uri))]

  useEffect(() => {
    const field = input.current
    if (field === null) return
    function walk(event: KeyboardEvent) {
      if (addresses.length === 0) return
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        const step = event.key === 'ArrowDown' ? 1 : -1
        const next =
          active < 0 && step < 0 ? addresses.length - 1 : (active + step + addresses.length) % addresses.length
        setActive(next)
        panel.current?.querySelector(`#site-suggestion-${next}`)?.scrollIntoView({ block: 'nearest' })
      } else if (event.key === 'Enter' && active >= 0) {
        event.preventDefault()
        onDone()
        void navigate(addresses[active] ?? '/')
      }
    }
    field.addEventListener('keydown', walk)
    if (active >= 0) field.setAttribute('aria-activedescendant', `site-suggestion-${active}`)
    else field.removeAttribute('aria-activedescendant')
    return () => field.removeEventListener('keydown', walk)
  })

  if (found === null || term === '') return <div id="site-suggestions" role="listbox" aria-label="Suggestions" hidden />
  return (
    <div className={styles.panel} ref={panel} onPointerDown={(event) => event.preventDefault()} onClick={onDone}>
      {addresses.length === 0 ? (
        <p className={styles.empty} role="status">
          No products found for "{found.term}"
        </p>
      ) : (
        <div id="site-suggestions" role="listbox" aria-label="Suggestions" className={styles.columns}>
          {suggestions.length > 0 && (
            <div role="group" aria-label="Searches" className={styles.terms}>
              {suggestions.map((one, at) => (
                <a
                  key={one.url}
                  id={`site-suggestion-${at}`}
                  role="option"
                  aria-selected={at === active}
                  href={one.url}
                  tabIndex={-1}
                >
                  <Marked text={one.text} term={found.term} />
                </a>
              ))}
            </div>
          )}
          {products.length > 0 && (
            <div role="group" aria-label="Products" className={styles.products}>
              <p className={styles.heading} aria-hidden="true">
                Products
              </p>
              {products.map((one, at) => {
                const position = suggestions.length + at
                return (
                  <a
                    key={one.sku}
                    id={`site-suggestion-${position}`}
                    role="option"
                    aria-selected={position === active}
                    href={productPath(one.uri)}
                    tabIndex={-1}
                    className={at >= tiles.small ? styles.largeOnly : undefined}
                  >
                    <img src={one.image ?? ''} alt="" width="56" height="56" />
                    <span>
                      <Marked text={one.title} term={found.term} />
                    </span>
                    {one.price !== null && <b>{formatPrice(centsOf(one.price))}</b>}
                  </a>
                )
              })}
            </div>
          )}
        </div>
      )}
      {products.length > 0 && (
        <a className={styles.all} href={searchAddress(found.term)}>
          View all products
        </a>
      )}
    </div>
  )
}

function Marked({ text, term }: { text: string; term: string }) {
  return highlightParts(text, term).map((part, at) => (part.isMatch ? <mark key={at}>{part.text}</mark> : part.text))
}
