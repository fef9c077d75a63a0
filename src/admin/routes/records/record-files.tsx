import { data, redirect, useActionData, type ActionFunctionArgs, type MiddlewareFunction } from 'react-router'
import { can } from '../../../modules/identity/policy.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import { changeProblem, listFor, noPage, recordPath } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import { sentFile } from '../../uploads.server.ts'
import { RecordPage } from '../../ui/records/record-page.tsx'
import { recordView } from './record-view.server.ts'

/** There is nothing to look at but the record. */
export const middleware: MiddlewareFunction[] = [
  async ({ context, params, request }) => {
    const { resource } = await listFor(context, params['list'])
    if (resource.files === undefined) throw noPage()
    if (request.method !== 'POST') throw redirect(recordPath(resource.name, params['key'] ?? ''), 303)
  },
]

export const loader = () => null

/** Stores a picture or document with a record; it is written and logged like any other change of it. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { resource, member, services } = await listFor(context, params['list'])
  const { admin } = services
  const key = params['key'] ?? ''
  const here = recordPath(resource.name, key)
  if (!can(member.principal, resource.change)) {
    await admin.refuse(member, `upload to ${resource.one}`, `${resource.name} ${key}`)
    throw refused(403, `You do not have permission to change ${resource.title.toLowerCase()}.`)
  }
  const refuse = async (message: string) => {
    const form = { form: new URLSearchParams(), action: 'upload', errors: [{ field: 'file', message }], conflict: null }
    return data(await recordView({ member, services }, resource, key, { form, done: null }), { status: 400 })
  }
  const isOfProduct = resource.takesProductFiles === true
  const sent = await sentFile(request, (bytes, declared) => services.readFile(bytes, { ...declared, isOfProduct }))
  if ('error' in sent) return refuse(sent.error)
  const values = (await admin.open(resource, key))?.values
  if (values === undefined) throw refused(404, `This ${resource.one} does not exist.`)
  if (resource.filePlaces?.(values).every(({ value }) => value !== sent.place) === true)
    return refuse('Please choose where to use it.')
  const saved = await services.saveFile(sent.file, sent.name)
  if (!saved.ok) return refuse(saved.problem)
  const named = (before: RecordValues) => resource.files?.(before, saved.value, sent) ?? {}
  if (Object.keys(named(values)).length === 0)
    return refuse('This kind of file cannot be used there. Please choose another place.')
  const stored = await admin.set(member, resource, key, named)
  if (stored.ok) return redirect(`${here}?done=save`, 303)
  if (stored.problem.code !== 'validation') throw changeProblem(stored.problem, resource, null)
  return refuse(stored.problem.errors.map(({ message }) => message).join(' '))
}

export default function RecordFiles() {
  const record = useActionData<typeof action>()
  return record === undefined ? null : <RecordPage record={record} />
}
