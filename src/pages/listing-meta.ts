/** Title, canonical address and whether a list may be indexed: a filtered or sorted list is a view of the plain one. */
export function listingMeta(
  loaderData: { title: string; intro: string; canonical: string; noIndex: boolean } | undefined,
) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  return [
    { title: loaderData.title },
    ...(loaderData.intro === '' ? [] : [{ name: 'description', content: loaderData.intro }]),
    { tagName: 'link', rel: 'canonical', href: loaderData.canonical },
    ...(loaderData.noIndex ? [{ name: 'robots', content: 'noindex,follow' }] : []),
  ]
}
