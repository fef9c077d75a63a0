import type { Selectable } from 'kysely'
import { createTransport } from 'nodemailer'
import { days, type Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { DB } from '../database/database-types.ts'
import type { Database } from '../database/database.server.ts'
import type { Log } from '../log.server.ts'
import type { Metrics } from '../metrics/metrics.server.ts'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import { watchMailQueue } from './mail-queue.server.ts'

/** Mail: every message is stored under its Message-ID, and sent through SMTP when a server is configured. */

export type Mail = {
  /** Derived from the subject of the mail, so that creating it twice creates one. */
  readonly id: string
  readonly app: string
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  readonly html: string
  readonly plain: string
  /** An appointment that comes with it, as a file of RFC 5545. */
  readonly calendar?: CalendarPart
}

export type CalendarPart = {
  readonly method: 'PUBLISH' | 'CANCEL'
  readonly filename: string
  readonly content: string
}

export type StoredMail = Omit<Mail, 'calendar'> & {
  readonly calendar: CalendarPart | null
  readonly createdAt: Date
  readonly sentAt: Date | null
}

export interface Mailer {
  /** Stores and sends; repeating a mail that was sent does nothing. Throws when the server rejects it: the job retries. */
  send(mail: Mail): Promise<void>
  newest(count: number): Promise<readonly StoredMail[]>
  byId(id: string): Promise<StoredMail | null>
  /**
   * Clears the contents of mails after 90 days, since they hold addresses and links; the fact that they were sent is kept for two years.
   */
  forget(): Promise<void>
}

const storedContent = days(90)
const storedLines = days(730)

export type MailServices = Mailer & {
  /** Watches the mails that wait to be sent. */
  readonly queue: ReturnType<typeof watchMailQueue>
}

export type MailDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<Metrics, 'gauge' | 'count' | 'observe'>
  readonly tracing?: Tracing
  readonly config: Pick<Config, 'SMTP_URL'>
  /** Names of the jobs that send mails. */
  readonly mailJobs: readonly string[]
}

export function openMail(deps: MailDeps): MailServices {
  const queue = watchMailQueue({ ...deps, db: () => deps.database.db, jobNames: deps.mailJobs })
  return { ...createMailer(deps), queue }
}

export function createMailer({
  database,
  clock,
  config,
  metrics,
  tracing = noTracing,
}: Pick<MailDeps, 'database' | 'clock' | 'config' | 'tracing'> & {
  readonly metrics: Pick<Metrics, 'count' | 'observe'>
}): Mailer {
  const transport =
    config.SMTP_URL === undefined
      ? null
      : createTransport(config.SMTP_URL, { connectionTimeout: 3_000, socketTimeout: 15_000 } as never)
  return {
    async send({ calendar, ...mail }) {
      const { numInsertedOrUpdatedRows: written } = await database.db
        .insertInto('mail')
        .values({
          ...mail,
          calendar: calendar === undefined ? null : JSON.stringify(calendar),
          created_at: clock.now(),
        })
        .onConflict((on) => on.column('id').doNothing())
        .executeTakeFirstOrThrow()
      if (transport === null) return
      const isNew = written === 1n
      const stored = isNew
        ? null
        : await database.db.selectFrom('mail').select('sent_at').where('id', '=', mail.id).executeTakeFirst()
      if (stored?.sent_at != null) return
      const startedAt = performance.now()
      const observe = (outcome: 'sent' | 'failed') => {
        const seconds = (performance.now() - startedAt) / 1_000
        metrics.count('mails_total', { outcome })
        metrics.observe('outgoing_call_duration_seconds', { provider: 'mail', operation: 'send', outcome }, seconds)
      }
      try {
        await tracing.span({ name: 'send mail', kind: 'client', isRoot: true }, () =>
          transport.sendMail({
            messageId: messageIdOf(mail),
            from: mail.sender,
            to: mail.recipient,
            subject: mail.subject,
            html: mail.html,
            text: mail.plain,
            ...(calendar === undefined ? {} : { icalEvent: calendar }),
          }),
        )
      } catch (error) {
        observe('failed')
        throw error
      }
      observe('sent')
      await database.db.updateTable('mail').set({ sent_at: clock.now() }).where('id', '=', mail.id).execute()
    },
    async newest(count) {
      const rows = await database.db.selectFrom('mail').selectAll().orderBy('created_at', 'desc').limit(count).execute()
      return rows.map(storedMail)
    },
    async byId(id) {
      const row = await database.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : storedMail(row)
    },
    async forget() {
      const now = clock.now().getTime()
      await database.transaction(async (tx) => {
        await tx
          .deleteFrom('mail')
          .where('created_at', '<', new Date(now - storedLines))
          .execute()
        await tx
          .updateTable('mail')
          .set({ html: '', plain: '', calendar: null })
          .where('created_at', '<', new Date(now - storedContent))
          .where('plain', '<>', '')
          .execute()
      })
    },
  }
}

/** An id of the domain that the mail comes from (RFC 5322, 3.6.4); spam filters look at it. */
export const messageIdOf = ({ id, sender }: Pick<Mail, 'id' | 'sender'>): string =>
  `<${id}@${/@([^@>\s]+)>?$/.exec(sender)?.[1] ?? 'localhost'}>`

const storedMail = (row: Selectable<DB['mail']>): StoredMail => ({
  ...row,
  calendar: row.calendar as CalendarPart | null,
  createdAt: row.created_at,
  sentAt: row.sent_at,
})
