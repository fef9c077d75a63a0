import { redirect, type ActionFunctionArgs } from 'react-router'
import { adminContext } from '../../admin-context.server.ts'
import { noPage } from '../../access.server.ts'

export function loader(): never {
  throw noPage()
}

/** Ends this browser's session of the staff host; the shop's session continues (ASVS 5.0.0, 7.4.4). */
export async function action({ context }: ActionFunctionArgs) {
  const cookie = await context.get(adminContext).logOut()
  return redirect('/logged-out', { status: 303, headers: { 'set-cookie': cookie } })
}

export default function LogOut() {
  return null
}
