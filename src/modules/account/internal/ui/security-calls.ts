import type { IdentityAnswer } from '../../../identity/ui/identity-calls.ts'
import type { useProof } from '../../../identity/ui/prove-again.tsx'

/** Identity calls of the security page's sections, and their results. */
export type Prove = ReturnType<typeof useProof>['proveIdentity']
/** Makes a call, with reauthentication where it is required, and shows the result. */
export type Run = (call: () => Promise<IdentityAnswer<unknown>>, done: string) => Promise<void>
export type Say = (said: { kind: 'success' | 'error'; text: string } | null) => void
