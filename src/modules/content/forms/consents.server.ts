import type { AppCode } from '../../../brands/apps.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import { consentWords, type ConsentSource } from './consents.ts'

/** Records consent to news and offers, or its refusal, in the caller's transaction. */
export async function recordConsent(
  tx: Writer,
  consent: {
    readonly app: AppCode
    readonly email: string
    readonly source: ConsentSource
    readonly isGiven: boolean
    readonly now: Date
  },
): Promise<void> {
  await tx
    .insertInto('marketing_consent')
    .values({
      app: consent.app,
      email: consent.email.trim().toLowerCase(),
      source: consent.source,
      is_given: consent.isGiven,
      words: consentWords[consent.source],
      given_at: consent.now,
    })
    .execute()
}
