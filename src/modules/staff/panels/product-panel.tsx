import { plainDay, type Day } from '../../../platform/calendar.ts'
import type { ProductFacts } from '../product-facts.server.ts'
import type { Project } from '../staff.ts'
import { salesDays } from '../staff.ts'
import { Field, money, PanelFrame, TextField, type Refused } from './panel-frame.tsx'

/** All that the house knows of a product, for somebody who stands before a customer with it. */
export function ProductPanel({
  facts,
  salesperson,
  projects,
  maySetCost,
  dayOf,
  notice,
  refused,
}: {
  facts: ProductFacts
  salesperson: string | null
  /** Open ones that it can be put into. */
  projects: readonly Pick<Project, 'id' | 'name' | 'customerName'>[]
  maySetCost: boolean
  /** The calendar day of an instant, where the shop is. */
  dayOf: (at: Date) => Day
  notice: string | null
  refused: Refused | null
}) {
  const { product, offer, stock, cost, margin, competitors, notes, priceChanges, sold, discountPercent } = facts
  const action = `/panel/product?sku=${encodeURIComponent(product.sku)}`
  const ofForm = (act: string) => (refused?.values.get('act') === act ? refused : null)
  return (
    <PanelFrame title={product.title} where="product" salesperson={salesperson} notice={notice} refused={refused}>
      <p className="soft">
        {product.brand.title} · {product.sku}
        {product.superseded ? ' · superseded' : ''}
      </p>
      <dl className="figures">
        <div>
          <dt>Price</dt>
          <dd>{offer.price === null ? 'Ask for a price' : money(offer.price)}</dd>
        </div>
        <div>
          <dt>RRP</dt>
          <dd>{offer.rrp === null ? 'None' : money(offer.rrp)}</dd>
        </div>
        <div>
          <dt>Price type</dt>
          <dd>{offer.priceType === 'manufacturer' ? "Maker's price" : 'Our price'}</dd>
        </div>
        {(offer.lineDiscount ?? 0) > 0 && (
          <div>
            <dt>Off each line</dt>
            <dd>{money(offer.lineDiscount ?? 0)}</dd>
          </div>
        )}
        <div>
          <dt>Cost without GST</dt>
          <dd>{cost === null ? 'Not recorded' : money(cost)}</dd>
        </div>
        <div>
          <dt>Margin</dt>
          <dd>{margin === null ? 'Unknown' : `${money(margin.cents)} (${margin.percent.toFixed(1)}\u00a0%)`}</dd>
        </div>
        <div>
          <dt>Sold in {salesDays} days</dt>
          <dd>
            {sold.units} in {sold.orders} {sold.orders === 1 ? 'order' : 'orders'}
          </dd>
        </div>
        {discountPercent !== null && (
          <div>
            <dt>You may take off</dt>
            <dd>{offer.priceType === 'manufacturer' ? 'Nothing' : `${discountPercent} %`}</dd>
          </div>
        )}
      </dl>

      <form method="post" action={action} className="inline">
        <input type="hidden" name="act" value="cart" />
        <Field
          label="Quantity"
          name="quantity"
          type="number"
          min={1}
          max={99}
          value="1"
          refused={ofForm('cart')}
          required
        />
        <button className="button">Add to cart</button>
      </form>

      {projects.length > 0 && (
        <details open={ofForm('project') !== null}>
          <summary>Add to a project</summary>
          <form method="post" action={action}>
            <input type="hidden" name="act" value="project" />
            <div className="field">
              <label htmlFor="field-project">Project</label>
              <select
                id="field-project"
                name="project"
                defaultValue={ofForm('project')?.values.get('project') ?? undefined}
              >
                {projects.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                    {one.customerName === '' ? '' : `, ${one.customerName}`}
                  </option>
                ))}
              </select>
            </div>
            <Field label="Room" name="room" maxLength={60} refused={ofForm('project')} />
            <Field
              label="How many"
              name="pieces"
              type="number"
              min={1}
              max={99}
              value="1"
              refused={ofForm('project')}
            />
            <button className="button quiet">Add to project</button>
          </form>
        </details>
      )}

      <h2>Stock</h2>
      <div className="scroll" role="region" aria-label="Stock by warehouse" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Warehouse</th>
              <th scope="col">Free</th>
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

      <h2>Competitors</h2>
      {competitors.length === 0 && <p className="soft">Nobody has noted a price yet.</p>}
      <ul className="entries">
        {competitors.map((one) => (
          <li key={one.id}>
            <strong>{money(one.price)}</strong>{' '}
            <a href={one.url} target="_blank" rel="noopener noreferrer nofollow">
              {one.competitor}
              <span className="hidden"> (opens in a new tab)</span>
            </a>
            <small>
              {one.by}, {plainDay(dayOf(one.at))}
            </small>
          </li>
        ))}
      </ul>
      <details open={ofForm('competitor') !== null}>
        <summary>Note a price</summary>
        <form method="post" action={action}>
          <input type="hidden" name="act" value="competitor" />
          <Field label="Who asks it" name="competitor" maxLength={80} refused={ofForm('competitor')} required />
          <Field
            label="Address of the offer"
            name="url"
            type="url"
            maxLength={500}
            refused={ofForm('competitor')}
            required
          />
          <Field label="Their price" name="price" inputMode="decimal" refused={ofForm('competitor')} required />
          <button className="button quiet">Save price</button>
        </form>
      </details>

      <h2>Notes</h2>
      {notes.length === 0 && <p className="soft">No notes yet.</p>}
      <ul className="entries">
        {notes.map((one) => (
          <li key={one.id}>
            <p className="typed">{one.text}</p>
            <small>
              {one.by}, {plainDay(dayOf(one.at))}
            </small>
          </li>
        ))}
      </ul>
      <details open={ofForm('note') !== null}>
        <summary>Write a note</summary>
        <form method="post" action={action}>
          <input type="hidden" name="act" value="note" />
          <TextField label="Note" name="text" maxLength={2_000} refused={ofForm('note')} />
          <button className="button quiet">Save note</button>
        </form>
      </details>

      <h2>Prices of the last 12 months</h2>
      {priceChanges.length === 0 ? (
        <p className="soft">The price has not changed.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Price</th>
              <th scope="col">RRP</th>
            </tr>
          </thead>
          <tbody>
            {priceChanges.toReversed().map((one, at) => (
              <tr key={`${one.day} ${at}`}>
                <th scope="row">{plainDay(one.day)}</th>
                <td>{one.price === null ? 'On request' : money(one.price)}</td>
                <td>{one.rrp === null ? 'None' : money(one.rrp)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}

      {maySetCost && (
        <details open={ofForm('cost') !== null}>
          <summary>Change the cost</summary>
          <form method="post" action={action}>
            <input type="hidden" name="act" value="cost" />
            <Field
              label="Cost without GST"
              name="cost"
              inputMode="decimal"
              value={cost === null ? '' : (cost / 100).toFixed(2)}
              hint="Leave it empty when nobody knows it."
              refused={ofForm('cost')}
            />
            <button className="button quiet">Save cost</button>
          </form>
        </details>
      )}
    </PanelFrame>
  )
}
