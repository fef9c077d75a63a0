import type { AppCode } from '../../../brands/apps.ts'
import { minutes, type Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Limit } from '../../../platform/http/rate-limit.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/jobs.server.ts'
import type { ContactDraft, ContactRequest } from './contact.ts'
import { contactRequest, insertContactRequest } from '../content-store.server.ts'

/** Contact requests: stored for staff to answer, with a confirmation mail (decision content-06). */

/** Done with `{reference}`. */
export const contactMailJob = 'contact-mail'

/** How often one visitor may write. */
export const contactLimit: Limit = { name: 'contact', count: 5, windowMs: minutes(10) }

export interface Contact {
  /** Stores a message and queues its mail, both or neither; returns its reference, such as 'C01234567'. */
  send(app: AppCode, draft: ContactDraft): Promise<string>
  find(reference: string): Promise<ContactRequest | null>
}

export function createContact({
  database,
  jobs,
  clock,
  ids,
}: {
  database: Database
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  ids: Ids
}): Contact {
  return {
    send: (app, draft) =>
      database.transaction(async (tx) => {
        for (;;) {
          const reference = `C${String(BigInt(`0x${ids.secret()}`) % 100_000_000n).padStart(8, '0')}`
          if (!(await insertContactRequest(tx, { ...draft, app, reference, now: clock.now() }))) continue
          await jobs.enqueue(tx, contactMailJob, { reference })
          return reference
        }
      }),
    find: (reference) => contactRequest(database.db, reference),
  }
}
