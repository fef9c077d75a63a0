import { lazy, Suspense, useState } from 'react'
import { useStore } from '../../../ui/browser/store.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import type { StoredBlock } from '../../content/page-document.ts'
import { placeStore } from '../../geo/ui/place.ts'
import type { CheckedProduct } from '../page-blocks.ts'

const LiveCheck = lazy(() => import('../internal/ui/live-delivery-check.tsx'))

/** Asks for a suburb and answers with the next delivery days. What answers is fetched on first use, or where a place is known. */
export function DeliveryCheck({
  id,
  block: { title, text, picture, product },
  opens,
}: {
  readonly id: string
  readonly block: Omit<Extract<StoredBlock, { readonly type: 'delivery' }>, 'type'> & {
    readonly product: CheckedProduct
  }
  readonly opens: boolean
}) {
  const isKnown = (useStore(placeStore)?.localityId ?? null) !== null
  const [isUsed, setIsUsed] = useState(false)
  const [typed, setTyped] = useState('')
  const Level = opens ? 'h1' : 'h2'
  const still = (
    <form className="check-form" action="/s/delivery-information">
      <label htmlFor={`${id}-suburb`}>Suburb or postcode</label>
      <input
        id={`${id}-suburb`}
        type="text"
        autoComplete="postal-code"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={() => setIsUsed(true)}
      />
      <button className="button">Check delivery</button>
    </form>
  )
  return (
    <section
      className="composed composed-delivery"
      data-opens={opens ? '' : undefined}
      data-pictured={opens && picture !== null ? '' : undefined}
      aria-labelledby={id}
    >
      {opens && picture !== null && (
        <Picture
          className="composed-picture"
          src={picture.src}
          alt={picture.alt}
          sizes="(min-width: 975px) 56vw, 100vw"
          widest={900}
          loading="eager"
          fetchPriority="high"
        />
      )}
      <div className="page composed-words">
        <Level id={id}>{title}</Level>
        {text !== null && <p className="composed-text">{text}</p>}
        <div className="check">
          {isUsed || isKnown ? (
            <Suspense fallback={still}>
              <LiveCheck product={product} typed={typed} takesFocus={isUsed} />
            </Suspense>
          ) : (
            still
          )}
        </div>
      </div>
    </section>
  )
}
