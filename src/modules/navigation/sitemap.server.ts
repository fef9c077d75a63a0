import type { Brand } from '../../brands/brands.ts'
import { brandPath, categoryPath } from '../catalogue/catalogue.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { blogPath, staticPath } from '../content/content.ts'
import type { Content } from '../content/content.server.ts'
import { storePath } from '../stores/stores.ts'
import type { Stores } from '../stores/stores.server.ts'

/** Everything there is to visit, for people (decision content-08). */

export type SitemapEntry = { readonly title: string; readonly uri: string; readonly below: readonly SitemapEntry[] }
export type SitemapSection = { readonly title: string; readonly entries: readonly SitemapEntry[] }

/** More posts than anybody reads through. */
const maxPosts = 100

export type SitemapSources = {
  readonly catalogue: Pick<Catalogue, 'category' | 'categories' | 'brands' | 'directory'>
  readonly search: { readonly listings: { count(brand: Brand, categoryUri: string): number } }
  readonly stores: Pick<Stores, 'of'>
  readonly content: Pick<Content, 'texts' | 'posts'>
}

export function sitemapSections(
  brand: Brand,
  { catalogue, search, stores, content }: SitemapSources,
): SitemapSection[] {
  const entry = (uri: string): SitemapEntry[] => {
    const category = catalogue.category(uri)
    if (category === null || search.listings.count(brand, uri) === 0) return []
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
    { title: 'Stores', entries: stores.of(brand).map((one) => link(one.name, storePath(one.storeUri))) },
    { title: 'Help and terms', entries: content.texts(brand).map((one) => link(one.heading, staticPath(one.name))) },
    {
      title: 'Blog',
      entries: content
        .posts(brand, { page: 1, size: maxPosts })
        .items.map((one) => link(one.title, blogPath(one.slug))),
    },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}
