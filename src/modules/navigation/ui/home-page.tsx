import { useStore } from '../../../ui/store.ts'
import { brandPath } from '../../catalogue/catalogue.ts'
import type { Card, CardRules } from '../../catalogue/card.ts'
import { ProductCard } from '../../catalogue/ui/product-card.tsx'
import { RecentlyViewed } from '../../catalogue/ui/recently-viewed.tsx'
import type { SaleBanner } from '../../promotions/sale.ts'
import { SaleBannerLink } from '../../promotions/ui/sale-banner.tsx'
import { deliveryConditions } from '../../pricing/pricing.ts'
import { useEstimates } from '../../delivery/ui/estimates.ts'
import { placeStore } from '../../geo/ui/place.ts'
import styles from './home-page.module.css'

export type HomePageProps = {
  readonly tagline: string
  readonly freeDeliveryText: string
  readonly categories: readonly {
    readonly title: string
    readonly href: string
    readonly picture: string
    /** The sale's mark, where something is below its recommended price. */
    readonly badge: SaleBanner | null
  }[]
  /** The sale's places on this page, while one is on. */
  readonly sale: {
    readonly banner: SaleBanner | null
    readonly tall: SaleBanner | null
    readonly offers: SaleBanner | null
  }
  readonly savings: readonly Card[]
  readonly newest: readonly Card[]
  readonly brands: readonly { readonly title: string; readonly uri: string }[]
  readonly rules: CardRules
}

export function HomePage(props: HomePageProps) {
  const { tagline, freeDeliveryText, categories, sale, savings, newest, brands, rules } = props
  const place = useStore(placeStore)
  const estimates = useEstimates([...savings, ...newest].map((card) => card.sku))

  const [first, second, third] = categories
  const row = (cards: readonly Card[]) => (
    <div className={styles.cards}>
      {cards.map((card) => (
        <ProductCard
          key={card.sku}
          card={card}
          rules={rules}
          state={place?.state ?? null}
          space={null}
          delivery={estimates[card.sku] ?? null}
          eager={false}
        />
      ))}
    </div>
  )
  return (
    <>
      <section className={styles.masthead}>
        <div className={`page ${styles.mastheadRow}`}>
          <div className={styles.words}>
            <h1>{tagline}</h1>
            <p>
              {freeDeliveryText} <a href={deliveryConditions.href}>{deliveryConditions.text}</a> on most orders to
              metropolitan postcodes. Pick the day that suits you and see its price before you pay.
            </p>
            {first !== undefined && (
              <p className={styles.calls}>
                <a className="button" href={first.href}>
                  Shop {first.title.toLowerCase()}
                </a>
                <a className="button button--quiet" href="/products">
                  See everything
                </a>
              </p>
            )}
          </div>
          <ul className={styles.stage} aria-hidden="true">
            {[first, second, third].map(
              (one) =>
                one !== undefined && (
                  <li key={one.href}>
                    <img src={one.picture} alt="" width="420" height="420" fetchPriority="high" />
                  </li>
                ),
            )}
          </ul>
        </div>
      </section>
      <section className={`page ${styles.section}`} aria-labelledby="home-categories">
        <h2 id="home-categories">What are you after?</h2>
        <ul className={styles.tiles}>
          {sale.offers !== null && (
            <li className={styles.offers}>
              <a href={sale.offers.url}>
                <img src={sale.offers.src} alt="" width="220" height="220" />
                <span>
                  {sale.offers.title}
                  <small>{sale.offers.subtext}</small>
                </span>
              </a>
            </li>
          )}
          {categories.map((category) => (
            <li key={category.href}>
              <a href={category.href}>
                <img src={category.picture} alt="" width="220" height="220" loading="lazy" />
                <span>
                  {category.title}
                  {category.badge !== null && (
                    <img className={styles.badge} src={category.badge.src} alt={category.badge.title} height="24" />
                  )}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      {sale.banner !== null && (
        <div className={`page ${styles.section}`}>
          <SaleBannerLink banner={sale.banner} shape="wide" />
        </div>
      )}
      {savings.length > 0 && (
        <section className={`page ${styles.section}`} aria-labelledby="home-savings">
          <h2 id="home-savings">Below recommended price</h2>
          {row(savings)}
          <p>
            <a className="button button--quiet" href="/sale">
              See all that is below recommended price
            </a>
          </p>
        </section>
      )}
      {newest.length > 0 && (
        <section className={`page ${styles.section}`} aria-labelledby="home-new">
          <h2 id="home-new">New arrivals</h2>
          {row(newest)}
        </section>
      )}
      <div className={`page ${styles.section}`}>
        <RecentlyViewed current={null} />
      </div>
      {sale.tall !== null && (
        <div className={`page ${styles.section}`}>
          <SaleBannerLink banner={sale.tall} shape="tall" />
        </div>
      )}
      <section className={`page ${styles.section}`} aria-labelledby="home-brands">
        <h2 id="home-brands">Brands</h2>
        <ul className={styles.brands}>
          {brands.map((brand) => (
            <li key={brand.uri}>
              <a href={brandPath(brand.uri)}>{brand.title}</a>
            </li>
          ))}
          <li>
            <a href="/brands">All brands</a>
          </li>
        </ul>
      </section>
    </>
  )
}
