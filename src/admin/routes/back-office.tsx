import { Outlet, useLoaderData, type LoaderFunctionArgs, type MiddlewareFunction } from 'react-router'
import { can } from '../../modules/identity/policy.ts'
import { signedIn } from '../access.server.ts'
import { refused } from '../admin-context.server.ts'
import { AdminLayout, type MenuEntry } from '../ui/layout/admin-layout.tsx'

export const middleware: MiddlewareFunction[] = [
  async ({ context, request }) => {
    const { member, services } = signedIn(context)
    await services.refreshChoices()
    if (can(member.principal, 'use the back office')) return
    await services.admin.refuse(member, 'open the back office', new URL(request.url).pathname)
    throw refused(403, 'You don’t have access to the back office.')
  },
]

export function loader({ context }: LoaderFunctionArgs) {
  const { member, services } = signedIn(context)
  const lists: readonly MenuEntry[] = services.admin.resources
    .filter(({ see }) => can(member.principal, see))
    .map(({ title, name, section }) => ({ title, href: `/office/${name}`, section }))
  return {
    who: member.firstName,
    staffNumber: member.principal.winningUserId,
    menu: [{ title: 'Dashboard', href: '/office', section: null }, ...lists],
  }
}

/** The menu is the same on every page. */
export const shouldRevalidate = () => false

export default function BackOffice() {
  return (
    <AdminLayout {...useLoaderData<typeof loader>()}>
      <Outlet />
    </AdminLayout>
  )
}
