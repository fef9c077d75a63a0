import type { LoaderFunctionArgs } from 'react-router'
import { refused } from '../admin-context.server.ts'

export function loader({ request }: LoaderFunctionArgs): never {
  const isBackOffice = new URL(request.url).pathname.startsWith('/office/')
  throw refused(404, isBackOffice ? 'This page does not exist.' : 'This panel does not exist.')
}

export default function NotFound() {
  return null
}
