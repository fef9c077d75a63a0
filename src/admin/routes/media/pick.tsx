import type { MiddlewareFunction } from 'react-router'
import { can } from '../../../modules/identity/policy.ts'
import type { Cursor } from '../../../platform/database/records.ts'
import { listFor } from '../../access.server.ts'
import { maxFilesAtOnce, uploadLimits } from '../../uploads.server.ts'
import type { PickPage } from '../../ui/media/pick-dialog.tsx'
import { tileOf } from './library-view.server.ts'

/** A page of the library for the dialog of a form: a call, and not a page. */
export const middleware: MiddlewareFunction[] = [
  async ({ context, request }) => {
    const { member, services, resource } = await listFor(context, 'media')
    const { records, next, previous } = await services.admin.list(resource, new URL(request.url).searchParams)
    const turn = (name: string, cursor: Cursor | null) =>
      cursor === null ? null : `${name}=${encodeURIComponent(`${cursor.key}~${cursor.value}`)}`
    const page: PickPage = {
      tiles: records.map((record) => tileOf(services.library, record)),
      next: turn('after', next),
      previous: turn('before', previous),
      limits: can(member.principal, resource.change) ? { ...uploadLimits, maxFiles: maxFilesAtOnce } : null,
    }
    return Response.json(page)
  },
]

export const loader = () => null

export default function Pick() {
  return null
}
