import { Outlet, useRouteError } from 'react-router'
import { ProblemPage } from '../ui/layout/problem-page.tsx'

/** Shows a page's error inside the layout around it. */
export default function Errors() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ProblemPage error={useRouteError()} />
}
