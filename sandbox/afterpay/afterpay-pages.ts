import type { Afterpay } from './afterpay.ts'
import { formOf, seeOther, showPage, type Answer, type Route, type SandboxRequest } from '../http.ts'
import { html, paymentFacts } from '../html.ts'

/** Afterpay's hosted page, with a button for everything a shopper can do. */

const title = 'Afterpay'

export function afterpayPages(afterpay: Afterpay): Route[] {
  function show(request: SandboxRequest): Answer {
    const checkout = open(request)
    return 'status' in checkout ? checkout : checkoutPage(afterpay.merchantId, checkout, null)
  }

  function answer(request: SandboxRequest): Answer {
    const checkout = open(request)
    if ('status' in checkout) return checkout
    const form = formOf(request)
    const choice = form.get('do')
    if (choice === 'abandon') return message(200, 'You left without telling the shop. You can close this page.')
    if (choice === 'cancel' || choice === 'decline') return seeOther(afterpay.choose(checkout, choice))
    const code = (form.get('code') ?? '').trim()
    if (code !== '' && code !== '000' && code !== '051') {
      return checkoutPage(afterpay.merchantId, checkout, 'Enter 000 to be approved or 051 to be declined.')
    }
    const url = afterpay.choose(checkout, code === '051' ? 'decline' : 'approve')
    if (choice !== 'approve-and-stay') return seeOther(url)
    return message(200, 'You agreed to pay, but your browser was not sent back to the shop.')
  }

  function open(request: SandboxRequest): Answer | NonNullable<ReturnType<Afterpay['checkoutOf']>> {
    const checkout = afterpay.checkoutOf(request.params['token'] ?? '')
    if (checkout === null) return message(404, 'This payment is not known here. Go back to the shop and start again.')
    if (afterpay.isPaid(checkout.token)) return message(410, 'This payment has ended already.')
    if (afterpay.isExpired(checkout))
      return message(410, 'This payment has expired. Go back to the shop and start again.')
    return checkout
  }

  const path = '/afterpay/checkout/{token}'
  return [
    { name: 'afterpay.page', method: 'GET', path, handle: show },
    { name: 'afterpay.page-answer', method: 'POST', path, handle: answer },
  ]
}

function checkoutPage(
  merchant: string,
  checkout: NonNullable<ReturnType<Afterpay['checkoutOf']>>,
  problem: string | null,
): Answer {
  const content = html`
    <p>Pay in four fortnightly payments.</p>
    ${paymentFacts({ ...checkout, merchant })}
    ${problem === null ? null : html`<p role="alert" id="code-problem">${problem}</p>`}
    <form method="post">
      <label for="code">Card security code</label>
      <input
        id="code"
        name="code"
        type="text"
        inputmode="numeric"
        autocomplete="off"
        maxlength="4"
        value="000"
        aria-invalid="${problem === null ? 'false' : 'true'}"
        aria-describedby="${problem === null ? 'code-hint' : 'code-problem code-hint'}"
      />
      <p class="hint" id="code-hint">000 is approved. 051 is declined when the shop takes the money.</p>
      <div class="buttons">
        <button class="main" type="submit" name="do" value="approve">Approve</button>
        <button type="submit" name="do" value="decline">Decline</button>
        <button type="submit" name="do" value="cancel">Cancel</button>
        <button type="submit" name="do" value="abandon">Abandon</button>
        <button type="submit" name="do" value="approve-and-stay">Approve, but do not return</button>
      </div>
    </form>
  `
  return showPage(problem === null ? 200 : 400, { title, content, returnTo: checkout.confirm_url })
}

function message(status: number, text: string): Answer {
  return showPage(status, { title, content: html`<p role="alert">${text}</p>` })
}
