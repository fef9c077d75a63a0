import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { RecordPage } from '../../ui/records/record-page.tsx'
import { changeRecord, loadRecord } from './record-change.server.ts'

export const loader = (args: LoaderFunctionArgs) => loadRecord(args, args.params['list'])

export const action = (args: ActionFunctionArgs) => changeRecord(args, args.params['list'])

export default function Record() {
  const loaded = useLoaderData<typeof loader>()
  return <RecordPage record={useActionData<typeof action>() ?? loaded} />
}
