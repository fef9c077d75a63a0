import { html, type Html } from './html.ts'
import { showPage, type Route } from './http.ts'
import { amountEndings, holderWords } from './gateway/test-cards.ts'

/** Start page: what the sandbox is and what to enter in the checkout. */
export function frontPage(isControlOn: boolean): Route {
  const content = html`
    <p>
      It stands in for the card gateway, Afterpay, PayPal and Zip while the shop is developed and tested. It speaks
      their public interfaces on this machine only, keeps its own ledger, and is never part of production.
    </p>
    <h2>Test cards</h2>
    ${facts([
      ['4111 1111 1111 1111', 'Visa, approved'],
      ['5454 5454 5454 5454', 'Mastercard, approved'],
      ['3700 0000 0000 002', 'American Express, approved'],
      ['4212 3456 7890 1237', 'Visa, asks for 3-D Secure; code 1234 is right'],
    ])}
    <p>Any expiry from this month on, such as 03/2030, and any security code, such as 737.</p>
    <h2>Names that decide</h2>
    <p>A name on the card that is one of these words forces the result:</p>
    ${facts(
      Object.entries(holderWords).map(
        ([word, verdict]) => [word, verdict.refusalReason ?? verdict.resultCode] as const,
      ),
    )}
    <p>
      A saved card is paid with its security code alone. Code 9 and two digits is the refusal with that number: 902 is
      refused, 905 blocked, 912 not enough balance, 924 a wrong code. A card saved as 4212 3456 7890 1237 asks for 3-D
      Secure again.
    </p>
    <h2>Amounts that decide</h2>
    ${facts(Object.entries(amountEndings))}
    <h2>Afterpay</h2>
    <p>The hosted page has a button for every outcome. Card security code 000 is approved, 051 is declined.</p>
    <h2>PayPal</h2>
    <p>
      The hosted page has a button for every outcome, a declined funding source and a payment held for review among
      them.
    </p>
    <h2>Zip</h2>
    <p>
      The last names APPROVETEST, DECLINETEST and REFERTEST suggest a button on the hosted page. An amount that ends in
      .53 is more credit than the shopper has; one in .92 is charged and answered with a fault that its key replays.
    </p>
    <h2>Zip in a store</h2>
    <p>
      These codes decide by themselves; any other six digits wait for the
      <a href="/zip-in-store/phone">shopper's phone</a>.
    </p>
    ${facts([
      ['000000', 'refused at once'],
      ['111111', 'approved after 4 seconds'],
      ['222222', 'declined after 4 seconds'],
      ['333333', 'cancelled by the shopper after 4 seconds'],
      ['444444', 'never answered, expires after 60 seconds'],
      ['555555', 'approved after 64 seconds'],
      ['666666', 'approved, but the first answer is lost'],
      ['777777', 'three faults when asked, then approved'],
    ])}
    <h2>Look inside</h2>
    <ul>
      <li><a href="/ledger">Ledger of all money movements</a></li>
      <li><a href="/ledger/undelivered-webhooks">Webhooks the shop has not accepted yet</a></li>
      ${isControlOn ? html`<li><a href="/control">Control interface</a></li>` : null}
    </ul>
  `
  return {
    name: 'front',
    method: 'GET',
    path: '/',
    handle: () => showPage(200, { title: 'payment providers', content }),
  }
}

function facts(pairs: readonly (readonly [string, string])[]): Html {
  return html`<dl>
    ${pairs.map(
      ([name, meaning]) =>
        html`<dt><code>${name}</code></dt>
          <dd>${meaning}</dd>`,
    )}
  </dl>`
}
