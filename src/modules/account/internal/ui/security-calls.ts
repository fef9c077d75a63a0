import type { IdentityAnswer } from '../../../identity/ui/identity-calls.ts'
import type { useProof } from '../../../identity/ui/prove-again.tsx'

/** How the sections of the security page call the identity host, and say what became of it. */
export type Prove = ReturnType<typeof useProof>['proveIdentity']
/** Makes a call with a proof where it is asked for, and shows what became of it. */
export type Run = (call: () => Promise<IdentityAnswer<unknown>>, done: string) => Promise<void>
export type Say = (said: { kind: 'success' | 'error'; text: string } | null) => void
