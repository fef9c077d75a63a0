import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { timeZoneOf } from '../../../brands/apps.ts'
import { addDays, dayIn, instantIn } from '../../../platform/calendar.ts'
import { signedIn } from '../../access.server.ts'
import { ReminderStatsPanel } from '../../ui/panels/reminder-stats-panel.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { member, services } = signedIn(context)
  const query = new URL(request.url).searchParams
  const zone = timeZoneOf[member.brand.country]
  const today = dayIn(zone, services.clock.now())
  const requestedDay = (name: string, otherwise: string) => {
    const text = query.get(name) ?? ''
    return Number.isNaN(instantIn(zone, `${text}T00:00`).getTime()) ? otherwise : text
  }
  const [from, to] = [requestedDay('from', addDays(today, -30)), requestedDay('to', addDays(today, 30))]
  const stats = await services.staffService.reminders.stats(member, {
    from: instantIn(zone, `${from}T00:00`),
    to: instantIn(zone, `${addDays(to, 1)}T00:00`),
  })
  return { salesperson: member.principal.salespersonCode ?? '', stats, from, to }
}

export default function ReminderStats() {
  return <ReminderStatsPanel {...useLoaderData<typeof loader>()} />
}
