import type { RouterContextProvider } from 'react-router'
import { can } from '../modules/identity/policy.ts'
import { problemText, type AdminProblem } from '../modules/admin/admin.ts'
import type { AdminResource } from '../modules/admin/admin-resource.server.ts'
import type { Member } from '../modules/staff/staff.ts'
import { adminContext, confirmFirst, refused } from './admin-context.server.ts'
import type { AdminServices } from './admin-services.server.ts'

/** The member of staff and the list, with the permission checks; denials are audited. */

type Context = Readonly<RouterContextProvider>

export type SignedIn = { readonly member: Member; readonly services: AdminServices }

export function signedIn(context: Context): SignedIn {
  const { member, services } = context.get(adminContext)
  if (member === null) throw refused(401, 'Your sign-in has ended. Please log in again.')
  return { member, services }
}

/** A back office list that the member may see. */
export async function listFor(
  context: Context,
  name: string | undefined,
): Promise<SignedIn & { resource: AdminResource }> {
  const { member, services } = signedIn(context)
  const resource = services.admin.resource(name ?? '')
  if (resource === null) throw noPage()
  if (!can(member.principal, resource.see)) {
    await services.admin.refuse(member, `see ${resource.title.toLowerCase()}`, resource.name)
    throw refused(403, `You don’t have access to ${resource.title.toLowerCase()}.`)
  }
  return { member, services, resource }
}

/** The same for members who may change it. `attempt` is for the audit log: 'upload files'. */
export async function changeableList(context: Context, name: string, attempt: string): ReturnType<typeof listFor> {
  const listed = await listFor(context, name)
  const { member, services, resource } = listed
  if (can(member.principal, resource.change)) return listed
  await services.admin.refuse(member, attempt, resource.name)
  throw refused(403, `You do not have permission to ${attempt}.`)
}

export const noPage = () => refused(404, 'This page does not exist.')

/** The page shown in place of a record that could not be changed. */
export function changeProblem(problem: AdminProblem, resource: AdminResource, form: URLSearchParams | null) {
  switch (problem.code) {
    case 'stale':
      return confirmFirst(form)
    case 'not_allowed':
      return refused(403, `You do not have permission to change ${resource.title.toLowerCase()}.`)
    case 'not_found':
      return refused(404, 'It no longer exists.')
    case 'changed_meanwhile':
      return refused(409, 'It has changed since. Nothing was undone.')
    case 'validation':
      return refused(400, problemText(problem))
  }
}

/** The submitted form; the host has validated it. */
export const sentForm = async (request: Request): Promise<URLSearchParams> => new URLSearchParams(await request.text())

const noUuid = '00000000-0000-0000-0000-000000000000'

/** A text that the database takes for an id. */
export const uuidOf = (text: string | null | undefined): string =>
  /^[0-9a-f-]{36}$/.test(text ?? '') ? (text ?? '') : noUuid

export const recordPath = (list: string, key: string): string => `/office/${list}/${encodeURIComponent(key)}`
