import { Form } from 'react-router'
import type { WorkedCart } from '../../../modules/staff/customers.server.ts'
import { SubmitButton } from '../controls/button.tsx'
import { money } from './money.ts'
import type { RejectedForm } from './panel-form.tsx'
import styles from './panel.module.css'

/** The cart that a salesperson works in, line by line. */
export function CustomerCart({
  cart,
  discountPercent,
  action,
  form,
}: {
  cart: WorkedCart
  discountPercent: number
  action: string
  form: RejectedForm | null
}) {
  return (
    <>
      <h2>{cart.customerEmail === null ? 'Your cart' : `Cart of ${cart.customerEmail}`}</h2>
      {cart.lines.length === 0 && <p className={styles['soft']}>This cart is empty.</p>}
      <ul className={styles['entries']}>
        {cart.lines.map((line) => (
          <Line
            key={line.productCode}
            line={line}
            action={action}
            form={form?.values['code'] === line.productCode ? form : null}
          />
        ))}
      </ul>
      {cart.lines.length > 0 && (
        <>
          <p className={styles['total']}>
            Total before delivery <strong>{money(cart.total)}</strong>
          </p>
          <p className={styles['soft']}>
            {`You can discount up to ${discountPercent} %. Place the order at the shop’s checkout, with store and salesperson.`}
          </p>
        </>
      )}
      <Form method="post" action={action}>
        <input type="hidden" name="intent" value="finish" />
        <SubmitButton look="quiet">Finish with cart</SubmitButton>
      </Form>
    </>
  )
}

function Line({
  line,
  action,
  form,
}: {
  line: WorkedCart['lines'][number]
  action: string
  form: RejectedForm | null
}) {
  const typed = (name: string, otherwise: string) => form?.values[name] ?? otherwise
  const instead = line.agreed !== null && line.shopPrice !== null ? `, was ${money(line.shopPrice)}` : ''
  return (
    <li>
      <strong>{line.title}</strong>
      <small>{`${line.productCode} · ${money(line.unit)} each${instead}`}</small>
      <Form method="post" action={action}>
        <input type="hidden" name="intent" value="line" />
        <input type="hidden" name="code" value={line.productCode} />
        <div className={styles['inline']}>
          <label>
            Quantity
            <input
              name="quantity"
              type="number"
              min={1}
              max={99}
              defaultValue={typed('quantity', String(line.quantity))}
            />
          </label>
          {line.hasPriceEdit && (
            <>
              <label>
                Agreed price
                <input
                  name="price"
                  inputMode="decimal"
                  placeholder={line.shopPrice === null ? '' : (line.shopPrice / 100).toFixed(2)}
                  defaultValue={typed('price', line.agreed === null ? '' : (line.agreed / 100).toFixed(2))}
                />
              </label>
              <label>
                Reason
                <input name="reason" maxLength={300} defaultValue={typed('reason', '')} />
              </label>
              <label>
                Competitor&rsquo;s offer
                <input
                  name="competitorUrl"
                  type="url"
                  maxLength={500}
                  placeholder="https://"
                  defaultValue={typed('competitorUrl', '')}
                />
              </label>
            </>
          )}
        </div>
        <div className={styles['actions']}>
          <SubmitButton look="quiet">Change</SubmitButton>
          <SubmitButton look="link" name="remove" value="1">
            Remove <span className="visually-hidden">{line.title}</span>
          </SubmitButton>
        </div>
      </Form>
    </li>
  )
}
