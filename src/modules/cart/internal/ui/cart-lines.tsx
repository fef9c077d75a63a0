import { missingPartsText, productPath } from '../../../catalogue/catalogue.ts'
import { useSite } from '../../../navigation/ui/use-site.ts'
import { formatPrice, priceView } from '../../../pricing/pricing.ts'
import { canBe, toPricedLineResponse, type CartLineResponse } from '../../cart.ts'
import { fullLineText, lineProblemText } from '../../line-texts.ts'
import { removeLine, setLine } from '../../ui/cart-calls.ts'
import { LineChoices } from './line-choices.tsx'
import { Picture } from '../../../../ui/display/picture.tsx'
import styles from './cart-lines.module.css'

/** The lines of a cart, each with its quantity and a remove button. */
export function CartLines({ lines, onLeave }: { lines: readonly CartLineResponse[]; onLeave?: () => void }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <CartLineRow key={line.productCode} line={line} onLeave={onLeave} />
      ))}
    </ul>
  )
}

function CartLineRow({ line, onLeave }: { line: CartLineResponse; onLeave: (() => void) | undefined }) {
  const { offer, total } = toPricedLineResponse(line)
  const rrpAsWas = useSite()?.labelsRrpAsWas ?? false
  const comparison = priceView(offer, { rrpAsWas, quantity: line.quantity })?.comparison ?? null
  const problem = lineProblemText(line)
  const full = problem === null ? fullLineText(line) : null
  return (
    <li className={styles.line} data-line={line.productCode}>
      <Picture src={line.image ?? ''} alt="" width={88} height={88} />
      <div className={styles.facts}>
        <a className={styles.title} href={productPath(line.uri)} onClick={onLeave}>
          {line.title}
        </a>
        {line.missingParts !== null && <p className={styles.note}>{missingPartsText(line.missingParts)}</p>}
        {problem !== null && <p className={styles.gone}>{problem}</p>}
        {line.isMemberPrice && <p className={styles.note}>Deals Club price</p>}
        {full !== null && <p className={styles.note}>{full}</p>}
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
          <button type="button" className={`link-button ${styles.remove}`} onClick={() => void removeLine(line)}>
            Remove<span className="visually-hidden"> {line.title}</span>
          </button>
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
