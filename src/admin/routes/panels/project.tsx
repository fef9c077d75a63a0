import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { timeZoneOf } from '../../../brands/apps.ts'
import type { PricedProject } from '../../../modules/staff/projects.ts'
import type { PanelMessage, ProjectLine, StaffProblem } from '../../../modules/staff/staff.ts'
import { dayIn } from '../../../platform/calendar.ts'
import type { Result } from '../../../platform/result.ts'
import { sentForm, signedIn, type SignedIn } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import { fieldsOf, pageOf, rejectedForm, statusOf, typedMoney } from '../../panel-problems.server.ts'
import { panelPath } from '../../ui/panels/panel-path.ts'
import { ProjectListPanel } from '../../ui/panels/project-list-panel.tsx'
import { ProjectPanel } from '../../ui/panels/project-panel.tsx'

const notifications: Readonly<Record<string, string>> = {
  create: 'Project created. Add the products that the customer wants.',
  details: 'Project saved.',
  lines: 'Products saved.',
  cart: 'All products added to the cart.',
  quote: 'Quote sent to the customer. Its prices are valid for 30 days.',
  delete: 'Project deleted.',
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const requested = signedIn(context)
  const query = new URL(request.url).searchParams
  const id = query.get('id')
  return id === null ? listOf(requested, query) : projectOf(requested, id, query)
}

const commonOf = ({ member }: SignedIn, query: URLSearchParams) => ({
  salesperson: member.principal.salespersonCode ?? '',
  notice: notifications[query.get('done') ?? ''] ?? null,
})

async function listOf(requested: SignedIn, query: URLSearchParams) {
  const { member, services } = requested
  const search = query.get('search') ?? ''
  const email = query.get('email') || null
  const page = pageOf(query)
  const range = { search: search.slice(0, 100), email, page }
  const { projects, totalCount } = await services.staffService.projects.list(member.principal, member.brand, range)
  const messages: readonly PanelMessage[] = [{ type: 'project', payload: null }]
  return {
    kind: 'list' as const,
    ...commonOf(requested, query),
    messages,
    search,
    email,
    page,
    totalCount,
    projects: projects.map(({ id, name, status, customerName, total, updatedAt }) => ({
      id,
      name,
      status,
      customerName,
      total,
      changedOn: dayIn(timeZoneOf[member.brand.country], updatedAt),
    })),
  }
}

async function projectOf(requested: SignedIn, id: string, query: URLSearchParams) {
  const { projects } = requested.services.staffService
  const project = await projects.byId(requested.member, id)
  if (project === null) throw refused(404, 'This project does not exist.')
  const messages: readonly PanelMessage[] = [
    { type: 'project', payload: { id: project.id, email: project.customerEmail } },
    ...(query.get('done') === 'cart' ? [{ type: 'refreshCart' as const }] : []),
  ]
  return {
    kind: 'project' as const,
    ...commonOf(requested, query),
    messages,
    project,
    discountPercent: await projects.discountPercent(requested.member),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const requested = signedIn(context)
  const salesperson = requested.member.principal.salespersonCode ?? ''
  const id = new URL(request.url).searchParams.get('id')
  const form = await sentForm(request)
  const intent = form.get('intent') ?? ''
  const done =
    id === null
      ? await requested.services.staffService.projects.create(requested.member, inputOf(form))
      : await change(requested, id, intent, form)
  if (!done.ok) return data(rejectedForm(done.problem, form), { status: statusOf(done.problem) })
  if (done.value === null) return redirect(panelPath('project', { salesperson, done: 'delete' }), 303)
  return redirect(panelPath('project', { salesperson, id: done.value.id, done: id === null ? 'create' : intent }), 303)
}

async function change(
  { member, services: { staffService } }: SignedIn,
  id: string,
  intent: string,
  form: URLSearchParams,
): Promise<Result<PricedProject | null, StaffProblem>> {
  const text = form.get('version') ?? ''
  const version = /^\d{1,9}$/.test(text) ? Number(text) : null
  switch (intent) {
    case 'details':
      return staffService.projects.change(member, id, version, () => ({ input: inputOf(form) }))
    case 'lines': {
      const sku = fieldsOf(form)('new_sku').trim()
      const added = sku === '' ? null : { id: staffService.products.bySku(sku, member.brand)?.id ?? 0 }
      return staffService.projects.change(member, id, version, (project) => ({ lines: linesOf(project, form, added) }))
    }
    case 'cart':
      return staffService.projects.toCart(member, id)
    case 'quote':
      return staffService.projects.quote(member, id)
    case 'delete':
      return staffService.projects.remove(member, id)
    default:
      return { ok: false, problem: { code: 'not_found' } }
  }
}

function inputOf(form: URLSearchParams) {
  const field = fieldsOf(form)
  return {
    name: field('name'),
    customerName: field('customerName'),
    customerEmail: field('customerEmail') || null,
    customerPhone: field('customerPhone') || null,
    status: (field('status') || 'Open') as 'Open',
  }
}

/** The lines of a form: those that are there, changed or removed, and perhaps a new one. */
function linesOf(
  project: { readonly lines: readonly Pick<ProjectLine, 'productId'>[] },
  form: URLSearchParams,
  added: { readonly id: number } | null,
): ProjectLine[] {
  const field = fieldsOf(form)
  const changed = project.lines.flatMap((line, at) => {
    // The version rejects a form of another state of the project; this keeps lines apart within one.
    if (field(`id_${at}`) !== String(line.productId) || form.has(`remove_${at}`)) return []
    return [
      {
        productId: line.productId,
        room: field(`room_${at}`).trim(),
        quantity: Number(field(`quantity_${at}`)),
        agreed: typedMoney(field(`price_${at}`)),
      },
    ]
  })
  if (added === null) return changed
  const quantity = Number(field('new_quantity') || '1')
  return [...changed, { productId: added.id, room: field('new_room').trim(), quantity, agreed: null }]
}

export default function Project() {
  const loaded = useLoaderData<typeof loader>()
  const form = useActionData<typeof action>() ?? null
  return loaded.kind === 'list' ? (
    <ProjectListPanel {...loaded} form={form} />
  ) : (
    <ProjectPanel {...loaded} form={form} />
  )
}
