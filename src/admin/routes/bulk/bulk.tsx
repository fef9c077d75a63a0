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
import { bulkChange, bulkFields, bulkLists } from '../../../modules/admin/bulk.ts'
import { namedMany, typedText, viewQuery } from '../../../modules/admin/admin.ts'
import { zoneOf } from '../../../modules/admin/record-marks.server.ts'
import { countText } from '../../../modules/admin/shown-values.ts'
import type { FieldError } from '../../../platform/result.ts'
import { sentForm, signedIn } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import { BulkPage, type BulkView } from '../../ui/bulk/bulk-page.tsx'
import { fieldView } from '../records/field-view.server.ts'

/** The list and field in the address, among those that the member may change. */
async function selection(context: Readonly<RouterContextProvider>, query: URLSearchParams) {
  const { member, services } = signedIn(context)
  const lists = bulkLists
    .flatMap((name) => services.admin.resource(name) ?? [])
    .filter((one) => can(member.principal, one.change))
  const name = query.get('list')
  const resource = name === null ? lists[0] : lists.find((one) => one.name === name)
  if (resource === undefined) {
    await services.admin.refuse(member, 'change many', 'bulk')
    throw refused(403, 'You do not have permission to bulk edit.')
  }
  const fields = bulkFields(resource)
  const field = fields.find((one) => one.name === query.get('field')) ?? null
  return { member, services, lists, resource, fields, field, timeZone: zoneOf(resource, member, {}) }
}

type Selection = Awaited<ReturnType<typeof selection>>

async function bulkView(
  { services, lists, resource, fields, field, timeZone }: Selection,
  query: URLSearchParams,
  {
    form,
    errors,
    preview,
  }: { form: URLSearchParams | null; errors: readonly FieldError[]; preview: BulkView['preview'] },
): Promise<BulkView> {
  const stored = viewQuery(query, resource)
  const shown = {
    isNew: true,
    form: form === null ? null : { form, action: null, errors, conflict: null },
    timeZone,
    canSave: true,
    thumbnailOf: services.library.thumbnail,
    prefix: 'field-',
  }
  return {
    lists: lists.map(({ name, title }) => ({ value: name, label: title })),
    list: { name: resource.name, many: namedMany(resource), query: stored },
    fields: fields.map(({ name, label }) => ({ value: name, label })),
    field: field === null ? null : fieldView(field, { ...shown, values: { [field.name]: field.initial ?? null } }),
    count: countText(await services.count(resource, query)),
    errors: errors.map(({ message }) => message),
    preview,
  }
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  return bulkView(await selection(context, query), query, { form: null, errors: [], preview: null })
}

/** Previews the changes, then applies them. */
export async function action({ context, request }: ActionFunctionArgs) {
  const query = new URL(request.url).searchParams
  const requested = await selection(context, query)
  const { member, services, resource, field, timeZone } = requested
  if (field === null) return bulkView(requested, query, { form: null, errors: [], preview: null })
  const form = await sentForm(request)
  const change = bulkChange(field, form, timeZone)
  if (!change.ok)
    return data(await bulkView(requested, query, { form, errors: change.problem, preview: null }), { status: 400 })
  if (form.get('intent') === 'apply') {
    const run = await services.bulk.begin(member, resource, { query, field, form })
    const filter = viewQuery(query, resource)
    await services.admin.note(member, 'change many', resource.name, { field: field.name, filter, run })
    return redirect(`/office/runs/${run}`, 303)
  }
  const { rows } = await services.bulk.preview(resource, { query, field, change: change.value })
  const text = (value: (typeof rows)[number]['before']) => typedText(field, value, timeZone) || '–'
  const preview = rows.map(({ name, before, after }) => [name, text(before), text(after)])
  return bulkView(requested, query, { form, errors: [], preview })
}

export default function Bulk() {
  const loaded = useLoaderData<typeof loader>()
  return <BulkPage bulk={useActionData<typeof action>() ?? loaded} />
}
