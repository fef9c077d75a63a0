import { formOf, seeOther, showPage, type Answer, type Route, type SandboxRequest } from '../http.ts'
import { html, paymentFacts, type Html } from '../html.ts'
import type { PayPal } from '../paypal/paypal.ts'
import type { PayPalChoice } from '../paypal/paypal-store.ts'
import type { Zip, ZipChoice } from './zip.ts'

/** Hosted pages that ask for nothing but a decision: PayPal's and Zip's, with a button for everything a shopper may do. */

/** A payment as its page shows it, or why there is nothing to decide any more. */
type Shown =
  | {
      readonly merchant: string
      readonly cents: number
      readonly currency: string
      readonly reference: string
      readonly returnTo: string
    }
  | { readonly ended: 'unknown' | 'over' | 'expired' }

type ChoicePage<Choice extends string> = {
  readonly title: string
  readonly name: string
  readonly path: string
  readonly intro: string
  readonly buttons: readonly (readonly [choice: Choice, label: string])[]
  /** The button that is pressed by default. */
  readonly suggested: (request: SandboxRequest) => Choice
  readonly open: (request: SandboxRequest) => Shown
  readonly choose: (request: SandboxRequest, choice: Choice) => string
}

const endings = {
  unknown: { status: 404, text: 'This payment is not known here. Go back to the shop and start again.' },
  over: { status: 410, text: 'This payment has ended already.' },
  expired: { status: 410, text: 'This payment has expired. Go back to the shop and start again.' },
} as const

function choicePages<Choice extends string>(page: ChoicePage<Choice>): Route[] {
  const message = ({ status, text }: { status: number; text: string }): Answer =>
    showPage(status, { title: page.title, content: html`<p role="alert">${text}</p>` })

  function show(request: SandboxRequest): Answer {
    const shown = page.open(request)
    if ('ended' in shown) return message(endings[shown.ended])
    const content = html`
      <p>${page.intro}</p>
      ${paymentFacts(shown)}
      <form method="post">
        <div class="buttons">
          ${page.buttons.map(([choice, label]) => button(choice, label, choice === page.suggested(request)))}
          ${button('abandon', 'Abandon', false)} ${button('approve-and-stay', 'Approve, but do not return', false)}
        </div>
      </form>
    `
    return showPage(200, { title: page.title, content, returnTo: shown.returnTo })
  }

  function answer(request: SandboxRequest): Answer {
    const shown = page.open(request)
    if ('ended' in shown) return message(endings[shown.ended])
    const requested = formOf(request).get('do')
    if (requested === 'abandon') return message(left)
    const isStaying = requested === 'approve-and-stay'
    const choice = page.buttons.find(([one]) => one === (isStaying ? 'approve' : requested))?.[0]
    if (choice === undefined) return show(request)
    const url = page.choose(request, choice)
    return isStaying ? message(stayed) : seeOther(url)
  }

  return [
    { name: `${page.name}.page`, method: 'GET', path: page.path, handle: show },
    { name: `${page.name}.page-answer`, method: 'POST', path: page.path, handle: answer },
  ]
}

const left = { status: 200, text: 'You left without telling the shop. You can close this page.' }
const stayed = { status: 200, text: 'You agreed to pay, but your browser was not sent back to the shop.' }

const button = (value: string, label: string, isMain: boolean): Html =>
  html`<button class="${isMain ? 'main' : ''}" type="submit" name="do" value="${value}">${label}</button>`

export function paypalPages(paypal: PayPal): Route[] {
  const find = (request: SandboxRequest) => paypal.orderOf(request.query.get('token') ?? '')
  return choicePages<PayPalChoice>({
    title: 'PayPal',
    name: 'paypal',
    path: '/paypal/checkoutnow',
    intro: 'Pay with your PayPal balance, bank account or card.',
    buttons: [
      ['approve', 'Approve'],
      ['decline', 'Decline'],
      ['cancel', 'Cancel'],
      ['decline-instrument', 'Card declined, choose another'],
      ['review', 'Approve, held for review'],
    ],
    suggested: () => 'approve',
    open(request) {
      const order = find(request)
      if (order === null) return { ended: 'unknown' }
      if (order.state === 'COMPLETED') return { ended: 'over' }
      if (paypal.isExpired(order)) return { ended: 'expired' }
      return { ...order, merchant: paypal.clientId, returnTo: order.confirm_url }
    },
    choose: (request, choice) => {
      const order = find(request)
      return order === null ? '/' : paypal.choose(order, choice, request.origin)
    },
  })
}

/** Zip's own test shoppers are told by their last names. */
const zipTestNames: Readonly<Record<string, ZipChoice>> = {
  APPROVETEST: 'approve',
  DECLINETEST: 'decline',
  REFERTEST: 'refer',
}

export function zipPages(zip: Zip): Route[] {
  const find = (request: SandboxRequest) => zip.checkoutOf(request.params['id'] ?? '')
  return choicePages<ZipChoice>({
    title: 'Zip',
    name: 'zip',
    path: '/zip/checkout/{id}',
    intro: 'Own it now, pay later.',
    buttons: [
      ['approve', 'Approve'],
      ['decline', 'Decline'],
      ['cancel', 'Cancel'],
      ['refer', 'Refer'],
    ],
    suggested: (request) => zipTestNames[find(request)?.last_name.toUpperCase() ?? ''] ?? 'approve',
    open(request) {
      const checkout = find(request)
      if (checkout === null) return { ended: 'unknown' }
      if (zip.isExpired(checkout)) return { ended: 'expired' }
      if (checkout.state !== 'created' && checkout.state !== 'approved') return { ended: 'over' }
      return { ...checkout, merchant: 'sandbox-zip', returnTo: checkout.confirm_url }
    },
    choose: (request, choice) => {
      const checkout = find(request)
      return checkout === null ? '/' : zip.choose(checkout, choice)
    },
  })
}
