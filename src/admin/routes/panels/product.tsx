import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { timeZoneOf } from '../../../brands/apps.ts'
import { can } from '../../../modules/identity/policy.ts'
import type { Member, PanelMessage, StaffProblem } from '../../../modules/staff/staff.ts'
import { dayIn } from '../../../platform/calendar.ts'
import type { Result } from '../../../platform/result.ts'
import { sentForm, signedIn } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import type { AdminServices } from '../../admin-services.server.ts'
import { fieldsOf, rejectedForm, statusOf, typedMoney } from '../../panel-problems.server.ts'
import { ProductPanel } from '../../ui/panels/product-panel.tsx'

const notifications: Readonly<Record<string, string>> = {
  cart: 'Added to the cart.',
  note: 'Note saved.',
  competitor: 'Price saved.',
  cost: 'Cost saved.',
  project: 'Added to the project.',
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { member, services } = signedIn(context)
  const query = new URL(request.url).searchParams
  const facts = await services.staffService.products.facts(member, query.get('sku') ?? '')
  if (facts === null) throw refused(404, 'This shop does not have this product.')
  const { product, stock, competitors, notes, offer, ...rest } = facts
  const day = (at: Date) => dayIn(timeZoneOf[member.brand.country], at)
  const done = query.get('done') ?? ''
  const messages: readonly PanelMessage[] = done === 'cart' ? [{ type: 'refreshCart' }] : []
  return {
    messages,
    notice: notifications[done] ?? null,
    salesperson: member.principal.salespersonCode,
    projects: await openProjects(member, services),
    canSetCost: can(member.principal, 'set costs'),
    facts: {
      ...rest,
      sku: product.sku,
      title: product.title,
      brand: product.brand.title,
      isSuperseded: Boolean(product.superseded),
      price: offer.price,
      rrp: offer.rrp,
      isMakersPrice: offer.priceType === 'manufacturer',
      lineDiscount: offer.lineDiscount ?? 0,
      stock: stock.map(({ code, title, quantity, incoming }) => ({ code, title, quantity, incoming })),
      competitors: competitors.map(({ id, competitor, url, price, by, at }) => ({
        id,
        competitor,
        url,
        price,
        by,
        on: day(at),
      })),
      notes: notes.map(({ id, text, by, at }) => ({ id, text, by, on: day(at) })),
    },
  }
}

/** Those that a product can be put into. */
async function openProjects(member: Member, { staffService }: AdminServices) {
  if (!can(member.principal, 'sell')) return []
  const all = { search: '', email: null, page: 0 }
  const { projects } = await staffService.projects.list(member.principal, member.brand, all)
  return projects
    .filter(({ status }) => status === 'Open')
    .map(({ id, name, customerName }) => ({ id, name, customerName }))
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { member, services } = signedIn(context)
  const sku = new URL(request.url).searchParams.get('sku') ?? ''
  const form = await sentForm(request)
  const intent = form.get('intent') ?? ''
  const done = await change(member, services, { sku, intent, form })
  if (done.ok) return redirect(`/panel/product?sku=${encodeURIComponent(sku)}&done=${intent}`, 303)
  return data(rejectedForm(done.problem, form), { status: statusOf(done.problem) })
}

async function change(
  member: Member,
  { staffService }: AdminServices,
  { sku, intent, form }: { readonly sku: string; readonly intent: string; readonly form: URLSearchParams },
): Promise<Result<unknown, StaffProblem>> {
  const field = fieldsOf(form)
  switch (intent) {
    case 'cart':
      return staffService.products.toCart(member, sku, Number(field('quantity')))
    case 'note':
      return staffService.products.addNote(member, sku, field('text'))
    case 'competitor':
      return staffService.products.addCompetitorPrice(member, sku, {
        competitor: field('competitor'),
        url: field('url'),
        price: typedMoney(field('price')),
      })
    case 'cost':
      return staffService.products.setCost(member, sku, typedMoney(field('cost')))
    case 'project':
      return staffService.projects.add(member, field('project'), sku, field('room'), Number(field('pieces')))
    default:
      return { ok: false, problem: { code: 'not_found' } }
  }
}

export default function Product() {
  return <ProductPanel {...useLoaderData<typeof loader>()} form={useActionData<typeof action>() ?? null} />
}
