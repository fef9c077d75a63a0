import type { ReactNode } from 'react'
import type { Section } from '../office.ts'

/** What every page of the back office has around it: where else to go, a search over everything, who is at work. */

export type Place = { readonly title: string; readonly href: string; readonly section: Section | 'Start' }

export function OfficeFrame({
  title,
  places,
  here,
  who,
  shop,
  search = '',
  children,
}: {
  title: string
  places: readonly Place[]
  here: string
  who: string
  shop: string
  search?: string
  children: ReactNode
}) {
  const bySection = Map.groupBy(places, (place) => place.section)
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="top">
        <a className="menu-link" href="#menu">
          Menu
        </a>
        <a className="mark" href="/office">
          Back office
        </a>
        <form action="/office/find" role="search" className="find">
          <label className="hidden" htmlFor="find">
            Find an order, a product or a customer
          </label>
          <input
            id="find"
            name="q"
            type="search"
            defaultValue={search}
            maxLength={100}
            placeholder="Order number, SKU, e-mail …"
          />
          <button className="button quiet" type="submit">
            Find
          </button>
        </form>
        <p className="who">
          {who} <span className="soft">{shop}</span>
        </p>
      </header>
      <div className="page">
        <nav id="menu" className="side" aria-label="Back office">
          <a className="close-menu" href="#content">
            Close menu
          </a>
          {Array.from(bySection, ([section, own]) => (
            <div key={section}>
              {section !== 'Start' && <h2>{section}</h2>}
              <ul>
                {own.map((place) => (
                  <li key={place.href}>
                    <a href={place.href} aria-current={place.href === here ? 'page' : undefined}>
                      {place.title}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <main id="content" tabIndex={-1}>
          {title !== '' && <h1>{title}</h1>}
          {children}
        </main>
      </div>
    </>
  )
}

export function Notice({ kind = 'done', children }: { kind?: 'done' | 'wrong'; children: ReactNode }) {
  return (
    <div className={kind === 'wrong' ? 'notice wrong' : 'notice'} role={kind === 'wrong' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

/** What was done, with a way to take it back where there is one. */
export function DoneNotice({
  notice,
  action,
}: {
  notice: { readonly text: string; readonly undo: number | null } | null
  action: string
}) {
  if (notice === null) return null
  return (
    <Notice>
      <p>{notice.text}</p>
      {notice.undo !== null && (
        <form method="post" action={action}>
          <input type="hidden" name="act" value="undo" />
          <button className="button quiet small" name="entry" value={notice.undo} type="submit">
            Undo
          </button>
        </form>
      )}
    </Notice>
  )
}

/** A table that may be wider than the screen: it scrolls by itself, by keyboard too. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="scroll" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
