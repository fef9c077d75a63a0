import { formatPrice } from '../../../pricing/pricing.ts'
import type { ChoiceGroup } from '../../product/upsell.ts'
import styles from './upsell-choices.module.css'

/** Options of a product, within the form that adds it to the cart; folded, and none is selected initially. */
export function UpsellChoices({ groups }: { groups: readonly ChoiceGroup[] }) {
  if (groups.length === 0) return null
  return (
    <details className={styles.choices}>
      <summary>{groups.map(({ title }) => title).join(' · ')}</summary>
      {groups.map(Group)}
    </details>
  )
}

function Group({ field, title, options }: ChoiceGroup) {
  return (
    <fieldset key={field} className={styles.group}>
      <legend>{title}</legend>
      <label>
        <input type="radio" name={field} value="" defaultChecked /> No thanks
      </label>
      {options.map(({ id, name, blurb, price }) => (
        <label key={id}>
          <input type="radio" name={field} value={id} />
          <span>
            {name} <small>{blurb}</small>
          </span>
          <b>{formatPrice(price)}</b>
        </label>
      ))}
    </fieldset>
  )
}
