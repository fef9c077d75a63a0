import { redirect } from 'react-router'
import type { Route } from './+types/search-redirect.ts'

/** /search redirects to /products with its query (ROUTE-22, decision platform-16). */
export function loader({ request }: Route.LoaderArgs): never {
  throw redirect(`/products${new URL(request.url).search}`, 301)
}

export default function SearchRedirect() {
  return null
}
