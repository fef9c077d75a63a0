import { VolumePrices } from '../../pricing/ui/volume-prices.tsx'
import type { VolumePrice } from '../../pricing/volume-price.ts'
import { promotionPath } from '../promotions.ts'
import type { SaleBanner } from '../sale.ts'
import { Picture } from '../../../ui/display/picture.tsx'

/** A promotion where there is room for a line: what it gives, and until when. */
export type OfferLine = {
  readonly path: string
  readonly title: string
  readonly ends: string | null
  /** Shown in a panel only. */
  readonly picture: string | null
}

export type ProductOffersProps = {
  readonly offers: readonly OfferLine[]
  /** Panels with pictures, else a plain list (NewPromotionsEnabled, decision platform-20). */
  readonly asPanels: boolean
  /** What the sale says of a product below its recommended price: a tag, and a line with words. */
  readonly tag: SaleBanner | null
  readonly urgency: SaleBanner | null
  /** What one costs from so many on; empty where prices are for members only. */
  readonly volume: readonly VolumePrice[]
  /** What members of the Deals Club pay for one, and where somebody joins; null where there is no such price. */
  readonly club: { readonly price: string; readonly joinHref: string } | null
  /** Where a quote of it is made; null where none is. */
  readonly quoteHref: string | null
}

/**
 * What makes a product cheaper or better for a while, under its price. Script never takes it over, as it is links and nothing else; so the
 * product's page, which does have a file of styles in the browser, says how it looks.
 */
export function ProductOffers({ offers, asPanels, tag, urgency, volume, club, quoteHref }: ProductOffersProps) {
  return (
    <>
      <VolumePrices prices={volume} />
      {tag !== null && (
        <a href={tag.url}>
          <Picture src={tag.src} alt={tag.title} height={28} widest={160} />
        </a>
      )}
      {(offers.length > 0 || urgency !== null) && (
        <ul aria-label="Offers" data-panels={asPanels ? '' : undefined}>
          {urgency !== null && (
            <li>
              <Picture src={urgency.src} alt="" width={24} height={24} />
              <a href={urgency.url}>{urgency.title}</a>
              {urgency.subtext !== '' && <small>{urgency.subtext}</small>}
            </li>
          )}
          {offers.map(({ path, title, ends, picture }) => (
            <li key={path}>
              {asPanels && picture !== null && <Picture src={picture} alt="" width={64} height={48} />}
              <a href={promotionPath(path)}>{title}</a>
              {ends !== null && <small>{ends}</small>}
            </li>
          ))}
        </ul>
      )}
      {club !== null && (
        <p>
          Deals Club price <b>{club.price}</b>{' '}
          <a href={club.joinHref} rel="nofollow">
            Join the Deals Club
          </a>
        </p>
      )}
      {quoteHref !== null && (
        <a href={quoteHref} rel="nofollow">
          Get a quote
        </a>
      )}
    </>
  )
}
