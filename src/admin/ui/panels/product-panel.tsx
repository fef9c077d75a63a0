import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { PriceChange } from '../../../modules/pricing/price-history.ts'
import { salesDays, type PanelMessage, type Project } from '../../../modules/staff/staff.ts'
import { plainDay, type Day } from '../../../platform/calendar.ts'
import { SubmitButton } from '../controls/button.tsx'
import { money } from './money.ts'
import { Field, formOf, TextField, useAnswerCount, type RejectedForm } from './panel-form.tsx'
import { PanelLayout } from './panel-layout.tsx'
import { usePanelMessages } from './panel-root.tsx'
import styles from './panel.module.css'
import { countText } from '../../../platform/text/count-text.ts'

export type ShownFacts = {
  readonly sku: string
  readonly title: string
  readonly brand: string
  readonly isSuperseded: boolean
  readonly price: number | null
  readonly rrp: number | null
  readonly isMakersPrice: boolean
  readonly lineDiscount: number
  readonly cost: number | null
  readonly margin: { readonly cents: number; readonly percent: number } | null
  readonly sold: { readonly units: number; readonly orders: number }
  /** The discount limit of this member in percent; null for staff who do not sell. */
  readonly discountPercent: number | null
  readonly stock: readonly {
    readonly code: string
    readonly title: string
    readonly quantity: number
    readonly incoming: { readonly quantity: number; readonly arrivesOn: Day } | null
  }[]
  readonly competitors: readonly {
    readonly id: string
    readonly competitor: string
    readonly url: string
    readonly price: number
    readonly by: string
    readonly on: Day
  }[]
  readonly notes: readonly { readonly id: string; readonly text: string; readonly by: string; readonly on: Day }[]
  readonly priceChanges: readonly PriceChange[]
}

type OpenProject = Pick<Project, 'id' | 'name' | 'customerName'>

/** Everything about a product, for a salesperson with a customer. */
export function ProductPanel({
  facts,
  salesperson,
  projects,
  canSetCost,
  notice,
  messages,
  form,
}: {
  facts: ShownFacts
  salesperson: string | null
  /** Open ones that it can be put into. */
  projects: readonly OpenProject[]
  canSetCost: boolean
  notice: string | null
  messages: readonly PanelMessage[]
  form: RejectedForm | null
}) {
  usePanelMessages(messages)
  const action = `/panel/product?sku=${encodeURIComponent(facts.sku)}`
  const ofForm = { form, action }
  return (
    <PanelLayout
      key={useAnswerCount(form)}
      title={facts.title}
      where="product"
      salesperson={salesperson}
      notice={notice}
      form={form}
    >
      <p className={styles['soft']}>{`${facts.brand} · ${facts.sku}${facts.isSuperseded ? ' · superseded' : ''}`}</p>
      <Figures facts={facts} />
      <Form method="post" action={action} className={styles['inline']}>
        <input type="hidden" name="intent" value="cart" />
        <Field
          label="Quantity"
          name="quantity"
          type="number"
          min={1}
          max={99}
          value="1"
          form={formOf(form, 'cart')}
          required
        />
        <SubmitButton>Add to cart</SubmitButton>
      </Form>
      {projects.length > 0 && <AddToProject {...ofForm} projects={projects} />}
      <h2>Stock</h2>
      <Stock stock={facts.stock} />
      <h2>Competitors</h2>
      <Competitors {...ofForm} competitors={facts.competitors} />
      <h2>Notes</h2>
      <Notes {...ofForm} notes={facts.notes} />
      <h2>Prices in the last 12 months</h2>
      <Prices changes={facts.priceChanges} />
      {canSetCost && (
        <IntentForm {...ofForm} intent="cost" title="Change cost" button="Save cost">
          <Field
            label="Cost excluding GST"
            name="cost"
            inputMode="decimal"
            value={facts.cost === null ? '' : (facts.cost / 100).toFixed(2)}
            hint="Leave empty if not known."
            form={formOf(form, 'cost')}
          />
        </IntentForm>
      )}
    </PanelLayout>
  )
}

