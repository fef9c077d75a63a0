import { Outlet, useRouteError } from 'react-router'
import { ProblemPage } from '../ui/layout/problem-page.tsx'

/** Shows what went wrong with a page inside the layout that is around it. */
export default function Errors() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ProblemPage error={useRouteError()} />
}
