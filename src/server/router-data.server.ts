/** Requests of the router in the browser for the data of a page. */

/** The address of the page whose data are requested; null for any other request. */
export function pageOfData(target: string): string | null {
  const [, path, query = ''] = /^([^?]*)\.data(?:\?(.*))?$/.exec(target) ?? []
  if (path === undefined) return null
  const search = new URLSearchParams(query)
  search.delete('_routes')
  const page = path.replace(/\/(_root|_)$/, '/')
  return search.size === 0 ? page : `${page}?${search.toString()}`
}

/** Has the router load a page as a document (its `redirectDocument`). */
export const loadDocument = (page: string) =>
  new Response(null, {
    status: 204,
    headers: {
      'x-remix-redirect': page,
      'x-remix-status': '302',
      'x-remix-reload-document': 'true',
      'cache-control': 'no-store',
    },
  })
