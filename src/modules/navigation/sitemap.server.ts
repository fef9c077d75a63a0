import type { Brand } from '../../brands/brands.ts'
import { brandPath, categoryPath } from '../catalogue/catalogue.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { blogPath, staticPath, type BlogSummary, type StaticContent } from '../content/content.ts'
import { storePath, type Store } from '../stores/stores.ts'

/** Everything there is to visit, for people (decision content-08). */

export type SitemapEntry = { readonly title: string; readonly uri: string; readonly below: readonly SitemapEntry[] }
export type SitemapSection = { readonly title: string; readonly entries: readonly SitemapEntry[] }

/** More posts than anybody reads through. */
const mostPosts = 100

export function sitemapSections({
  brand,
  catalogue,
  listings,
  stores,
  content,
}: {
  brand: Brand
  catalogue: Pick<Catalogue, 'category' | 'categories' | 'brands' | 'directory'>
  listings: { count(brand: Brand, categoryUri: string): number }
  stores: { all(): readonly Store[] }
  content: {
    texts(): readonly StaticContent[]
    posts(wanted: { readonly page: number; readonly size: number }): { readonly items: readonly BlogSummary[] }
  }
}): SitemapSection[] {
  const entry = (uri: string): SitemapEntry[] => {
    const category = catalogue.category(uri)
    if (category === null || listings.count(brand, uri) === 0) return []
    return [{ title: category.title, uri: categoryPath(uri), below: category.children.flatMap(entry) }]
  }
  const link = (title: string, uri: string): SitemapEntry => ({ title, uri, below: [] })
  const sections = [
    {
      title: 'Categories',
      entries: catalogue.categories.filter((one) => one.parentUri === null).flatMap((one) => entry(one.uri)),
    },
    {
      title: 'Brands',
      entries: catalogue.brands
        .filter((one) => catalogue.directory.isSold(brand.app, one.uri))
        .map((one) => link(one.title, brandPath(one.uri))),
    },
    { title: 'Stores', entries: stores.all().map((one) => link(one.name, storePath(one.storeUri))) },
    { title: 'Help and terms', entries: content.texts().map((one) => link(one.heading, staticPath(one.name))) },
    {
      title: 'Blog',
      entries: content.posts({ page: 1, size: mostPosts }).items.map((one) => link(one.title, blogPath(one.slug))),
    },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}
