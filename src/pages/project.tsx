import type { Route } from './+types/project.ts'
import { ProjectPage } from '../modules/navigation/ui/contact-page.tsx'
import { shopContext } from '../shop.ts'
import { pageTypeMeta } from './page-type.ts'

/** What the header's project icon leads to for who is not staff. */
export function loader({ context }: Route.LoaderArgs) {
  const { brand, stores } = context.get(shopContext)
  return { supportNumber: brand.supportNumber, hasStores: stores.all().length > 0 }
}

export const meta = () => [{ title: 'Projects' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('project')]

export default function Project({ loaderData }: Route.ComponentProps) {
  return <ProjectPage {...loaderData} />
}
