import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { listFor, sentForm } from '../../access.server.ts'
import { ListPage } from '../../ui/records/list-page.tsx'
import { changeList } from './list-change.server.ts'
import { listView } from './list-view.server.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { resource, ...requested } = await listFor(context, params['list'])
  return listView(requested, resource, new URL(request.url).searchParams)
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return changeList(await listFor(context, params['list']), request.url, await sentForm(request))
}

export default function List() {
  return <ListPage list={useLoaderData<typeof loader>()} />
}
