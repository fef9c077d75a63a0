import { useNavigate } from 'react-router'
import { messagesIn, type FieldMessages, type Typed } from '../../../platform/forms/typed-form.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { PageLinks } from '../../../ui/navigation/page-links.tsx'
import {
  anyDemo,
  availabilities,
  demoPath,
  demosPath,
  demoTexts,
  readDemoQuery,
  sortDirections,
  subtypeLabels,
  typeLabels,
  type CookingDemo,
  type CookingDemoList,
  type DemoFilters,
} from '../events.ts'
import { dayText, priceText, timesText } from '../internal/when.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './demos-page.module.css'
import { useDemos } from '../internal/ui/use-demos.ts'
import { countText } from '../../../platform/text/count-text.ts'

export type DemosView = {
  readonly filters: DemoFilters
  readonly list: CookingDemoList
  readonly stores: readonly { readonly uri: string; readonly name: string }[]
  readonly brands: readonly string[]
  readonly today: string
  /** The errors of the address's filters; the default list is shown instead. */
  readonly problems: FieldMessages
}

/** Cooking demos with filters, in a form that works without script (decision events-01). */
export function DemosPage({ view }: { view: DemosView }) {
  const { status, filters, list } = useDemos(view, view.today)
  const count = list?.totalCount ?? 0
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.intro}>
        <h1>Cooking demos</h1>
        <p>See an appliance in action before you buy, or learn to cook with the one you own, in our showrooms.</p>
      </header>
      {/* A new list may have other filters than were asked for, so the fields begin anew. */}
      <Filters key={JSON.stringify(filters)} view={view} filters={filters} />
      <div className={styles.list} aria-busy={status === 'loading'}>
        <p role="status" className={styles.count}>
          {status === 'loading' && 'Loading cooking demos…'}
          {status === 'success' && (count === 0 ? demoTexts.none : countText(count, 'session'))}
        </p>
        {status === 'failure' && (
          <Notice kind="error">
            An error has occurred, please try again <a href="/cooking-demos">Reload</a>
          </Notice>
        )}
        {list !== null && list.items.length > 0 && (
          <ul className={styles.cards}>
            {list.items.map((demo) => (
              <li key={demo.id}>
                <DemoCard demo={demo} />
              </li>
            ))}
          </ul>
        )}
        {list !== null && (
          <PageLinks
            list={{ currentPage: list.pageNo + 1, totalItems: list.totalCount, itemsPerPage: list.recordsPerPage }}
            address={(page) => demosPath({ ...filters, pageNo: page - 1 })}
          />
        )}
      </div>
    </div>
  )
}

function Filters({ view, filters }: { view: DemosView; filters: DemoFilters }) {
  const navigate = useNavigate()
  const read = (typed: Typed) => readDemoQuery(typed, view.today)
  async function narrow(typed: Typed): Promise<null> {
    const query = read(typed)
    if (query.ok) await navigate(demosPath(query.value), { preventScrollReset: true })
    return null
  }
  const choice = (
    name: keyof DemoFilters,
    label: string,
    options: readonly (readonly [value: string, text: string])[],
    any?: string,
  ) => (
    <div className={styles.choice}>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={filters[name] === -1 ? '' : String(filters[name])}>
        {any !== undefined && <option value="">{any}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
  const numbered = (labels: readonly string[]) => labels.map((label, at) => [String(at), label] as const)
  // The rule names fields as a call does, the page by their labels.
  const said = (text: string | undefined) => text?.replace(/^[A-Za-z]+: m/, 'M').replace('startDate', 'the From date')
  return (
    <Form
      method="get"
      action="/cooking-demos"
      className={styles.filters}
      aria-label="Filter cooking demos"
      refused={{ typed: {}, problems: view.problems }}
      check={(typed) => messagesIn(read(typed))}
      send={narrow}
    >
      {(_typed, problems) => (
        <>
          {choice(
            'storeUri',
            'Store',
            view.stores.map(({ uri, name }) => [uri, name]),
            'All stores',
          )}
          {choice(
            'brand',
            'Brand',
            view.brands.map((brand) => [brand, brand]),
            'All brands',
          )}
          {choice('cookingDemoType', 'For whom', numbered(typeLabels), 'All')}
          {choice('cookingDemoSubEventType', 'Kind', numbered(subtypeLabels), 'All')}
          <Field
            id="startDate"
            name="startDate"
            type="date"
            label="From"
            min={view.today}
            defaultValue={filters.startDate}
            error={said(problems['startDate'])}
          />
          <Field
            id="endDate"
            name="endDate"
            type="date"
            label="To"
            min={view.today}
            defaultValue={filters.endDate}
            error={said(problems['endDate'])}
          />
          {choice('sortDirection', 'Sort', [
            [String(sortDirections.Ascending), 'Soonest first'],
            [String(sortDirections.Descending), 'Latest first'],
          ])}
          <div className={styles.buttons}>
            <SubmitButton>Show sessions</SubmitButton>
            <a href={demosPath({ ...anyDemo, startDate: view.today })}>All upcoming</a>
          </div>
        </>
      )}
    </Form>
  )
}

const availabilityTexts = {
  [availabilities.Available]: 'Seats available',
  [availabilities.WaitList]: 'Full: join the wait list',
  [availabilities.ContactStore]: 'Call the store to book',
} as const

function DemoCard({ demo }: { demo: CookingDemo }) {
  return (
    <article className={styles.card} aria-labelledby={`demo-${demo.id}`}>
      {demo.thumbnail !== null && (
        <Picture src={demo.thumbnail.src} alt={demo.thumbnail.alt} width={400} height={300} />
      )}
      <p className={styles.when}>
        <time dateTime={demo.startDateTime}>{dayText(demo)}</time>
        <span>{timesText(demo)}</span>
      </p>
      <h2 id={`demo-${demo.id}`}>
        <a href={demoPath(demo.id)}>{demo.title}</a>
      </h2>
      <p>{demo.summary}</p>
      <DemoFacts demo={demo} />
      <p className={demo.availability === availabilities.Available ? styles.free : styles.taken}>
        {availabilityTexts[demo.availability]}
      </p>
    </article>
  )
}

/** Place, kind, audience and price. */
export function DemoFacts({ demo }: { demo: CookingDemo }) {
  return (
    <ul className={styles.facts} aria-label="About the session">
      <li>{demo.storeName}</li>
      <li>{subtypeLabels[demo.cookingDemoSubEventType]}</li>
      <li>{typeLabels[demo.cookingDemoType]}</li>
      {demo.brand !== '' && <li>{demo.brand}</li>}
      <li>{priceText(demo.price)}</li>
    </ul>
  )
}
