import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type RouterContextProvider,
} from 'react-router'
import { appOptions } from '../../../modules/admin/labels.ts'
import {
  guessedColumns,
  neededFields,
  tableFields,
  type TableField,
} from '../../../modules/product-import/product-table.ts'
import type { FieldError } from '../../../platform/result.ts'
import { sentForm, uuidOf } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'
import { ColumnsPage, type ColumnsView } from '../../ui/bulk/columns-page.tsx'
import { importer } from './import-access.server.ts'

async function uploadFor(context: Readonly<RouterContextProvider>, id: string | undefined) {
  const requested = await importer(context)
  const { imports } = requested.services
  const upload = await imports.open(requested.member, uuidOf(id))
  const head = upload === null ? null : await imports.head(upload.text)
  if (upload === null || head === null)
    throw refused(404, 'This upload does not exist or has expired. Uploads are kept for a day.')
  return { ...requested, upload, head }
}

type Opened = Awaited<ReturnType<typeof uploadFor>>

function columnsView(
  { member, services, upload, head }: Opened,
  form: URLSearchParams | null,
  errors: readonly FieldError[],
): ColumnsView {
  const guessed = guessedColumns(head.columns)
  const needed: readonly TableField[] = neededFields
  const errorOf = (field: string) => errors.find((one) => one.field === field)?.message ?? null
  return {
    id: upload.id,
    file: upload.name,
    rowCount: head.rows,
    columns: head.columns,
    fields: (Object.keys(tableFields) as TableField[]).map((field) => ({
      name: field,
      label: tableFields[field],
      isRequired: needed.includes(field),
      column: form === null ? (guessed[field] ?? '') : (form.get(`column:${field}`) ?? ''),
      error: errorOf(`column:${field}`),
    })),
    categories: services.categories().map(({ uri, title }) => ({ value: uri, label: `${title} – ${uri}` })),
    category: form?.get('category') ?? '',
    categoryError: errorOf('category'),
    shops: appOptions,
    chosenShops: form?.getAll('apps') ?? [member.brand.app],
    errors: errors.map(({ message }) => message),
    firstRows: head.first.map((row) => head.columns.map((column) => String(row[column] ?? '').slice(0, 80))),
  }
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  return columnsView(await uploadFor(context, params['id']), null, [])
}

/** Tries the import or begins it. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const opened = await uploadFor(context, params['id'])
  const { member, services, upload, head } = opened
  const form = await sentForm(request)
  const input = services.imports.read(form, head.columns)
  if (!input.ok) return data(columnsView(opened, form, input.problem), { status: 400 })
  const run = await services.imports.begin(member, upload, input.value)
  const { isTrial, apps } = input.value
  if (!isTrial) await services.admin.note(member, 'import products', 'products', { file: upload.name, run, apps })
  return redirect(`/office/runs/${run}`, 303)
}

export default function ImportColumns() {
  const loaded = useLoaderData<typeof loader>()
  return <ColumnsPage table={useActionData<typeof action>() ?? loaded} />
}
