import { missingPartsText, productPath } from '../../../catalogue/catalogue.ts'
import { useSite } from '../../../navigation/ui/use-site.ts'
import { formatPrice, priceView } from '../../../pricing/pricing.ts'
import { toPricedLineResponse, type CartLineResponse, type CartParcel } from '../../cart.ts'
import { canBe } from '../../line-permissions.ts'
import { fullLineText, lineProblemText } from '../../line-texts.ts'
import { lineDeliveryText } from '../../line-delivery.ts'
import { removeLine, setLine } from '../../ui/cart-calls.ts'
import { LineChoices } from './line-choices.tsx'
import { Picture } from '../../../../ui/display/picture.tsx'
import styles from './cart-lines.module.css'

type LinesProps = {
  /** What arrives together, once the place is known. */
  readonly parcels: readonly CartParcel[]
  readonly onLeave?: () => void
  /** Saves a line for later, where that is offered. */
  readonly onSave?: (productCode: string) => void
}

/** The lines of a cart, each with its quantity and a remove button. */
export default function CartLines({ lines, ...props }: LinesProps & { readonly lines: readonly CartLineResponse[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <CartLineRow key={line.productCode} line={line} {...props} />
      ))}
    </ul>
  )
}

function CartLineRow({ line, parcels, onLeave, onSave }: LinesProps & { readonly line: CartLineResponse }) {
  const { offer, total } = toPricedLineResponse(line)
  const rrpAsWas = useSite()?.labelsRrpAsWas ?? false
  const comparison = priceView(offer, { rrpAsWas, quantity: line.quantity })?.comparison ?? null
  const problem = lineProblemText(line)
  const full = problem === null ? fullLineText(line) : null
  const delivery = problem === null ? lineDeliveryText(parcels, line) : null
  return (
    <li className={styles.line} data-line={line.productCode}>
      <Picture src={line.image ?? ''} alt="" width={88} height={88} />
      <div className={styles.facts}>
        <a className={styles.title} href={productPath(line.uri)} onClick={onLeave}>
          {line.title}
        </a>
        {line.missingParts !== null && <p className={styles.note}>{missingPartsText(line.missingParts)}</p>}
        {problem !== null && <p className={styles.gone}>{problem}</p>}
        {line.priceNote !== null && <p className={styles.note}>{line.priceNote}</p>}
        {full !== null && <p className={styles.note}>{full}</p>}
        {delivery !== null && <p className={styles.delivery}>{delivery}</p>}
        <div className={styles.row}>
          {canBe('EditQuantity', line) ? <Quantity line={line} /> : <p>Quantity {line.quantity}</p>}
          <p className={styles.price}>
            {comparison !== null && (
              <>
                {comparison.label} <s>{formatPrice(comparison.cents * line.quantity)}</s>{' '}
              </>
            )}
            <b>{formatPrice(total)}</b>
          </p>
        </div>
        <LineChoices line={line} />
        {canBe('Delete', line) && (
          <div className={styles.remove}>
            {onSave !== undefined && (
              <button type="button" className="link-button" onClick={() => onSave(line.productCode)}>
                Save for later<span className="visually-hidden">: {line.title}</span>
              </button>
            )}
            <button type="button" className="link-button" onClick={() => void removeLine(line)}>
              Remove<span className="visually-hidden"> {line.title}</span>
            </button>
          </div>
        )}
      </div>
    </li>
  )
}

function Quantity({ line }: { line: CartLineResponse }) {
  const change = (quantity: number) => void setLine(line, { quantity })
  return (
    <div className={styles.quantity} role="group" aria-label={`Quantity of ${line.title}`}>
      <button
        type="button"
        aria-label={line.quantity === 1 ? 'Remove' : 'Decrease quantity'}
        onClick={() => (line.quantity === 1 ? void removeLine(line) : change(line.quantity - 1))}
      >
        −
      </button>
      <output aria-live="polite">{line.quantity}</output>
      <button
        type="button"
        aria-label="Increase quantity"
        disabled={line.quantity >= line.maxQuantity}
        onClick={() => change(line.quantity + 1)}
      >
        +
      </button>
    </div>
  )
}
