import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { AdminPages } from './admin-host.server.ts'
import type { AdminBuild } from './entry.server.tsx'

/** Makes pages by a build of the admin application, which says itself by which key its pages read what the host knows. */
export function adminPagesOf(build: AdminBuild, mode: 'production' | 'development'): AdminPages {
  const handle = createRequestHandler(build, mode)
  return (request, known) => {
    const context = new RouterContextProvider()
    context.set(build.entry.module.adminContext, known)
    return handle(request, context)
  }
}