function Figures({ facts }: { facts: ShownFacts }) {
  const { price, rrp, cost, margin, sold, discountPercent, lineDiscount, isMakersPrice } = facts
  const figures: readonly (readonly [string, string] | null)[] = [
    ['Price', price === null ? 'Call for price' : money(price)],
    ['RRP', rrp === null ? 'None' : money(rrp)],
    ['Price type', isMakersPrice ? "Manufacturer's price" : 'Our price'],
    lineDiscount > 0 ? ['Line discount', money(lineDiscount)] : null,
    ['Cost excluding GST', cost === null ? 'Not recorded' : money(cost)],
    ['Margin', margin === null ? 'Unknown' : `${money(margin.cents)} (${margin.percent.toFixed(1)}\u00a0%)`],
    [`Sold in ${salesDays} days`, `${sold.units} in ${countText(sold.orders, 'order')}`],
    discountPercent === null ? null : ['Maximum discount', isMakersPrice ? 'None' : `${discountPercent} %`],
  ]
  return (
    <dl className={styles['figures']}>
      {figures.map(
        (figure) =>
          figure !== null && (
            <div key={figure[0]}>
              <dt>{figure[0]}</dt>
              <dd>{figure[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

type OfForm = { readonly form: RejectedForm | null; readonly action: string }

/** A form that opens by its title, and stays open when it is rejected. */
function IntentForm({
  intent,
  title,
  button,
  form,
  action,
  children,
}: OfForm & { intent: string; title: string; button: string; children: ReactNode }) {
  return (
    <details open={formOf(form, intent) !== null}>
      <summary>{title}</summary>
      <Form method="post" action={action}>
        <input type="hidden" name="intent" value={intent} />
        {children}
        <SubmitButton look="quiet">{button}</SubmitButton>
      </Form>
    </details>
  )
}

function AddToProject({ projects, form, action }: OfForm & { projects: readonly OpenProject[] }) {
  const own = formOf(form, 'project')
  return (
    <IntentForm intent="project" title="Add to a project" button="Add to project" form={form} action={action}>
      <div className={styles['field']}>
        <label htmlFor="field-project">Project</label>
        <select id="field-project" name="project" defaultValue={own?.values['project']}>
          {projects.map(({ id, name, customerName }) => (
            <option key={id} value={id}>
              {customerName === '' ? name : `${name}, ${customerName}`}
            </option>
          ))}
        </select>
      </div>
      <Field label="Room" name="room" maxLength={60} form={own} />
      <Field label="Quantity" name="pieces" type="number" min={1} max={99} value="1" form={own} />
    </IntentForm>
  )
}

function Stock({ stock }: Pick<ShownFacts, 'stock'>) {
  return (
    <div className={styles['scroll']} role="region" aria-label="Stock by warehouse" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Warehouse</th>
            <th scope="col">Available</th>
            <th scope="col">Next arrival</th>
          </tr>
        </thead>
        <tbody>
          {stock.map(({ code, title, quantity, incoming }) => (
            <tr key={code}>
              <th scope="row">{title}</th>
              <td>{quantity}</td>
              <td>{incoming === null ? 'None' : `${incoming.quantity} on ${plainDay(incoming.arrivesOn)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Competitors({ competitors, form, action }: OfForm & Pick<ShownFacts, 'competitors'>) {
  const own = formOf(form, 'competitor')
  return (
    <>
      {competitors.length === 0 && <p className={styles['soft']}>No competitor prices yet.</p>}
      <ul className={styles['entries']}>
        {competitors.map((one) => (
          <li key={one.id}>
            <strong>{money(one.price)}</strong>{' '}
            <a href={one.url} target="_blank" rel="noopener noreferrer nofollow">
              {one.competitor}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
            <small>{`${one.by}, ${plainDay(one.on)}`}</small>
          </li>
        ))}
      </ul>
      <IntentForm intent="competitor" title="Add a price" button="Save price" form={form} action={action}>
        <Field label="Competitor" name="competitor" maxLength={80} form={own} required />
        <Field label="Link to the offer" name="url" type="url" maxLength={500} form={own} required />
        <Field label="Their price" name="price" inputMode="decimal" form={own} required />
      </IntentForm>
    </>
  )
}

function Notes({ notes, form, action }: OfForm & Pick<ShownFacts, 'notes'>) {
  return (
    <>
      {notes.length === 0 && <p className={styles['soft']}>No notes yet.</p>}
      <ul className={styles['entries']}>
        {notes.map((one) => (
          <li key={one.id}>
            <p className={styles['typed']}>{one.text}</p>
            <small>{`${one.by}, ${plainDay(one.on)}`}</small>
          </li>
        ))}
      </ul>
      <IntentForm intent="note" title="Add a note" button="Save note" form={form} action={action}>
        <TextField label="Note" name="text" maxLength={2_000} form={formOf(form, 'note')} />
      </IntentForm>
    </>
  )
}

function Prices({ changes }: { changes: readonly PriceChange[] }) {
  if (changes.length === 0) return <p className={styles['soft']}>The price has not changed.</p>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">Price</th>
          <th scope="col">RRP</th>
        </tr>
      </thead>
      <tbody>
        {changes.toReversed().map((one, at) => (
          <tr key={`${one.day} ${at}`}>
            <th scope="row">{plainDay(one.day)}</th>
            <td>{one.price === null ? 'On request' : money(one.price)}</td>
            <td>{one.rrp === null ? 'None' : money(one.rrp)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
