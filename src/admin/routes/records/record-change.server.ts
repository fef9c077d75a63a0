import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import type { AdminProblem } from '../../../modules/admin/admin.ts'
import type { AdminResource } from '../../../modules/admin/admin-resource.server.ts'
import type { Result } from '../../../platform/result.ts'
import { changeProblem, listFor, noPage, recordPath, sentForm, type SignedIn } from '../../access.server.ts'
import { movedForm } from './moved-form.server.ts'
import { recordView } from './record-view.server.ts'

type RequestArgs = Pick<LoaderFunctionArgs, 'context' | 'params' | 'request'>

/** The record of an address in a list. */
export async function loadRecord({ context, params, request }: RequestArgs, list: string | undefined) {
  const { resource, ...requested } = await listFor(context, list)
  const done = new URL(request.url).searchParams.get('done')
  return recordView(requested, resource, params['key'] ?? '', { form: null, done })
}

/** Carries out what the form of a record's page asks for. */
export async function changeRecord({ context, params, request }: RequestArgs, list: string | undefined) {
  const { resource, ...requested } = await listFor(context, list)
  const { admin } = requested.services
  const key = params['key'] ?? ''
  const form = await sentForm(request)
  const moved = movedForm(form, resource, (await admin.open(resource, key))?.values ?? null)
  if (moved !== null) return recordView(requested, resource, key, { form: moved, done: null })
  const intent = form.get('intent') ?? ''
  const result = await change(requested, resource, key, intent, form)
  if (result === null) throw noPage()
  const listPath = `/office/${resource.name}`
  if (result.ok) {
    if (intent === 'remove' || (intent === 'undo' && result.value === null))
      return redirect(`${listPath}?done=${intent}`, 303)
    // A record that an action has settled may no longer be on its list.
    const isThere = intent === 'save' || intent === 'undo' || (await admin.open(resource, key)) !== null
    return redirect(`${isThere ? recordPath(resource.name, key) : listPath}?done=${intent}`, 303)
  }
  const { problem } = result
  if (problem.code !== 'validation' && problem.code !== 'changed_meanwhile')
    throw changeProblem(problem, resource, form)
  const shown = await recordView(requested, resource, key, {
    form: {
      form,
      action: intent === 'save' ? null : intent,
      errors: problem.code === 'validation' ? problem.errors : [],
      conflict: problem.code === 'changed_meanwhile' ? problem : null,
    },
    done: null,
  })
  return data(shown, { status: problem.code === 'validation' ? 400 : 409 })
}

/** Runs the action that the form asks for; null for an unknown one. */
async function change(
  { member, services: { admin } }: SignedIn,
  resource: AdminResource,
  key: string,
  intent: string,
  form: URLSearchParams,
): Promise<Result<string | null, AdminProblem> | null> {
  if (intent === 'save') return admin.save(member, resource, key, form)
  if (intent === 'remove') return admin.remove(member, resource, key, form.get('version') ?? '')
  if (intent === 'undo') return admin.undo(member, resource, Number(form.get('entry')))
  const action = (resource.actions ?? []).find(({ name }) => name === intent)
  return action === undefined ? null : admin.act(member, resource, key, action, form)
}
