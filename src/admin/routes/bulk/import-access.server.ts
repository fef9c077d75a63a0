import type { RouterContextProvider } from 'react-router'
import { may } from '../../../modules/identity/policy.ts'
import { signedIn, type SignedIn } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'

/** Whoever may import products, which brings prices. */
export async function importer(context: Readonly<RouterContextProvider>): Promise<SignedIn> {
  const asked = signedIn(context)
  if (may(asked.member.principal, 'set prices')) return asked
  await asked.services.office.refuse(asked.member, 'import products', 'products')
  throw refused(403, 'You may not import products: they bring prices.')
}
