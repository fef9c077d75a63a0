import type { ReactNode } from 'react'
import { placeStore } from '../../geo/ui/place.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { storePath, tourPath, type OpenTime } from '../stores.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './stores.module.css'
import { countText } from '../../../platform/text/count-text.ts'

/** What a page shows of a store. The opening status is that of the day the page was made. */
export type Blurb = {
  readonly storeUri: string
  readonly name: string
  readonly address: string
  /** 'Newtown NSW 2042'. */
  readonly suburbLine: string
  readonly phone: string
  readonly phoneHref: string
  readonly directions: string
  readonly status: string
  readonly hasTour: boolean
}

export type StoresView = {
  readonly groups: readonly { readonly title: string | null; readonly stores: readonly Blurb[] }[]
  readonly filters: readonly { readonly title: string; readonly href: string; readonly selected: boolean }[]
  /** Name by storeUri of every store, shown or not: the visitor's own may be one that a filter hides. */
  readonly names: Readonly<Record<string, string>>
}

/** The stores of an app by state, and the way to change the visitor's own (STOR-01). */
export function StoresPage({ groups, filters, names }: StoresView) {
  const count = groups.reduce((sum, group) => sum + group.stores.length, 0)
  return (
    <div className={`page ${styles.page}`}>
      <h1>Stores</h1>
      <YourStore names={names} />
      {filters.length > 0 && (
        <nav aria-label="Filter stores">
          <ul className={styles.filters} data-keep-scroll="">
            {filters.map((filter) => (
              <li key={filter.title}>
                <a href={filter.href} aria-current={filter.selected ? 'true' : undefined} rel="nofollow">
                  {filter.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p role="status" className={styles.count}>
        {count === 0 ? 'No stores match these filters.' : countText(count, 'store')}
        {filters.some((filter) => filter.selected) && (
          <>
            {' '}
            <a href="/stores">Show all stores</a>
          </>
        )}
      </p>
      {groups.map(({ title, stores }) => (
        <section key={title} aria-label={title ?? 'Stores'}>
          {title !== null && <h2>{title}</h2>}
          <ul className={styles.stores}>
            {stores.map((store) => (
              <li key={store.storeUri}>
                <article aria-label={store.name}>
                  <StoreBlurb
                    store={store}
                    title={
                      <h3>
                        <a href={storePath(store.storeUri)}>{store.name}</a>
                      </h3>
                    }
                  />
                </article>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Where a store is, when it is open today and how to get there (STOR-04). */
export function StoreBlurb({ store, title }: { store: Blurb; title: ReactNode }) {
  return (
    <div className={styles.blurb}>
      {title}
      <p>
        {store.address}
        <br />
        {store.suburbLine}
      </p>
      <p className={styles.status}>{store.status}</p>
      <p className={styles.links}>
        <a href={store.phoneHref}>{store.phone}</a>
        <a href={store.directions} target="_blank" rel="noopener">
          Get Directions<span className="visually-hidden"> to {store.name}, opens in a new tab</span>
        </a>
        {store.hasTour && (
          <a href={tourPath(store.storeUri)}>
            Virtual tour<span className="visually-hidden"> of {store.name}</span>
          </a>
        )}
      </p>
      <ChooseStore storeUri={store.storeUri} name={store.name} />
    </div>
  )
}

/** Makes a store the visitor's own: a plain form, so the page that follows asks anew where the visitor is (decision stores-04). */
function ChooseStore({ storeUri, name }: { storeUri: string; name: string }) {
  const isChosen = useStore(placeStore)?.storeUri === storeUri
  if (isChosen) return <p className={styles.chosen}>Your Store</p>
  return (
    <form method="post" action={storePath(storeUri)}>
      <button type="submit" className="button button--quiet">
        Make this my store<span className="visually-hidden">: {name}</span>
      </button>
    </form>
  )
}

/** Known to the browser only, once it has asked; the page itself is the same for everyone. */
function YourStore({ names }: { names: StoresView['names'] }) {
  const place = useStore(placeStore)
  const name = place === null || place.storeUri === null ? undefined : names[place.storeUri]
  return (
    <p className={styles.yours}>
      {place !== null && name === undefined && 'No store selected'}
      {place !== null && name !== undefined && (
        <>
          Your Store: <a href={storePath(place.storeUri ?? '')}>{name}</a>
        </>
      )}
    </p>
  )
}

export type StoreView = {
  readonly blurb: Blurb
  readonly description: string
  readonly email: string | null
  /** Where a call by video is asked for; null where there is none. */
  readonly videoCall: string | null
  readonly picture: string | null
  readonly days: readonly (Pick<OpenTime, 'day'> & { readonly text: string; readonly isToday: boolean })[]
  readonly isAppointmentOnly: boolean
}

/** One store (STOR-02). */
export function StorePage({ view, notice }: { view: StoreView; notice: ReactNode }) {
  const { blurb, description, email, videoCall, picture, days, isAppointmentOnly } = view
  return (
    <div className={`page ${styles.page}`}>
      <h1>{blurb.name}</h1>
      {notice}
      <div className={styles.columns}>
        <div className={styles.side}>
          <StoreBlurb store={blurb} title={<h2>Visit us</h2>} />
          {email !== null && (
            <p>
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          )}
          {videoCall !== null && (
            <p>
              <a className="button button--quiet" href={videoCall}>
                Video call with an expert
              </a>
            </p>
          )}
        </div>
        <div className={styles.side}>
          <h2>Opening hours</h2>
          {isAppointmentOnly && <p>By appointment, within these hours. Please call first.</p>}
          <table className={styles.hours}>
            <caption className="visually-hidden">Opening hours by day</caption>
            <tbody>
              {days.map(({ day, text, isToday }) => (
                <tr key={day} aria-current={isToday ? 'date' : undefined}>
                  <th scope="row">{day}</th>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className={styles.about}>
          {picture !== null && <Picture src={picture} alt="" width={960} height={540} loading="eager" />}
          {description !== '' && <p>{description}</p>}
        </div>
      </div>
    </div>
  )
}
