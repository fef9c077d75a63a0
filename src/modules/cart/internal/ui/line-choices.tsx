import type { FormEvent } from 'react'
import { centsOf } from '../../../../platform/money.ts'
import { upsellTitles } from '../../../catalogue/product/upsell.ts'
import { formatPrice } from '../../../pricing/pricing.ts'
import { choicesIn } from '../../chosen-options.ts'
import { toPricedLineResponse, type CartLineResponse } from '../../cart.ts'
import { canBe } from '../../line-permissions.ts'
import { loadLine, setLine } from '../../ui/cart-calls.ts'
import styles from './line-choices.module.css'

/** The options chosen for a product in the cart, and a form to change them; a plain form without script. */
export function LineChoices({ line }: { line: CartLineResponse }) {
  const { choices } = toPricedLineResponse(line)
  const { warranties, installs } = line.upsells
  const all = [
    {
      field: 'warrantyId',
      edit: 'EditWarranty',
      title: upsellTitles.warranty,
      chosen: line.warrantyId,
      options: warranties.map((one) => ({ ...one, id: one.warrantyId })),
    },
    {
      field: 'installId',
      edit: 'EditInstall',
      title: upsellTitles.install,
      chosen: line.installId,
      options: installs.map((one) => ({ ...one, id: one.installId })),
    },
  ] as const
  const kinds = all.filter(({ options, edit }) => options.length > 0 && canBe(edit, line))
  if (kinds.length === 0) return null

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!(await setLine(line, { quantity: line.quantity, ...choicesIn(new FormData(form)) }))) return
    const details = form.closest('details')
    if (details === null) return
    details.open = false
    details.querySelector('summary')?.focus()
  }
  const names = kinds.map(({ title }) => title.toLowerCase()).join(' or ')
  return (
    <div className={styles.choices}>
      <ul className={styles.chosen} aria-live="polite" aria-label={`Chosen with ${line.title}`}>
        {choices.map(({ name, total }) => (
          <li key={name}>
            <span>{name}</span> <span className="tabular">{formatPrice(total)}</span>
          </li>
        ))}
      </ul>
      {/* What is offered may have changed since the cart was read. */}
      <details onToggle={({ currentTarget }) => currentTarget.open && void loadLine(line.productCode)}>
        <summary>
          {choices.length > 0 ? 'Change' : 'Add'} {names}
          <span className="visually-hidden"> for {line.title}</span>
        </summary>
        <form method="post" action="/cart" onSubmit={(event) => void save(event)}>
          <input type="hidden" name="sku" value={line.sku} />
          <input type="hidden" name="productCode" value={line.productCode} />
          <input type="hidden" name="quantity" value={line.quantity} />
          {kinds.map(({ field, title, chosen, options }) => (
            <label key={field}>
              {title}
              <select key={chosen} name={field} defaultValue={chosen ?? ''}>
                <option value="">No thanks</option>
                {options.map(({ id, name, price }) => (
                  <option key={id} value={id}>
                    {name}, {formatPrice(centsOf(price))}
                    {line.quantity > 1 && ' each'}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <button className="button button--quiet" name="intent" value="set">
            Save
          </button>
        </form>
      </details>
    </div>
  )
}
