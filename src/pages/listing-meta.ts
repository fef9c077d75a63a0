import { pageTypeMeta, type PageType } from './page-type.ts'
import { unpack, type Packed } from '../platform/packed.ts'

/** Title, canonical address and whether a list may be indexed: a filtered or sorted list is a view of the plain one. */
export function listingMeta(
  loaderData: Packed<{ title: string; intro: string; canonical: string; noIndex: boolean }> | undefined,
  pageType: PageType,
) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { title, intro, canonical, noIndex } = unpack(loaderData)
  return [
    { title },
    ...(intro === '' ? [] : [{ name: 'description', content: intro }]),
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta(pageType),
    ...(noIndex ? [{ name: 'robots', content: 'noindex,follow' }] : []),
  ]
}
