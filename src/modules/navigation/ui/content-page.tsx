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
import type { ShownBlock } from '../page-blocks.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './content-page.module.css'

type Block = ShownBlock<Card, Promotion>

export type ContentPageProps = {
  readonly title: string
  /** Markup of the banner, with the page's heading in it; null where there is none. */
  readonly masthead: string | null
  readonly blocks: readonly Block[]
  readonly today: Day
  readonly rules: CardRules
}

/** A page put together from blocks: home, landing pages and articles (decision content-01). */
export function ContentPage({ title, masthead, blocks, today, rules }: ContentPageProps) {
  const cards = blocks.flatMap((block) => (block.type === 'products' ? block.products : []))
  const place = useStore(placeStore)
  const estimates = useEstimates(cards.map((card) => card.sku))
  return (
    <>
      {masthead === null ? (
        <div className={`page ${styles.section}`}>
          <h1>{title}</h1>
        </div>
      ) : (
        <CleanHtml html={masthead} />
      )}
      {blocks.map((block, at) => {
        const id = `block-${at}`
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

function Inside({ block, today, children }: { block: Block; today: Day; children: (card: Card) => React.ReactNode }) {
  switch (block.type) {
    case 'html':
      return <CleanHtml html={block.body} className={styles.text} />
    case 'tiles':
      return (
        <ul className={styles.tiles}>
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
