import { useRef, useState, type ReactNode } from 'react'
import { CleanHtml } from '../../../ui/clean-html.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { InstalmentLine, Price } from '../../pricing/ui/price.tsx'
import { brandPath, isBuyable, unavailableReasonOf, unavailableText } from '../catalogue.ts'
import type { ProductView } from '../product-page.ts'
import { placeStore } from '../../geo/ui/place.ts'
import { useStore } from '../../../ui/store.ts'
import { BuyBar } from './buy-bar.tsx'
import { EnergyPanel } from './energy-panel.tsx'
import { FitCheck } from './fit-check.tsx'
import type { CardRules } from './product-card.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'
import styles from './product-page.module.css'

/** One product: pictures and buy box first, then everything there is to know in one column. */
export function ProductPage({
  view,
  rules,
  supportNumber,
  delivery,
}: {
  view: ProductView
  rules: CardRules
  supportNumber: string
  delivery: ReactNode
}) {
  const place = useStore(placeStore)
  const sections = sectionsOf(view, rules, place?.state ?? null)
  return (
    <article className={`page ${styles.product}`}>
      <Gallery view={view} />
      <div className={styles.aside}>
        <div className={styles.buy}>
          <p className={styles.brand}>
            <a href={brandPath(view.brandUri)}>{view.brand}</a>
          </p>
          <h1 className={view.title.length > 70 ? `${styles.title} ${styles.long}` : styles.title}>{view.title}</h1>
          <p className={styles.codes}>
            {view.mpn !== null && <>Model {view.mpn} · </>}SKU {view.sku}
          </p>
          {view.rating !== undefined && (
            <p className={styles.rating}>
              <Stars value={view.rating.average} of={5} label={`Rated ${view.rating.average.toFixed(1)} out of 5`} />
              {view.rating.average.toFixed(1)} <span className={styles.soft}>({view.rating.count} ratings)</span>
            </p>
          )}
          {view.condition !== undefined && <p className={styles.condition}>{view.condition}</p>}
          {view.missingParts !== undefined && <p className={styles.missing}>Missing parts: {view.missingParts}</p>}
          {view.facts.length > 0 && (
            <ul className={styles.facts}>
              {view.facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          )}
          <Variants view={view} />
          <Offer view={view} rules={rules} supportNumber={supportNumber} />
          {delivery}
        </div>
      </div>
      <nav className={styles.jump} aria-label="On this page">
        <ul>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.sections}>
        {sections.map((section) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`} className={styles.section}>
            <h2 id={`${section.id}-title`}>{section.title}</h2>
            {section.body}
          </section>
        ))}
      </div>
      <div className={styles.after}>
        <RecentlyViewed current={{ uri: view.uri, title: view.title, picture: view.picture }} />
      </div>
    </article>
  )
}

function Offer({ view, rules, supportNumber }: { view: ProductView; rules: CardRules; supportNumber: string }) {
  const reason = unavailableReasonOf(view.status)
  const form = useRef<HTMLFormElement>(null)
  if (view.price === null) {
    return (
      <p className={styles.offer}>
        <a className={styles.login} href="/account/login">
          LOG IN FOR PRICE
        </a>
      </p>
    )
  }
  return (
    <div className={styles.offer}>
      <Price price={view.price} rrp={view.rrp ?? null} rrpAsWas={rules.rrpAsWas} size="page" />
      <InstalmentLine price={view.price} limits={rules.instalments} />
      {isBuyable(view.status) ? (
        <>
          <form ref={form} method="post" action="/cart" data-add-to-cart="" className={styles.form}>
            <input type="hidden" name="sku" value={view.sku} />
            <button className="button button--wide" name="intent" value="add">
              Add to cart
            </button>
          </form>
          <BuyBar sku={view.sku} price={view.price} box={form} />
        </>
      ) : (
        <p className={styles.unavailable}>
          {reason === null ? 'Contact us for availability' : unavailableText[reason]}. Call{' '}
          <a href={`tel:${supportNumber.replaceAll(' ', '')}`}>{supportNumber}</a> and we will find you one like it.
        </p>
      )}
      {view.status === 'backOrder' && <p className={styles.soft}>This item is on back order.</p>}
    </div>
  )
}

function Variants({ view }: { view: ProductView }) {
  if (view.variants.length === 0) return null
  return (
    <div className={styles.variants}>
      <p id="variants-title">{view.variantAxis}</p>
      <ul aria-labelledby="variants-title">
        {view.variants.map((variant) => (
          <li key={variant.uri}>
            <a
              href={variant.uri}
              aria-current={variant.isThis ? 'true' : undefined}
              data-keep-scroll=""
              data-gone={isBuyable(variant.status) ? undefined : ''}
            >
              {variant.label}
              {!isBuyable(variant.status) && <span className="visually-hidden"> (not available)</span>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Gallery({ view }: { view: ProductView }) {
  const all = [
    ...view.pictures,
    ...(view.dimensions === null ? [] : [{ url: view.dimensions, alt: `Measurements of ${view.title}` }]),
  ]
  const [at, setAt] = useState(0)
  const shown = all[at] ?? all[0]
  return (
    <div className={styles.gallery}>
      <div className={styles.stage}>
        {shown !== undefined && <img src={shown.url} alt={shown.alt} width="800" height="800" fetchPriority="high" />}
      </div>
      {all.length > 1 && (
        <ul className={styles.thumbs}>
          {all.map((picture, position) => (
            <li key={picture.url}>
              <button
                type="button"
                aria-pressed={position === at}
                aria-label={`Show ${picture.alt}`}
                onClick={() => setAt(position)}
              >
                <img src={picture.url} alt="" width="72" height="72" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Section = { readonly id: string; readonly title: string; readonly body: ReactNode }

function sectionsOf(view: ProductView, rules: CardRules, state: string | null): Section[] {
  const sections: (Section | null)[] = [
    view.description === ''
      ? null
      : {
          id: 'description',
          title: 'Description',
          body: <CleanHtml html={view.description} className={styles.prose} />,
        },
    view.features.length === 0
      ? null
      : {
          id: 'features',
          title: 'Features',
          body: (
            <ul className={styles.features}>
              {view.features.map((feature) => (
                <li key={feature.title}>
                  <h3>{feature.title}</h3>
                  <p>{feature.description}</p>
                </li>
              ))}
            </ul>
          ),
        },
    view.dimensions === null && view.size === undefined
      ? null
      : {
          id: 'dimensions',
          title: 'Dimensions',
          body: (
            <>
              {view.dimensions !== null && (
                <img
                  className={styles.dimensions}
                  src={view.dimensions}
                  alt={`Width, height and depth of ${view.title}`}
                  width="800"
                  height="800"
                  loading="lazy"
                />
              )}
              {view.size !== undefined && <FitCheck size={view.size} categoryUri={view.categoryUri} />}
            </>
          ),
        },
    view.kwh === undefined || rules.tariffs === null
      ? null
      : {
          id: 'energy',
          title: 'Running costs',
          body: <EnergyPanel kwh={view.kwh} stars={view.stars} tariffs={rules.tariffs} state={state} />,
        },
    view.specifications.length === 0
      ? null
      : { id: 'specifications', title: 'Specifications', body: <Specifications view={view} /> },
    view.documents.length === 0
      ? null
      : {
          id: 'downloads',
          title: 'Downloads',
          body: (
            <ul>
              {view.documents.map((file) => (
                <li key={file.url}>
                  <a href={file.url} data-reload="">
                    {file.title}
                  </a>{' '}
                  <span className={styles.soft}>({file.sizeKb} kB)</span>
                </li>
              ))}
            </ul>
          ),
        },
  ]
  return sections.filter((section) => section !== null)
}

function Specifications({ view }: { view: ProductView }) {
  return (
    <div className={styles.tables}>
      {view.specifications.map((group) => (
        <table key={group.title}>
          <caption>{group.title}</caption>
          <tbody>
            {group.rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td>{row.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
