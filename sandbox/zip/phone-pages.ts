import { html, moneyText } from '../html.ts'
import { formOf, seeOther, showPage, type Answer, type SandboxRequest } from '../http.ts'
import type { Ledger } from '../ledger.ts'
import type { Purchase, PurchaseStore } from './purchase-store.ts'

/** The shopper's phone: what Zip's app asks to confirm. */
export function phonePages({ ledger, store }: { readonly ledger: Ledger; readonly store: PurchaseStore }) {
  const { pending, find, end, sweep } = store

  function showPhone(): Answer {
    sweep()
    const waiting = pending.all() as Purchase[]
    const content = html`
      <p>
        What the shopper's app asks to confirm. Codes that decide by themselves are on the <a href="/">front page</a>.
      </p>
      ${waiting.length === 0 ? html`<p role="status">Nothing waits to be confirmed.</p>` : null}
      ${waiting.map(
        ({ id, code, cents, currency }) => html`
          <h2>Code ${code}: ${moneyText(cents, currency)}</h2>
          <form method="post">
            <input type="hidden" name="id" value="${id}" />
            <div class="buttons">
              <button class="main" type="submit" name="do" value="confirm" aria-label="Confirm code ${code}">
                Confirm
              </button>
              <button type="submit" name="do" value="cancel" aria-label="Cancel code ${code}">Cancel</button>
            </div>
          </form>
        `,
      )}
    `
    return showPage(200, { title: 'Zip app', content })
  }

  function answerPhone(request: SandboxRequest): Answer {
    const form = formOf(request)
    const purchase = find(form.get('id'))
    if (purchase !== undefined) {
      ledger.inOneStep(() =>
        form.get('do') === 'confirm'
          ? end(purchase, 'Approved', 'Approved by customer')
          : end(purchase, 'Cancelled', 'The customer cancelled this purchase.'),
      )
    }
    return seeOther('/zip-in-store/phone')
  }

  return { showPhone, answerPhone }
}
