import type { AdminProblem } from './admin-context.server.ts'

/** Between the host and the router: addresses and requests as each of them has them. */

/** The address of a page, which the router's calls for its data name with an ending and a parameter of their own. */
export function pageUrl(text: string): URL {
  const url = new URL(text)
  url.pathname = url.pathname.replace(/\.data$/, '')
  url.searchParams.delete('_routes')
  return url
}

/** The request as the router takes it: with the form that was read, and without one where no page is to see it. */
export function requestFor(request: Request, problem: AdminProblem | null, fields: URLSearchParams | null): Request {
  const { url, signal } = request
  const method = ['GET', 'HEAD', 'POST'].includes(request.method) ? request.method : 'GET'
  const headers = new Headers(request.headers)
  // Where a form comes from has been checked already, and the router would compare it with the name behind a proxy.
  headers.delete('origin')
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal }
  if (method === 'POST')
    Object.assign(
      init,
      problem === null && fields === null
        ? { body: request.body, duplex: 'half' }
        : { body: problem === null ? String(fields) : '' },
    )
  return new Request(url, init)
}

/** On this host: '//elsewhere.example' in a Location would be another one. */
export const redirectTo = ({ pathname, search }: URL, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, {
    status: 303,
    headers: { ...headers, location: `/${pathname.replace(/^\/+/, '')}${search}`, 'cache-control': 'no-store' },
  })
