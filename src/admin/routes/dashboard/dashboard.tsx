import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { can } from '../../../modules/identity/policy.ts'
import { signedIn } from '../../access.server.ts'
import { DashboardPage } from '../../ui/dashboard/dashboard-page.tsx'
import { dashboardQuery, dashboardView } from './dashboard-view.server.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { member, services } = signedIn(context)
  const query = dashboardQuery(member, new URL(request.url).searchParams)
  const dashboard = await services.dashboard(member, query)
  return dashboardView(dashboard, {
    ...query,
    country: member.brand.country,
    canWatch: can(member.principal, 'monitor the system'),
  })
}

export default function Dashboard() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />
}
