import type { CSSProperties, ReactNode } from 'react'
import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import type { Day } from '../../../platform/calendar.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { brandPath } from '../../catalogue/catalogue.ts'
import type { Card, CardRules } from '../../catalogue/product/card.ts'
import { ProductCard } from '../../catalogue/ui/product-card.tsx'
import { RecentlyViewed } from '../../catalogue/ui/recently-viewed.tsx'
import '../../content/ui/landing-banner.css'
import { useEstimates } from '../../delivery/ui/estimates.ts'
import { placeStore } from '../../geo/ui/place.ts'
import type { Promotion } from '../../promotions/promotions.ts'
import { PromotionPanel } from '../../promotions/ui/promotion-panel.tsx'
import { SaleBannerLink } from '../../promotions/ui/sale-banner.tsx'
import { tileColumns } from '../internal/tile-columns.ts'
import type { CheckedProduct, ShownBlock } from '../page-blocks.ts'
import type { StaticBlock } from './composition.server.tsx'
import './composition/fit.css'
import './composition/composition.css'
import './composition/shop.css'
import { DeliveryCheck } from './delivery-check.tsx'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './content-page.module.css'

type Shown = ShownBlock<Card, Promotion>

/** A block as the page needs it: what has no script is markup. */
export type PageBlock =
  | Exclude<Shown, StaticBlock | { readonly type: 'delivery' | 'deals' }>
  | { readonly type: 'made'; readonly html: string }
  | (Omit<Extract<Shown, { readonly type: 'delivery' }>, 'product'> & { readonly product: CheckedProduct })
  | {
      readonly type: 'deals'
      readonly title: string
      readonly products: readonly Card[]
      /** 'Summer Cool Down', and until when it lasts: an instant and its words. */
      readonly sale: {
        readonly name: string
        readonly uri: string
        readonly ends: { readonly at: string; readonly text: string } | null
      } | null
      /** By SKU. */
      readonly offers: Readonly<Record<string, { readonly uri: string; readonly title: string; readonly ends: string }>>
    }

export type ContentPageProps = {
  readonly title: string
  /** Markup of the banner, with the page's heading in it; null where there is none. */
  readonly masthead: string | null
  readonly blocks: readonly PageBlock[]
  readonly today: Day
  readonly rules: CardRules
}

/** A page put together from blocks: home, landing pages and articles (decision content-01). */
export function ContentPage({ title, masthead, blocks, today, rules }: ContentPageProps) {
  const cards = blocks.flatMap((block) => ('products' in block ? block.products : []))
  const place = useStore(placeStore)
  const estimates = useEstimates(cards.map((card) => card.sku))
  return (
    <>
      {masthead !== null ? (
        <CleanHtml html={masthead} />
      ) : opensPage(blocks[0]) ? null : (
        <div className={`page ${styles.section}`}>
          <h1>{title}</h1>
        </div>
      )}
      {blocks.map((block, at) => {
        const id = `block-${at}`
        if (block.type === 'made') return <CleanHtml key={id} html={block.html} />
        if (block.type === 'delivery')
          return <DeliveryCheck key={id} id={id} block={block} opens={at === 0 && masthead === null} />
        return (
          <section key={id} className={`page ${styles.section}`} aria-labelledby={'title' in block ? id : undefined}>
            {'title' in block && <h2 id={id}>{block.title}</h2>}
            <Inside block={block} today={today}>
              {(card) => (
                <ProductCard
                  key={card.sku}
                  card={card}
                  rules={rules}
                  state={place?.state ?? null}
                  space={null}
                  delivery={estimates[card.sku] ?? null}
                  eager={false}
                />
              )}
            </Inside>
          </section>
        )
      })}
    </>
  )
}

/** Whether a block has the page's heading where there is no masthead. */
const opensPage = (block: PageBlock | undefined): boolean => block?.type === 'made' || block?.type === 'delivery'

function Inside({
  block,
  today,
  children,
}: {
  block: Exclude<PageBlock, { readonly type: 'made' | 'delivery' }>
  today: Day
  children: (card: Card) => ReactNode
}) {
  switch (block.type) {
    case 'deals':
      return <Deals block={block}>{children}</Deals>
    case 'html':
      return <CleanHtml html={block.body} className={styles.text} />
    case 'tiles':
      return <Tiles block={block} />
    case 'products':
      return (
        <>
          <div className={styles.cards}>{block.products.map(children)}</div>
          {block.more !== null && (
            <p className={styles.more}>
              <a className="button button--quiet" href={block.more.uri}>
                {block.more.title}
              </a>
            </p>
          )}
        </>
      )
    case 'promotions':
      return (
        <div className={styles.promotions}>
          {block.promotions.map((one) => (
            <PromotionPanel key={one.path} promotion={one} today={today} heading="h3" />
          ))}
        </div>
      )
    case 'saleSlot':
      return <SaleBannerLink banner={block.banner} shape={block.slot === 'tallBanner' ? 'tall' : 'wide'} />
    case 'recentlyViewed':
      return <RecentlyViewed current={null} />
    case 'brands':
      return (
        <ul className={styles.brands}>
          {block.brands.map((brand) => (
            <li key={brand.uri}>
              <a href={brandPath(brand.uri)}>{brand.title}</a>
            </li>
          ))}
          <li>
            <a href="/brands">All brands</a>
          </li>
        </ul>
      )
  }
}

type Of<Type extends PageBlock['type']> = Extract<PageBlock, { readonly type: Type }>

function Deals({ block, children }: { block: Of<'deals'>; children: (card: Card) => ReactNode }) {
  return (
    <>
      {block.sale !== null && (
        <p className={styles.sale}>
          <a href={block.sale.uri}>{block.sale.name}</a>
          {block.sale.ends !== null && (
            <>
              {' ends '}
              <time dateTime={block.sale.ends.at}>{block.sale.ends.text}</time>
            </>
          )}
        </p>
      )}
      <div className={styles.deals}>
        {block.products.map((card) => {
          const offer = block.offers[card.sku]
          return (
            <div key={card.sku}>
              {children(card)}
              {offer !== undefined && (
                <p className={styles.offer}>
                  <a href={offer.uri}>{offer.title}</a> until {offer.ends}
                </p>
              )}
            </div>
          )
        })}
      </div>
    </>
  )
}

function Tiles({ block }: { block: Of<'tiles'> }) {
  const { wide, medium, small, phone, isFirstWide } = tileColumns(block.tiles.length + (block.offers === null ? 0 : 1))
  const columns = {
    '--tiles-wide': wide,
    '--tiles-medium': medium,
    '--tiles-small': small,
    '--tiles-phone': phone,
  } as CSSProperties
  return (
    <ul className={styles.tiles} style={columns} data-wide-first={isFirstWide ? '' : undefined}>
      {block.offers !== null && (
        <li className={styles.offers}>
          <a href={block.offers.url}>
            <Picture src={block.offers.src} alt="" width={220} height={220} />
            <span>
              {block.offers.title}
              <small>{block.offers.subtext}</small>
            </span>
          </a>
        </li>
      )}
      {block.tiles.map(({ title, subtext, uri, image, badge }) => (
        <li key={uri}>
          <a href={uri}>
            {image !== null && <Picture src={image.src} alt={image.alt} width={220} height={220} />}
            <span>
              {title}
              {subtext !== null && <small>{subtext}</small>}
              {badge !== null && (
                <Picture className={styles.badge} src={badge.src} alt={badge.title} height={24} widest={160} />
              )}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
