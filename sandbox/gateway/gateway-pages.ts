import type { Gateway } from './gateway.ts'
import { formOf, seeOther, showPage, withQuery, type Answer, type Route, type SandboxRequest } from '../http.ts'
import { html, paymentFacts, type Html } from '../html.ts'

/** The bank's 3-D Secure page: a plain form without script. */

const rightCode = '1234'

export function gatewayPages(gateway: Gateway): Route[] {
  function show(request: SandboxRequest): Answer {
    const md = request.method === 'POST' ? formOf(request).get('MD') : request.query.get('MD')
    const payment = gateway.challengeOf(md ?? '')
    if (payment === null) return unknownChallenge()
    if (payment.state === 'final') return endedChallenge(payment.return_url, payment.redirect_result)
    if (payment.redirect_result !== null) return seeOther(back(payment.return_url, payment.redirect_result))
    return challengePage(payment)
  }

  function answer(request: SandboxRequest): Answer {
    const form = formOf(request)
    const payment = gateway.challengeOf(form.get('MD') ?? '')
    if (payment === null) return unknownChallenge()
    if (payment.state === 'final') return endedChallenge(payment.return_url, payment.redirect_result)
    if (payment.redirect_result !== null) return seeOther(back(payment.return_url, payment.redirect_result))
    const code = (form.get('code') ?? '').trim()
    const isCancelled = form.get('do') === 'cancel' || code === ''
    const outcome = isCancelled ? 'cancelled' : code === rightCode ? 'passed' : 'failed'
    const url = gateway.endChallenge(form.get('MD') ?? '', outcome)
    return url === null ? unknownChallenge() : seeOther(url)
  }

  return [
    { name: 'card.threeds-page', method: 'POST', path: '/gateway/threeds', handle: show },
    { name: 'card.threeds-page', method: 'GET', path: '/gateway/threeds', handle: show },
    { name: 'card.threeds-answer', method: 'POST', path: '/gateway/threeds/answer', handle: answer },
  ]
}

function back(returnUrl: string, redirectResult: string): string {
  return withQuery(returnUrl, { redirectResult })
}

function challengePage(payment: NonNullable<ReturnType<Gateway['challengeOf']>>): Answer {
  const content = html`
    <p>Your bank asks you to confirm this payment.</p>
    ${paymentFacts(payment)}
    <dl>
      <dt>Card</dt>
      <dd>${payment.brand}, ending in ${payment.last_four}</dd>
    </dl>
    <form method="post" action="/gateway/threeds/answer">
      <input type="hidden" name="MD" value="${payment.md ?? ''}" />
      <label for="code">One-time code</label>
      <input
        id="code"
        name="code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength="8"
        aria-describedby="code-hint"
      />
      <p class="hint" id="code-hint">1234 is right. Any other code fails, and an empty one cancels.</p>
      <div class="buttons">
        <button class="main" type="submit" name="do" value="confirm">Confirm payment</button>
        <button type="submit" name="do" value="cancel">Cancel</button>
      </div>
    </form>
  `
  return showPage(200, { title: '3-D Secure check', content, returnTo: payment.return_url })
}

function unknownChallenge(): Answer {
  return message(404, 'This check is not known here. Go back to the shop and start the payment again.')
}

function endedChallenge(returnUrl: string, redirectResult: string | null): Answer {
  const url = redirectResult === null ? returnUrl : back(returnUrl, redirectResult)
  return message(
    410,
    'This payment has ended already.',
    html`<p><a class="button main" href="${url}">Back to the shop</a></p>`,
  )
}

function message(status: number, text: string, more: Html | null = null): Answer {
  return showPage(status, {
    title: '3-D Secure check',
    content: html`<p role="alert">${text}</p>
      ${more}`,
  })
}
