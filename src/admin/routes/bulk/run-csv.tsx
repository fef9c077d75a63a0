import type { MiddlewareFunction } from 'react-router'
import { csvRow } from '../../../platform/text/csv.ts'
import { signedIn, uuidOf } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import { csvResponse } from '../../csv-response.server.ts'

/** A download is a response of its own; a page is rendered only when it is denied. */
export const middleware: MiddlewareFunction[] = [
  async ({ context, params }) => {
    const { member, services } = signedIn(context)
    const run = await services.run(member, uuidOf(params['id']))
    if (run === null) throw refused(404, 'This job does not exist.')
    const rows = run.errors.map(({ key, name, message }) => csvRow([key, name, message]))
    return csvResponse('refused', [csvRow(['Key', 'Of', 'Why']), ...rows].join(''))
  },
]

export const loader = () => null

export default function RunCsv() {
  return null
}
