import type { LoaderFunctionArgs } from 'react-router'
import { refused } from '../admin-context.server.ts'

export function loader({ request }: LoaderFunctionArgs): never {
  const isBackOffice = new URL(request.url).pathname.startsWith('/office/')
  throw refused(404, isBackOffice ? 'There is no such page.' : 'There is no such panel.')
}

export default function NotFound() {
  return null
}
