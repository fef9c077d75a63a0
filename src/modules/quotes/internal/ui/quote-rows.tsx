import { formatPrice } from '../../../pricing/pricing.ts'
import { productPath } from '../../../catalogue/catalogue.ts'
import { gstText, rowPrice, rowsBelow, totalText, type QuoteView } from '../../quotes.ts'
import { Picture } from '../../../../ui/display/picture.tsx'
import styles from '../../ui/quote.module.css'

/** What is quoted, line by line, and what it comes to. */
export function QuoteRows({ view }: { view: QuoteView }) {
  return (
    <>
      <ul className={styles.lines} aria-label="Items">
        {view.lines.map((line) => (
          <li key={line.productCode}>
            <Picture src={line.picture} alt="" width={72} height={72} loading="eager" />
            <div>
              <a href={productPath(line.uri)}>{line.title}</a>
              <p className={styles.soft}>
                Quantity {line.quantity}
                {line.quantity > 1 && `, ${formatPrice(line.unit)} each`}
              </p>
              {line.choices.map(({ name, total }) => (
                <p key={name} className={styles.soft}>
                  {name} <span>{formatPrice(total)}</span>
                </p>
              ))}
              {line.problem !== null && <p className={styles.problem}>{line.problem}</p>}
            </div>
            <b>{formatPrice(line.total)}</b>
          </li>
        ))}
        {view.gone.map((title) => (
          <li key={title}>
            <div>
              <p>{title}</p>
              <p className={styles.problem}>No longer available.</p>
            </div>
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        {rowsBelow(view).map(({ text, cents }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{rowPrice(cents)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{totalText(view)}</dt>
          <dd>{formatPrice(view.total)}</dd>
        </div>
        <div className={styles.soft}>
          <dt>{gstText(view)}</dt>
          <dd>{formatPrice(view.gst)}</dd>
        </div>
      </dl>
    </>
  )
}
