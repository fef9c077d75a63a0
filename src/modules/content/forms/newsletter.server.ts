import type { AppCode } from '../../../brands/apps.ts'
import { minutes, type Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { recordConsent } from './consents.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import { isLooseEmail } from '../../../platform/text/email.ts'
import type { Limit } from '../../../platform/http/rate-limit.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/jobs.server.ts'
import type { PersonalRecords } from '../../../platform/data-export.ts'
import { newsletterTexts, type Subscription } from './newsletter.ts'

/**
 * The newsletter (decision content-06): a subscription is requested, and confirmed by a link in the owner's mailbox, as the laws of
 * Australia and New Zealand on unsolicited messages require. The same link unsubscribes.
 */

/** Done with `{app, email}`. */
export const newsletterMailJob = 'newsletter-mail'

/** How often one visitor may request it, for any address. */
export const newsletterLimit: Limit = { name: 'newsletter', count: 5, windowMs: minutes(10) }

/** The limit of confirmation mails to one address, from all visitors. */
const mailsEvery = minutes(10)

export type NewsletterRequest = {
  readonly brand: { readonly app: AppCode }
  readonly visitor: { waitFor(limit: Limit): number }
}

export interface Newsletter {
  /** The error of an address; null when its owner has been asked, or is subscribed already, which the caller cannot tell apart. */
  ask(app: AppCode, email: string): Promise<string | null>
  /** The same with the visitor's rate limit. */
  askFor(request: NewsletterRequest, email: string): Promise<string | null>
  /** The link's token for a mail that is being sent; null when there is nothing to confirm any more. */
  linkFor(app: AppCode, email: string): Promise<string | null>
  /** Null for a link that is no newest one of anybody. */
  find(app: AppCode, token: string): Promise<Subscription | null>
  /** Confirms or unsubscribes; null as above. */
  answer(app: AppCode, token: string, wantsNews: boolean): Promise<Subscription | null>
}

export function createNewsletter({
  database,
  jobs,
  clock,
  ids,
}: {
  database: Database
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  ids: Ids
}): Newsletter {
  const table = 'newsletter_subscriber'
  const find: Newsletter['find'] = async (app, token) => {
    const row = await database.db
      .selectFrom(table)
      .select(['email', 'confirmed_at'])
      .where('app', '=', app)
      .where('token_hash', '=', sha256(token))
      .executeTakeFirst()
    return row === undefined ? null : { email: row.email, getsNews: row.confirmed_at !== null }
  }
  const newsletter: Newsletter = {
    askFor: async ({ brand, visitor }, email) =>
      visitor.waitFor(newsletterLimit) > 0 ? newsletterTexts.tooMany : newsletter.ask(brand.app, email),
    async ask(app, typed) {
      const email = typed.trim().toLowerCase()
      if (!isLooseEmail(email)) return newsletterTexts.email
      await database.transaction(async (tx) => {
        const now = clock.now()
        const known = await tx
          .selectFrom(table)
          .select(['asked_at', 'confirmed_at'])
          .where('app', '=', app)
          .where('email', '=', email)
          .forUpdate()
          .executeTakeFirst()
        if (known?.confirmed_at != null) return
        if (known !== undefined && now.getTime() - known.asked_at.getTime() < mailsEvery) return
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto(table)
          .values({ app, email, asked_at: now })
          // Of two concurrent requests one waits here, and finds that the other has asked.
          .onConflict((on) =>
            on
              .columns(['app', 'email'])
              .doUpdateSet({ asked_at: now })
              .where(`${table}.asked_at`, '<', new Date(now.getTime() - mailsEvery + 1)),
          )
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows === 1n) await jobs.enqueue(tx, newsletterMailJob, { app, email })
      })
      return null
    },
    async linkFor(app, email) {
      const secret = ids.secret()
      const { numUpdatedRows } = await database.db
        .updateTable(table)
        .set({ token_hash: sha256(secret) })
        .where('app', '=', app)
        .where('email', '=', email)
        .where('confirmed_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n ? secret : null
    },
    find,
    async answer(app, token, wantsNews) {
      const now = clock.now()
      await database.transaction(async (tx) => {
        const changed = await tx
          .updateTable(table)
          .set(wantsNews ? { confirmed_at: now, ended_at: null } : { confirmed_at: null, ended_at: now })
          .where('app', '=', app)
          .where('token_hash', '=', sha256(token))
          .where('confirmed_at', wantsNews ? 'is' : 'is not', null)
          .returning('email')
          .executeTakeFirst()
        if (changed !== undefined)
          await recordConsent(tx, { app, email: changed.email, source: 'newsletter', isGiven: wantsNews, now })
      })
      return find(app, token)
    },
  }
  return newsletter
}

/** Which news a person gets by their confirmed address. It goes with the account. */
export const personalNews: PersonalRecords = {
  name: 'news by mail',
  async held(db, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return []
    return db
      .selectFrom('newsletter_subscriber')
      .select(['app', 'asked_at as askedAt', 'confirmed_at as confirmedAt', 'ended_at as endedAt'])
      .where('email', '=', email)
      .orderBy('app')
      .execute()
  },
  async forget(tx, { email, isEmailConfirmed }) {
    if (isEmailConfirmed) await tx.deleteFrom('newsletter_subscriber').where('email', '=', email).execute()
  },
}

/** A person's consents to news and offers. They are erased with the account: who gets no mail needs no proof. */
export const personalConsents: PersonalRecords = {
  name: 'consents to news and offers',
  async held(db, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return []
    return db
      .selectFrom('marketing_consent')
      .select(['app', 'source', 'is_given as isGiven', 'words', 'given_at as givenAt'])
      .where('email', '=', email)
      .orderBy('id')
      .execute()
  },
  async forget(tx, { email, isEmailConfirmed }) {
    if (isEmailConfirmed) await tx.deleteFrom('marketing_consent').where('email', '=', email).execute()
  },
}
