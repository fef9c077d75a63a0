import type { MiddlewareFunction } from 'react-router'
import { can } from '../../../modules/identity/policy.ts'
import { viewQuery } from '../../../modules/admin/admin.ts'
import { listFor } from '../../access.server.ts'
import { confirmFirst, refused } from '../../admin-context.server.ts'
import { csvResponse, csvStream } from '../../csv-response.server.ts'

/** A download is a response of its own; a page is rendered only when it is denied. */
export const middleware: MiddlewareFunction[] = [
  async ({ context, params, request }) => {
    const { member, services, resource } = await listFor(context, params['list'])
    const { admin } = services
    const query = new URL(request.url).searchParams
    if (admin.isStale(member, 'download')) throw confirmFirst(null)
    if (resource.csv !== undefined) {
      if (!can(member.principal, resource.csv)) {
        await admin.refuse(member, 'download', resource.name)
        throw refused(403, `You do not have permission to download ${resource.title.toLowerCase()}.`)
      }
      await admin.note(member, 'download', resource.name, { query: viewQuery(query, resource) })
    }
    return csvResponse(resource.name, csvStream(admin.csv(resource, query)))
  },
]

export const loader = () => null

export default function ListCsv() {
  return null
}
