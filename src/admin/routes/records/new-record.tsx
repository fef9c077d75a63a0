import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type RouterContextProvider,
} from 'react-router'
import { can } from '../../../modules/identity/policy.ts'
import { changeProblem, listFor, noPage, recordPath, sentForm } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import { RecordPage } from '../../ui/records/record-page.tsx'
import { movedForm } from './moved-form.server.ts'
import { newRecordView } from './record-view.server.ts'

/** The list, if the member may add to it. */
async function listToAddTo(context: Readonly<RouterContextProvider>, name: string | undefined) {
  const requested = await listFor(context, name)
  const { member, services, resource } = requested
  if (resource.create === undefined) throw noPage()
  if (!can(member.principal, resource.change)) {
    await services.admin.refuse(member, `create ${resource.one}`, resource.name)
    throw refused(403, `You do not have permission to create a ${resource.one}.`)
  }
  return requested
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { resource, ...requested } = await listToAddTo(context, params['list'])
  return newRecordView(requested, resource, null, new URL(request.url).searchParams)
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { resource, ...requested } = await listToAddTo(context, params['list'])
  const form = await sentForm(request)
  const moved = movedForm(form, resource, null)
  if (moved !== null) return newRecordView(requested, resource, moved)
  const made = await requested.services.admin.create(requested.member, resource, form)
  if (made.ok) return redirect(`${recordPath(resource.name, made.value)}?done=create`, 303)
  if (made.problem.code !== 'validation') throw changeProblem(made.problem, resource, form)
  const errors = made.problem.errors
  return data(newRecordView(requested, resource, { form, action: null, errors, conflict: null }), { status: 400 })
}

export default function NewRecord() {
  const loaded = useLoaderData<typeof loader>()
  return <RecordPage record={useActionData<typeof action>() ?? loaded} />
}
