import { Picture } from '../../../ui/display/picture.tsx'
import { productPath } from '../../catalogue/catalogue.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { toPricedLineResponse, type CartResponse } from '../cart.ts'
import { LineChoices } from '../internal/ui/line-choices.tsx'
import { fullLineText, lineProblemText } from '../line-texts.ts'
import { lineDeliveryText } from '../line-delivery.ts'

/** The lines as forms, for visitors without script. The server renders them; no browser loads the code. */
export function PlainLines({ cart }: { readonly cart: CartResponse }) {
  return (
    <ul>
      {cart.products.map((line) => {
        const note = lineProblemText(line) ?? fullLineText(line)
        const delivery = lineDeliveryText(cart.parcels, line)
        return (
          <li key={line.productCode}>
            <Picture src={line.image} alt="" width={88} height={88} />
            <div>
              <a href={productPath(line.uri)}>{line.title}</a>
              <p>{formatPrice(toPricedLineResponse(line).total)}</p>
              {line.priceNote !== null && <p>{line.priceNote}</p>}
              {note !== null && <p>{note}</p>}
              {delivery !== null && <p>{delivery}</p>}
              <form method="post" action="/cart">
                <input type="hidden" name="sku" value={line.sku} />
                <input type="hidden" name="productCode" value={line.productCode} />
                <label>
                  Quantity <input name="quantity" type="number" min="1" max="99" defaultValue={line.quantity} />
                </label>{' '}
                <button name="intent" value="set" className="link-button">
                  Change<span className="visually-hidden"> the quantity of {line.title}</span>
                </button>{' '}
                <button name="intent" value="later" className="link-button">
                  Save for later<span className="visually-hidden">: {line.title}</span>
                </button>{' '}
                <button name="intent" value="remove" className="link-button">
                  Remove<span className="visually-hidden"> {line.title}</span>
                </button>
              </form>
              <LineChoices line={line} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
