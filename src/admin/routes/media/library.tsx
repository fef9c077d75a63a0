import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { can } from '../../../modules/identity/policy.ts'
import { changeableList, listFor, sentForm } from '../../access.server.ts'
import { LibraryPage } from '../../ui/media/library-page.tsx'
import { changeList } from '../records/list-change.server.ts'
import { listView } from '../records/list-view.server.ts'
import { libraryFilters, tileOf } from './library-view.server.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { resource, ...requested } = await listFor(context, 'media')
  const { member, services } = requested
  const query = new URL(request.url).searchParams
  const page = await services.admin.list(resource, query)
  const list = await listView(requested, resource, query, page)
  return {
    list: { ...list, sort: null, filters: libraryFilters(list, query) },
    tiles: page.records.map((record) => tileOf(services.library, record)),
    canDelete: can(member.principal, resource.change),
  }
}

/** Deletes the chosen files that nothing uses; everything else as in any list. */
export async function action({ context, request }: ActionFunctionArgs) {
  const listed = await listFor(context, 'media')
  const form = await sentForm(request)
  if (form.get('intent') !== 'delete-unused') return changeList(listed, request.url, form)
  const { member, services } = await changeableList(context, 'media', 'delete files')
  const { removed, left } = await services.library.removeUnused(member, form.getAll('file').slice(0, 50))
  return { removed, left }
}

export default function Library() {
  return <LibraryPage {...useLoaderData<typeof loader>()} />
}
