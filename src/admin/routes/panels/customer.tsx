import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { timeZoneOf } from '../../../brands/apps.ts'
import { quoteNumberIn, quoteTokenIn } from '../../../modules/quotes/quotes.ts'
import type { FoundCustomer } from '../../../modules/staff/customers.server.ts'
import type { Member, PanelMessage, StaffProblem } from '../../../modules/staff/staff.ts'
import { dayIn, type Day } from '../../../platform/calendar.ts'
import type { Result } from '../../../platform/result.ts'
import { sentForm, signedIn } from '../../access.server.ts'
import type { AdminServices } from '../../admin-services.server.ts'
import { fieldsOf, rejectedForm, statusOf, typedMoney } from '../../panel-problems.server.ts'
import { CustomerPanel, type CustomerView } from '../../ui/panels/customer-panel.tsx'
import { panelPath } from '../../ui/panels/panel-path.ts'
import { quoteView } from './quote-view.server.ts'

const notifications: Readonly<Record<string, string>> = {
  open: 'You are now working in this customer’s cart. Anything you add to the cart in the shop goes into it.',
  finish: 'You have finished with this customer’s cart. Its contents stay there.',
  line: 'Line saved.',
  'quote-cart': 'The available products of the quote are in the cart.',
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { member, services } = signedIn(context)
  const done = new URL(request.url).searchParams.get('done') ?? ''
  const messages: readonly PanelMessage[] = Object.hasOwn(notifications, done) ? [{ type: 'refreshCart' }] : []
  return {
    messages,
    notice: notifications[done] ?? null,
    salesperson: member.principal.salespersonCode ?? '',
    cart: await services.staffService.customers.cart(member),
    discountPercent: await services.staffService.projects.discountPercent(member),
  }
}

/** The customer searched for is never in an address: the search is in the body of a form, and the result in the response to that. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { member, services } = signedIn(context)
  const { staffService } = services
  const form = await sentForm(request)
  const salesperson = member.principal.salespersonCode ?? ''
  const intent = form.get('intent') ?? ''
  const day = (at: Date) => dayIn(timeZoneOf[member.brand.country], at)
  const refuse = (problem: StaffProblem) =>
    data({ form: rejectedForm(problem, form), customers: null, quote: null }, { status: statusOf(problem) })

  if (intent === 'find') {
    const text = form.get('find') ?? ''
    if (quoteNumberIn(text) !== null || quoteTokenIn(text) !== null) {
      const quote = await staffService.quotes.find(member, text)
      return quote.ok ? { form: null, customers: null, quote: quoteView(quote.value, day) } : refuse(quote.problem)
    }
    const found = await staffService.customers.find(member, text)
    if (!found.ok) return refuse(found.problem)
    return { form: null, customers: found.value.map((one) => customerView(one, day)), quote: null }
  }
  if (intent === 'quote-project') {
    const project = await staffService.quotes.toProject(member, form.get('number') ?? '')
    if (!project.ok) return refuse(project.problem)
    return redirect(panelPath('project', { salesperson, id: project.value.id, done: 'create' }), 303)
  }
  const done = await changeCart(member, staffService, intent, form)
  return done.ok ? redirect(`${panelPath('customer', { salesperson })}&done=${intent}`, 303) : refuse(done.problem)
}

async function changeCart(
  member: Member,
  staffService: AdminServices['staffService'],
  intent: string,
  form: URLSearchParams,
): Promise<Result<unknown, StaffProblem>> {
  const field = fieldsOf(form)
  switch (intent) {
    case 'quote-cart':
      return staffService.quotes.toCart(member, field('number'))
    case 'open':
      return staffService.customers.open(member, field('email'), field('cart') || null)
    case 'finish':
      return staffService.customers.finish(member)
    case 'line':
      return staffService.customers.changeLine(member, {
        productCode: field('code'),
        quantity: form.has('remove') ? 0 : Number(field('quantity') || 'none'),
        price: typedMoney(field('price')),
        reason: field('reason'),
        competitorUrl: field('competitorUrl'),
      })
    default:
      return { ok: false, problem: { code: 'not_found' } }
  }
}

const customerView = (
  { email, name, phone, accountId, carts, orders }: FoundCustomer,
  day: (at: Date) => Day,
): CustomerView => ({
  email,
  name,
  phone,
  hasAccount: accountId !== null,
  carts: carts.map(({ id, pieces, total }) => ({ id, pieces, total })),
  orders: orders.map(({ webOrderId, placedAt, state, total }) => ({
    webOrderId,
    placedOn: day(placedAt),
    state,
    total,
  })),
})

export default function Customer() {
  return <CustomerPanel {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? null} />
}
