import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { minutes } from '../../../platform/clock.ts'
import { signedIn, uuidOf } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import { RunPage } from '../../ui/bulk/run-page.tsx'

const maxShownErrors = 200

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { member, services } = signedIn(context)
  const run = await services.run(member, uuidOf(params['id']))
  if (run === null) throw refused(404, 'This job does not exist.')
  const { id, title, total, done, said, errors, finishedAt, beatAt } = run
  const isSilent = services.clock.now().getTime() - beatAt.getTime() > minutes(2)
  return {
    id,
    title,
    total,
    done,
    result: said,
    state: finishedAt !== null ? ('finished' as const) : isSilent ? ('stopped' as const) : ('open' as const),
    errorCount: errors.length,
    errors: errors.slice(0, maxShownErrors).map(({ name, message }) => [name, message]),
  }
}

export default function Run() {
  return <RunPage run={useLoaderData<typeof loader>()} />
}
