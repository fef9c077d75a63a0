import type { MiddlewareFunction } from 'react-router'
import { can } from '../../../modules/identity/policy.ts'
import { viewQuery } from '../../../modules/admin/admin.ts'
import { listFor } from '../../access.server.ts'
import { confirmFirst, refused } from '../../admin-context.server.ts'
import { csvResponse, csvStream } from '../../csv-response.server.ts'

/** A download is an answer of its own, and a page only when it is refused. */
export const middleware: MiddlewareFunction[] = [
  async ({ context, params, request }) => {
    const { member, services, resource } = await listFor(context, params['list'])
    const { office } = services
    const query = new URL(request.url).searchParams
    if (office.isStale(member, 'download')) throw confirmFirst(null)
    if (resource.csv !== undefined) {
      if (!can(member.principal, resource.csv)) {
        await office.refuse(member, 'download', resource.name)
        throw refused(403, `You may not download ${resource.title.toLowerCase()}.`)
      }
      await office.note(member, 'download', resource.name, { query: viewQuery(query, resource) })
    }
    return csvResponse(resource.name, csvStream(office.csv(resource, query)))
  },
]

export const loader = () => null

export default function ListCsv() {
  return null
}
