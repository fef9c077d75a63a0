import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { FilePage } from '../../ui/media/file-page.tsx'
import { changeRecord, loadRecord } from '../records/record-change.server.ts'
import { fileView } from './file-view.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const record = await loadRecord(args, 'media')
  return { record, file: await fileView(args.context, args.params['key'] ?? '') }
}

export const action = (args: ActionFunctionArgs) => changeRecord(args, 'media')

export default function File() {
  const { record, file } = useLoaderData<typeof loader>()
  return <FilePage record={useActionData<typeof action>() ?? record} file={file} />
}
