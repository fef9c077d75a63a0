import { data, redirect, useActionData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { sentTable } from '../../uploads.server.ts'
import { UploadPage } from '../../ui/bulk/upload-page.tsx'
import { importer } from './import-access.server.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  await importer(context)
  return null
}

/** Stores a table for a day, so that its columns can be named. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { member, services } = await importer(context)
  const sent = await sentTable(request)
  if ('error' in sent) return data(sent, { status: 400 })
  if ((await services.imports.head(sent.text)) === null)
    return data({ error: 'This file is not a table with a header row and at least two columns.' }, { status: 400 })
  return redirect(`/office/import/${await services.imports.save(member, sent)}`, 303)
}

export default function Import() {
  return <UploadPage error={useActionData<typeof action>()?.error ?? null} />
}
