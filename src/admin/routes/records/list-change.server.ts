import { redirect } from 'react-router'
import { changeProblem, noPage, recordPath, uuidOf, type listFor } from '../../access.server.ts'

type Listed = Awaited<ReturnType<typeof listFor>>

/** Saved views, and the undo of the latest deletion. */
export async function changeList({ member, services, resource }: Listed, address: string, form: URLSearchParams) {
  const { admin } = services
  const { search, searchParams } = new URL(address)
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
