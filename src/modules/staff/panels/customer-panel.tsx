import { plainDay, type Day } from '../../../platform/calendar.ts'
import { choiceTotals } from '../../catalogue/upsell.ts'
import { changeText, rowsBelow, totalText } from '../../quotes/quotes.ts'
import type { FoundCustomer, WorkedCart } from '../customers.server.ts'
import type { FoundQuote } from '../found-quotes.server.ts'
import { Field, money, PanelFrame, type Refused } from './panel-frame.tsx'

/** Finds a customer, and works in their cart. */
export function CustomerPanel({
  salesperson,
  found,
  quote,
  cart,
  discountPercent,
  dayOf,
  notice,
  refused,
}: {
  salesperson: string
  /** Null before anybody was looked for. */
  found: readonly FoundCustomer[] | null
  /** Null where no quote was looked for. */
  quote: FoundQuote | null
  /** The cart that the salesperson works in; null when there is none. */
  cart: WorkedCart | null
  discountPercent: number
  dayOf: (at: Date) => Day
  notice: string | null
  refused: Refused | null
}) {
  const action = `/panel/customer?${new URLSearchParams({ salesperson }).toString()}`
  const ofForm = (act: string) => (refused?.values.get('act') === act ? refused : null)
  return (
    <PanelFrame title="Customers" where="customers" salesperson={salesperson} notice={notice} refused={refused}>
      <form method="post" action={action} className="inline" role="search">
        <input type="hidden" name="act" value="find" />
        <Field
          label="Email, phone, order or quote number"
          name="find"
          maxLength={254}
          refused={ofForm('find')}
          required
        />
        <button className="button quiet">Find</button>
      </form>
      {quote !== null && <Quote quote={quote} action={action} dayOf={dayOf} />}
      {found?.length === 0 && <p className="soft">Nobody is known by that.</p>}
      <ul className="entries">
        {found?.map((one) => (
          <Customer key={one.email} customer={one} action={action} dayOf={dayOf} />
        ))}
      </ul>

      {cart === null ? (
        <p className="soft">You work in no customer&rsquo;s cart.</p>
      ) : (
        <>
          <h2>{cart.customerEmail === null ? 'Your cart' : `Cart of ${cart.customerEmail}`}</h2>
          {cart.lines.length === 0 && <p className="soft">Nothing is in it yet.</p>}
          <ul className="lines">
            {cart.lines.map((line) => {
              const own = ofForm('line')?.values.get('code') === line.productCode ? ofForm('line') : null
              const value = (name: string, otherwise: string) => own?.values.get(name) ?? otherwise
              return (
                <li key={line.productCode}>
                  <strong>{line.title}</strong>
                  <small>
                    {line.productCode} · {money(line.unit)} each
                    {line.agreed !== null && line.shopPrice !== null && `, instead of ${money(line.shopPrice)}`}
                  </small>
                  <form method="post" action={action}>
                    <input type="hidden" name="act" value="line" />
                    <input type="hidden" name="code" value={line.productCode} />
                    <div className="inline">
                      <label>
                        Quantity
                        <input
                          name="quantity"
                          type="number"
                          min={1}
                          max={99}
                          defaultValue={value('quantity', String(line.quantity))}
                        />
                      </label>
                      {line.hasPriceEdit && (
                        <>
                          <label>
                            Price agreed
                            <input
                              name="price"
                              inputMode="decimal"
                              placeholder={line.shopPrice === null ? '' : (line.shopPrice / 100).toFixed(2)}
                              defaultValue={value('price', line.agreed === null ? '' : (line.agreed / 100).toFixed(2))}
                            />
                          </label>
                          <label>
                            Reason
                            <input name="reason" maxLength={300} defaultValue={value('reason', '')} />
                          </label>
                          <label>
                            Competitor&rsquo;s offer
                            <input
                              name="competitorUrl"
                              type="url"
                              maxLength={500}
                              placeholder="https://"
                              defaultValue={value('competitorUrl', '')}
                            />
                          </label>
                        </>
                      )}
                    </div>
                    <div className="actions">
                      <button className="button quiet">Change</button>
                      <button className="link" name="remove" value="1">
                        Remove <span className="hidden">{line.title}</span>
                      </button>
                    </div>
                  </form>
                </li>
              )
            })}
          </ul>
          {cart.lines.length > 0 && (
            <>
              <p className="total">
                Total before delivery <strong>{money(cart.total)}</strong>
              </p>
              <p className="soft">
                You may take off up to {discountPercent} %. Order at the shop&rsquo;s checkout, with store and
                salesperson.
              </p>
            </>
          )}
          <form method="post" action={action}>
            <input type="hidden" name="act" value="finish" />
            <button className="button quiet">Finish with this cart</button>
          </form>
        </>
      )}
    </PanelFrame>
  )
}

