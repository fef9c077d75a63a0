import { redirect, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { changeProblem, listFor, noPage, recordPath, sentForm, uuidOf } from '../../access.server.ts'
import { ListPage } from '../../ui/records/list-page.tsx'
import { listView } from './list-view.server.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { resource, ...requested } = await listFor(context, params['list'])
  return listView(requested, resource, new URL(request.url).searchParams)
}

/** Saved views, and the undo of the latest deletion. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { member, services, resource } = await listFor(context, params['list'])
  const { admin } = services
  const form = await sentForm(request)
  const { search, searchParams } = new URL(request.url)
  const base = `/office/${resource.name}`
  switch (form.get('intent')) {
    case 'keep-view':
      if ((form.get('name') ?? '').trim() !== '')
        await admin.views.keep(member, resource, form.get('name') ?? '', searchParams)
      return redirect(`${base}${search}`, 303)
    case 'forget-view':
      await admin.views.forget(member, uuidOf(form.get('view')))
      return redirect(`${base}${search}`, 303)
    case 'undo': {
      const undone = await admin.undo(member, resource, Number(form.get('entry')))
      if (!undone.ok) throw changeProblem(undone.problem, resource, form)
      return redirect(undone.value === null ? base : `${recordPath(resource.name, undone.value)}?done=undo`, 303)
    }
    default:
      throw noPage()
  }
}

export default function List() {
  return <ListPage list={useLoaderData<typeof loader>()} />
}
