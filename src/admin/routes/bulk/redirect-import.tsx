import {
  data,
  useActionData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type RouterContextProvider,
} from 'react-router'
import { can } from '../../../modules/identity/policy.ts'
import { csvRow } from '../../../platform/text/csv.ts'
import { sentForm, signedIn } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import { RedirectImportPage } from '../../ui/bulk/redirect-import-page.tsx'

async function redirectsFor(context: Readonly<RouterContextProvider>) {
  const { member, services } = signedIn(context)
  const resource = services.admin.resource('redirects')
  if (resource !== null && can(member.principal, resource.change)) return { member, services, resource }
  await services.admin.refuse(member, 'import redirects', 'redirects')
  throw refused(403, 'You do not have permission to import redirects.')
}

export async function loader({ context }: LoaderFunctionArgs) {
  await redirectsFor(context)
  return null
}

/** Addresses that have moved, from a spreadsheet: all that can be saved are, and those that cannot are named with their line. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { member, services, resource } = await redirectsFor(context)
  const text = (await sentForm(request)).get('rows') ?? ''
  const { stored, errors: problems } = await services.importRedirects(member, resource, text)
  const errors = problems.map(({ line, text: row, message }) => ({ line, row, message }))
  const csv = errors.map(({ line, row, message }) => csvRow([line, row, message])).join('')
  return data({ savedCount: stored, errors, csv }, { status: errors.length > 0 ? 400 : 200 })
}

export default function RedirectImport() {
  return <RedirectImportPage result={useActionData<typeof action>() ?? null} />
}