const orderStates: Readonly<Record<string, string>> = {
  paid: 'paid',
  'deposit-paid': 'deposit paid',
  'on-account': 'on account',
  'awaiting-payment': 'awaiting payment',
}

function Quote({ quote, action, dayOf }: { quote: FoundQuote; action: string; dayOf: (at: Date) => Day }) {
  const { number, cart, gone, made } = quote
  const form = (act: string, text: string) => (
    <form method="post" action={action}>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="number" value={number} />
      <button className="button quiet">{text}</button>
    </form>
  )
  return (
    <section aria-label={`Quote ${number}`}>
      <h2>Quote {number}</h2>
      <p className="soft">
        {made === null ? 'Made by one of us' : 'Made by a customer'} on {plainDay(dayOf(quote.madeAt))}; the link works
        until {plainDay(dayOf(quote.expiresAt))}.{made?.place != null && ` Delivered to ${made.place}.`}
      </p>
      <ul className="lines">
        {cart.lines.map((line) => {
          const held = made?.lines.find((one) => one.productCode === line.productCode)?.heldThrough ?? null
          return (
            <li key={line.productCode}>
              <strong>{line.title}</strong>
              <small>
                {line.productCode} · {line.quantity} × {money(line.price)}
                {held !== null && `, holds until ${plainDay(held)}`}
                {!line.isBuyable && ', sold out'}
              </small>
              {choiceTotals(line).map(({ name, total }) => (
                <small key={name}>
                  {name} · {money(total)}
                </small>
              ))}
            </li>
          )
        })}
        {gone.map((title) => (
          <li key={title}>
            <strong>{title}</strong>
            <small>no longer sold</small>
          </li>
        ))}
        {(made === null ? [] : rowsBelow(made)).map(({ text, cents }) => (
          <li key={text}>
            <small>
              {text} · {cents === null ? 'by arrangement' : money(cents)}
            </small>
          </li>
        ))}
      </ul>
      {made !== null && [changeText(made), ...made.problems].map((text) => text !== null && <p key={text}>{text}</p>)}
      <p className="total">
        {made === null ? 'Total before delivery' : totalText(made)}{' '}
        <strong>{money(made?.total ?? cart.totals.orderTotal)}</strong>
      </p>
      <div className="actions">
        {form('quote-cart', 'Put it into the cart I work in')}
        {form('quote-project', 'Make a project of it')}
      </div>
    </section>
  )
}

function Customer({ customer, action, dayOf }: { customer: FoundCustomer; action: string; dayOf: (at: Date) => Day }) {
  const { email, name, phone, carts, orders } = customer
  return (
    <li>
      <strong>{name === '' ? email : name}</strong>
      <small>
        {[email, phone, customer.accountId === null ? 'no account' : null].filter((one) => one !== null).join(' · ')}
      </small>
      {carts.map((cart) => (
        <form key={cart.id} method="post" action={action} className="inline">
          <input type="hidden" name="act" value="open" />
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="cart" value={cart.id} />
          <button className="button quiet">
            Open the cart: {cart.pieces} {cart.pieces === 1 ? 'piece' : 'pieces'}, {money(cart.total)}
          </button>
        </form>
      ))}
      {carts.length === 0 && (
        <form method="post" action={action} className="inline">
          <input type="hidden" name="act" value="open" />
          <input type="hidden" name="email" value={email} />
          <button className="button quiet">Begin a cart</button>
        </form>
      )}
      {orders.length > 0 && (
        <ul>
          {orders.map((order) => (
            <li key={order.webOrderId}>
              {order.webOrderId} · {plainDay(dayOf(order.placedAt))} · {money(order.total)} ·{' '}
              {orderStates[order.state] ?? order.state}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
