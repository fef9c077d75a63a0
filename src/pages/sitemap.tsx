import { data } from 'react-router'
import type { Route } from './+types/sitemap.ts'
import { categoryPath } from '../modules/catalogue/catalogue.ts'
import { Breadcrumbs } from '../modules/navigation/ui/breadcrumbs.tsx'
import { shopContext } from '../shop.ts'
import { headersOfLoader, keptForAll } from './page-headers.ts'
import { pageTypeMeta } from './page-type.ts'
import { trailMeta } from './trail-meta.ts'

type Entry = { readonly title: string; readonly href: string; readonly below: readonly Entry[] }

export function loader({ context }: Route.LoaderArgs) {
  const { brand, catalogue, listings } = context.get(shopContext)
  const entry = (uri: string): Entry[] => {
    const category = catalogue.category(uri)
    if (category === null || listings.count(brand, uri) === 0) return []
    return [{ title: category.title, href: categoryPath(uri), below: category.children.flatMap(entry) }]
  }
  const entries = catalogue.categories.filter((one) => one.parentUri === null).flatMap((one) => entry(one.uri))
  const canonical = `https://${brand.hostname}/sitemap`
  return data({ entries, companyName: brand.companyName, canonical }, { headers: keptForAll(['listings']) })
}

export const headers = headersOfLoader

const trail = [{ title: 'All categories', href: null }]

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData === undefined
    ? []
    : [
        { title: `All categories at ${loaderData.companyName}` },
        { tagName: 'link', rel: 'canonical', href: loaderData.canonical },
        pageTypeMeta('siteMap'),
        ...trailMeta(trail, loaderData.canonical),
      ]

export default function Sitemap({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trail} />
      <div className="page">
        <h1>All categories</h1>
        <Entries entries={loaderData.entries} />
      </div>
    </>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.href}>
          <a href={entry.href}>{entry.title}</a>
          {entry.below.length > 0 && <Entries entries={entry.below} />}
        </li>
      ))}
    </ul>
  )
}
