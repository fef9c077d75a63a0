import { Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { signedIn } from '../../access.server.ts'
import { PanelRoot } from '../../ui/panels/panel-root.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  return { parent: signedIn(context).member.parent }
}

/** The page that a panel belongs to does not change while it is open. */
export const shouldRevalidate = () => false

export default function Panel() {
  return (
    <PanelRoot parent={useLoaderData<typeof loader>().parent}>
      <Outlet />
    </PanelRoot>
  )
}
