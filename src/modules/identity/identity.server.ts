import { guest, type Principal } from './identity.ts'

/** Says of each request who sent it; nothing else does. */
export interface Identity {
  principal(): Promise<Principal>
}

/** Everybody is a guest: there is nothing yet by which anybody could sign in. */
export function createIdentity(): Identity {
  return { principal: async () => guest }
}
