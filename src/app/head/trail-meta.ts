import { breadcrumbsJsonLd } from '../../modules/catalogue/breadcrumbs-json-ld.ts'
import type { Crumb } from '../../modules/catalogue/catalogue.ts'

/** The way home for search engines, on pages that tell them nothing else (SEO-01, decision navigation-11). */
export function trailMeta(trail: readonly Crumb[], canonical: string) {
  if (trail.length === 0) return []
  const { origin } = new URL(canonical)
  return [{ 'script:ld+json': { '@context': 'https://schema.org', ...breadcrumbsJsonLd(trail, origin) } }]
}
