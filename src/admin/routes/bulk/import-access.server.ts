import type { RouterContextProvider } from 'react-router'
import { can } from '../../../modules/identity/policy.ts'
import { signedIn, type SignedIn } from '../../access.server.ts'
import { refused } from '../../admin-context.server.ts'

/** Members who may import products, which includes setting prices. */
export async function importer(context: Readonly<RouterContextProvider>): Promise<SignedIn> {
  const requested = signedIn(context)
  if (can(requested.member.principal, 'set prices')) return requested
  await requested.services.admin.refuse(requested.member, 'import products', 'products')
  throw refused(403, 'You do not have permission to import products, because imports set prices.')
}
