import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { timeZoneOf } from '../../../brands/apps.ts'
import type { PanelMessage } from '../../../modules/staff/staff.ts'
import { clockTextIn } from '../../../platform/calendar.ts'
import { signedIn } from '../../access.server.ts'
import { pageOf } from '../../panel-problems.server.ts'
import { ReminderListPanel } from '../../ui/panels/reminder-list-panel.tsx'

const notifications: Readonly<Record<string, string>> = {
  save: 'Reminder saved.',
  delete: 'Reminder deleted.',
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { member, services } = signedIn(context)
  const query = new URL(request.url).searchParams
  const done = query.get('done') ?? ''
  const showsDone = done === '1'
  const page = pageOf(query)
  const range = { from: null, to: null, isDone: showsDone, page }
  const { reminders, totalCount } = await services.staffService.reminders.list(member.principal, range)
  const now = services.clock.now()
  const messages: readonly PanelMessage[] = Object.hasOwn(notifications, done) ? [{ type: 'refreshReminders' }] : []
  return {
    messages,
    notice: notifications[done] ?? null,
    salesperson: member.principal.salespersonCode ?? '',
    page,
    showsDone,
    totalCount,
    reminders: reminders.map(({ id, name, notes, dueAt, isDone }) => {
      const [day = '', time = ''] = clockTextIn(timeZoneOf[member.brand.country], dueAt).split('T')
      return { id, name, notes, day, time, isOverdue: !isDone && dueAt < now }
    }),
  }
}

export default function Reminders() {
  return <ReminderListPanel {...useLoaderData<typeof loader>()} />
}
