import { Outlet, type MiddlewareFunction } from 'react-router'
import { can } from '../../../modules/identity/policy.ts'
import { signedIn } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'

/** Projects, customers and reminders are for salespeople, at addresses with their own code. */
export const middleware: MiddlewareFunction[] = [
  async ({ context, request }) => {
    const { member, services } = signedIn(context)
    const { principal, brand } = member
    const { pathname, searchParams } = new URL(request.url)
    if (can(principal, 'sell') && searchParams.get('salesperson') === principal.salespersonCode) return
    await services.staffService.refuse(principal, brand.app, 'open panel', pathname, 'not_allowed')
    throw refused(403, 'You don’t have access to this panel.')
  },
]

export const loader = () => null

export default function SellerPanels() {
  return <Outlet />
}
