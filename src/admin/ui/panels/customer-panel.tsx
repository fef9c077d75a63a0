import { Form } from 'react-router'
import type { WorkedCart } from '../../../modules/staff/customers.server.ts'
import type { PanelMessage } from '../../../modules/staff/staff.ts'
import { plainDay, type Day } from '../../../platform/calendar.ts'
import { SubmitButton } from '../controls/button.tsx'
import { FoundQuote, type QuoteView } from './found-quote.tsx'
import { money } from './money.ts'
import { Field, formOf, useAnswerCount, type RejectedForm } from './panel-form.tsx'
import { PanelLayout } from './panel-layout.tsx'
import { panelPath } from './panel-path.ts'
import { usePanelMessages } from './panel-root.tsx'
import { CustomerCart } from './customer-cart.tsx'
import styles from './panel.module.css'
import { countText } from '../../../platform/text/count-text.ts'

export type CustomerView = {
  readonly email: string
  readonly name: string
  readonly phone: string | null
  readonly hasAccount: boolean
  readonly carts: readonly { readonly id: string; readonly pieces: number; readonly total: number }[]
  readonly orders: readonly {
    readonly webOrderId: string
    readonly placedOn: Day
    readonly state: string
    readonly total: number
  }[]
}

/** The result of a form of this panel: the customer or quote found, or the errors. */
type Answer = {
  readonly form: RejectedForm | null
  readonly customers: readonly CustomerView[] | null
  readonly quote: QuoteView | null
}

/** Finds a customer, and works in their cart. */
export function CustomerPanel({
  salesperson,
  cart,
  discountPercent,
  notice,
  messages,
  answer,
}: {
  salesperson: string
  /** The cart that the salesperson works in; null when there is none. */
  cart: WorkedCart | null
  discountPercent: number
  notice: string | null
  messages: readonly PanelMessage[]
  /** Null before anybody was looked for. */
  answer: Answer | null
}) {
  usePanelMessages(messages)
  const action = panelPath('customer', { salesperson })
  const form = answer?.form ?? null
  const customers = answer?.customers ?? []
  return (
    <PanelLayout
      key={useAnswerCount(answer)}
      title="Customers"
      where="customer"
      salesperson={salesperson}
      notice={answer === null ? notice : null}
      form={form}
    >
      <Form method="post" action={action} className={styles['inline']} role="search">
        <input type="hidden" name="intent" value="find" />
        <Field
          label="Email, phone, order or quote number"
          name="find"
          maxLength={254}
          form={formOf(form, 'find')}
          required
        />
        <SubmitButton look="quiet">Find</SubmitButton>
      </Form>
      {answer !== null && answer.quote !== null && <FoundQuote quote={answer.quote} action={action} />}
      {answer?.customers?.length === 0 && <p className={styles['soft']}>No customer found.</p>}
      <ul className={styles['entries']}>
        {customers.map((one) => (
          <Customer key={one.email} customer={one} action={action} />
        ))}
      </ul>
      {cart === null ? (
        <p className={styles['soft']}>You are not working in a customer&rsquo;s cart.</p>
      ) : (
        <CustomerCart cart={cart} discountPercent={discountPercent} action={action} form={formOf(form, 'line')} />
      )}
    </PanelLayout>
  )
}

const orderStates: Readonly<Record<string, string>> = {
  paid: 'paid',
  'deposit-paid': 'deposit paid',
  'on-account': 'on account',
  'awaiting-payment': 'awaiting payment',
}

function Customer({ customer, action }: { customer: CustomerView; action: string }) {
  const { email, name, phone, hasAccount, carts, orders } = customer
  return (
    <li>
      <strong>{name === '' ? email : name}</strong>
      <small>{[email, phone, hasAccount ? null : 'no account'].filter((one) => one !== null).join(' · ')}</small>
      {carts.map((cart) => (
        <OpenCart key={cart.id} action={action} email={email} cart={cart.id}>
          {`Open cart: ${countText(cart.pieces, 'piece')}, ${money(cart.total)}`}
        </OpenCart>
      ))}
      {carts.length === 0 && (
        <OpenCart action={action} email={email} cart={null}>
          Start a cart
        </OpenCart>
      )}
      {orders.length > 0 && (
        <ul>
          {orders.map((order) => (
            <li key={order.webOrderId}>
              {[
                order.webOrderId,
                plainDay(order.placedOn),
                money(order.total),
                orderStates[order.state] ?? order.state,
              ].join(' · ')}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function OpenCart({
  action,
  email,
  cart,
  children,
}: {
  action: string
  email: string
  cart: string | null
  children: string
}) {
  return (
    <Form method="post" action={action} className={styles['inline']}>
      <input type="hidden" name="intent" value="open" />
      <input type="hidden" name="email" value={email} />
      {cart !== null && <input type="hidden" name="cart" value={cart} />}
      <SubmitButton look="quiet">{children}</SubmitButton>
    </Form>
  )
}
