import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type RouterContextProvider,
} from 'react-router'
import { timeZoneOf } from '../../../brands/apps.ts'
import { addDays, clockTextIn, dayIn, instantIn } from '../../../platform/calendar.ts'
import { sentForm, signedIn } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import { fieldsOf, rejectedForm, statusOf } from '../../panel-problems.server.ts'
import { panelPath } from '../../ui/panels/panel-path.ts'
import { ReminderPanel } from '../../ui/panels/reminder-panel.tsx'

/** The reminder and project that an address names. */
async function named(context: Readonly<RouterContextProvider>, query: URLSearchParams) {
  const requested = signedIn(context)
  const { member, services } = requested
  const { staffService } = services
  const id = query.get('reminderId')
  const reminder = id === null ? null : await staffService.reminders.byId(member.principal, id)
  if (id !== null && reminder === null) {
    await staffService.refuse(member.principal, member.brand.app, 'open reminder', `reminder ${id}`, 'not_found')
    throw refused(404, 'This reminder does not exist.')
  }
  const projectId = query.get('projectId') ?? reminder?.projectId ?? null
  const project = projectId === null ? null : await staffService.projects.byId(member, projectId)
  // A reminder may be for a project of another shop, which is not shown here.
  if (query.has('projectId') && project === null) throw refused(404, 'This project does not exist.')
  return { ...requested, id, reminder, projectId, project, zone: timeZoneOf[member.brand.country] }
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const { member, services, reminder, project, zone } = await named(context, query)
  const product = services.staffService.products.bySku(query.get('sku') ?? '', member.brand)
  const tomorrow = `${addDays(dayIn(zone, services.clock.now()), 1)}T10:00`
  return {
    salesperson: member.principal.salespersonCode ?? '',
    id: reminder?.id ?? null,
    project: project === null ? null : { id: project.id, name: project.name },
    name: reminder?.name ?? (project === null ? '' : `Call about ${project.name}`.slice(0, 120)),
    notes: reminder?.notes ?? (product === null ? '' : `${product.title} (${product.sku})`),
    when: reminder === null ? tomorrow : clockTextIn(zone, reminder.dueAt),
    isDone: reminder?.isDone ?? false,
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { member, services, id, projectId, zone } = await named(context, new URL(request.url).searchParams)
  const { reminders } = services.staffService
  const form = await sentForm(request)
  const field = fieldsOf(form)
  const intent = field('intent')
  const input = {
    name: field('name').trim(),
    notes: field('notes').trim(),
    dueAt: instantIn(zone, field('date')),
    projectId,
    isDone: form.has('isDone'),
  }
  const done =
    id === null
      ? intent === 'delete'
        ? { ok: false as const, problem: { code: 'not_found' as const } }
        : await reminders.create(member, input)
      : intent === 'delete'
        ? await reminders.remove(member, id)
        : await reminders.change(member, id, input)
  if (!done.ok) return data(rejectedForm(done.problem, form), { status: statusOf(done.problem) })
  const salesperson = member.principal.salespersonCode ?? ''
  return redirect(`${panelPath('reminders', { salesperson })}&done=${intent}`, 303)
}

export default function Reminder() {
  return <ReminderPanel {...useLoaderData<typeof loader>()} form={useActionData<typeof action>() ?? null} />
}
