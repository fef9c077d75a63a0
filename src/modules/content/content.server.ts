import type { Brand } from '../../brands/brands.ts'
import type { StaticContent } from './content.ts'
import { staticPages, writtenOn } from './static-pages.server.ts'

/** A brand's text of a name, in any letter case; null when there is none. */
export function staticContent(brand: Brand, name: string): StaticContent | null {
  const key = name.toLowerCase()
  const page = Object.hasOwn(staticPages, key) ? staticPages[key] : undefined
  if (page === undefined) return null
  return {
    name: key,
    heading: page.heading,
    body: page.body(brand),
    metaTitle: null,
    metaDescription: page.summary(brand),
    updatedAt: writtenOn,
  }
}
