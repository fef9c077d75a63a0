import { storePath, suburbLine, tourPath, type Store } from '../../stores/stores.ts'
import { telephone } from '../site.ts'

/** A cooking demo that can still be joined, as showrooms announce it. */
export type ComingDemo = {
  readonly title: string
  readonly href: string
  readonly when: string
  readonly where: string
}

type Announced = { readonly title: string; readonly text: string | null; readonly stores: readonly Store[] }

/** What a block without script is told of its page. */
export type Surroundings = {
  /** Of the heading. */
  readonly id: string
  /** Whether the block opens the page: its heading is the page's, and its picture is waited for. */
  readonly opens: boolean
  readonly hidesPrices: boolean
  readonly demos: readonly ComingDemo[]
}

/** The heading of a block: of the whole page where the block opens it. */
export function Heading({ id, opens, children }: Pick<Surroundings, 'id' | 'opens'> & { readonly children: string }) {
  const Level = opens ? 'h1' : 'h2'
  return <Level id={id}>{children}</Level>
}

/** Showrooms to visit, and the cooking demos there. */
export function Showrooms({ block, id, opens, demos }: Surroundings & { readonly block: Announced }) {
  const Level = opens ? 'h2' : 'h3'
  return (
    <section className="composed composed-showrooms" aria-labelledby={id}>
      <div className="page composed-words">
        <Heading id={id} opens={opens}>
          {block.title}
        </Heading>
        {block.text !== null && <p className="composed-text">{block.text}</p>}
      </div>
      <div className="page showrooms" data-demos={demos.length > 0 ? '' : undefined}>
        <ul className="showrooms-stores">
          {block.stores.map((store) => (
            <li key={store.storeUri}>
              <Level>
                <a href={storePath(store.storeUri)}>{store.name}</a>
              </Level>
              <p>
                {store.address}
                <br />
                {suburbLine(store)}
              </p>
              <p className="showrooms-ways">
                <a href={telephone(store.phone)}>
                  {store.isAppointmentOnly ? 'Call to book an appointment' : 'Call to book a visit'}
                  <span className="visually-hidden">{` at ${store.name}`}</span>
                </a>
                {store.virtualTourId !== null && (
                  <a href={tourPath(store.storeUri)}>
                    Walk through<span className="visually-hidden">{` ${store.name}`}</span>
                  </a>
                )}
              </p>
            </li>
          ))}
        </ul>
        {demos.length > 0 && (
          <div className="showrooms-demos">
            <Level>Cooking demos with free seats</Level>
            <ul>
              {demos.map((demo) => (
                <li key={demo.href}>
                  <a href={demo.href}>
                    <small>{demo.when}</small>
                    <b>{demo.title}</b>
                    <span>{demo.where}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <p className="page composed-links">
        <a href="/stores">All showrooms and hours</a>
        {demos.length > 0 && <a href="/cooking-demos">All cooking demos</a>}
      </p>
    </section>
  )
}
