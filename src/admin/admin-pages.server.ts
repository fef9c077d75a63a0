import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { AdminRequest } from './admin-context.server.ts'
import type { AdminBuild } from './entry.server.tsx'

/** Renders a page of the admin build. */
export type AdminPages = (request: Request, context: AdminRequest) => Promise<Response>

/** Renders pages with a build of the admin application, which exports the key of its context. */
export function adminPagesOf(build: AdminBuild, mode: 'production' | 'development'): AdminPages {
  const handle = createRequestHandler(build, mode)
  return (request, known) => {
    const context = new RouterContextProvider()
    context.set(build.entry.module.adminContext, known)
    return handle(request, context)
  }
}
