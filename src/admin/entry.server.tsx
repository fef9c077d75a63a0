import { randomBytes } from 'node:crypto'
import { renderToReadableStream } from 'react-dom/server'
import {
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { adminContext } from './admin-context.server.ts'
import { ThemeContext } from './theme-context.ts'

export { adminContext }

/** A build of this application, as the host is given it. */
export type AdminBuild = ServerBuild & {
  readonly entry: { readonly module: { readonly adminContext: typeof adminContext } }
}

/** These pages are personal and never cached, so a nonce for each response identifies the scripts and styles of the page. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { member, frameAncestors, services } = loadContext.get(adminContext)
  const url = new URL(request.url)
  const theme = isBackOffice(url) ? 'aoc' : (member?.brand.theme ?? 'aol')
  const nonce = randomBytes(16).toString('base64url')
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', contentPolicy(nonce, frameAncestors))
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const body = await renderToReadableStream(
    <ThemeContext value={{ theme, css: services.themeCss(theme), nonce }}>
      <ServerRouter context={routerContext} url={url} nonce={nonce} />
    </ThemeContext>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        if (!request.signal.aborted)
          services.log.error({ err: error, path: url.pathname }, 'a staff page failed to render')
      },
    },
  )
  return new Response(body, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const { log } = context.get(adminContext).services
  if (!request.signal.aborted) log.error({ err: error, path: new URL(request.url).pathname }, 'a staff page failed')
}

const isBackOffice = ({ pathname }: URL): boolean => /^\/(office|logged-out)(\/|$)/.test(pathname)

function contentPolicy(nonce: string, frameAncestors: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `img-src 'self' https: data:`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}
