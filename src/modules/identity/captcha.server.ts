import { z } from 'zod'
import type { Brand } from '../../brands/brands.ts'
import type { Settings } from '../../brands/settings.server.ts'
import { seconds } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Metrics } from '../../platform/metrics/metrics.server.ts'
import type { CaptchaAccess } from './captcha.ts'

/**
 * Captcha by reCAPTCHA (decision platform-20): a checkbox on the contact and registration forms, and an invisible check at login and
 * checkout. Without a site key an app checks nothing.
 */
export interface Captcha {
  /** The data for pages; null while this app checks nothing. */
  access(brand: Brand): CaptchaAccess | null
  /** `action` is that of the invisible check. If the service is unavailable, the form is accepted: an outage must not close the shop. */
  isPerson(brand: Brand, form: CaptchaForm, token: string, address: string): Promise<boolean>
}

/** The kind of check on a form. */
const kinds = { contact: 'checkbox', register: 'checkbox', login: 'invisible', checkout: 'invisible' } as const
export type CaptchaForm = keyof typeof kinds

/** Google's recommended threshold: lower scores are probably bots. */
const minScore = 0.5
const patienceMs = seconds(3)
const longestToken = 4_096

const Verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})

export function createCaptcha({
  settings,
  url,
  secrets,
  log,
  metrics,
  fetch = globalThis.fetch,
}: {
  readonly settings: Pick<Settings, 'text'>
  /** Without a slash at the end: "https://www.google.com/recaptcha". */
  readonly url: string
  readonly secrets: Readonly<Record<'checkbox' | 'invisible', string | null>>
  readonly log: Log
  readonly metrics: Pick<Metrics, 'observe'>
  readonly fetch?: typeof globalThis.fetch
}): Captcha {
  /** A site key without its secret would require tokens that cannot be verified. */
  function keyOf(brand: Brand, kind: 'checkbox' | 'invisible'): string | null {
    const key = settings.text(brand, kind === 'checkbox' ? 'RecaptchaSiteKey' : 'RecaptchaV3SiteKey')
    return key === '' || secrets[kind] === null ? null : key
  }

  function observe(startedAt: number, outcome: 'answered' | 'server-error' | 'failed'): void {
    const labels = { provider: 'captcha', operation: 'verify', outcome }
    metrics.observe('outgoing_call_duration_seconds', labels, (performance.now() - startedAt) / 1_000)
  }

  async function verdictOf(secret: string, token: string, address: string): Promise<z.infer<typeof Verdict> | null> {
    const startedAt = performance.now()
    try {
      const answer = await fetch(`${url}/api/siteverify`, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: address }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      observe(startedAt, answer.ok ? 'answered' : 'server-error')
      if (answer.ok) return Verdict.parse(await answer.json())
      log.error({ area: 'captcha', status: answer.status }, 'the captcha cannot be looked at; people are let through')
    } catch (error) {
      observe(startedAt, 'failed')
      log.error({ area: 'captcha', err: error }, 'the captcha cannot be looked at; people are let through')
    }
    return null
  }

  return {
    access(brand) {
      const [checkbox, invisible] = [keyOf(brand, 'checkbox'), keyOf(brand, 'invisible')]
      return checkbox === null && invisible === null ? null : { url, checkbox, invisible }
    },
    async isPerson(brand, form, token, address) {
      const kind = kinds[form]
      const secret = secrets[kind]
      if (keyOf(brand, kind) === null || secret === null) return true
      if (token === '' || token.length > longestToken) return false
      const verdict = await verdictOf(secret, token, address)
      if (verdict === null) return true
      if (verdict['error-codes'].some((code) => code.endsWith('input-secret')))
        log.error({ area: 'captcha', codes: verdict['error-codes'] }, 'the secret of the captcha is not right')
      if (!verdict.success || kind === 'checkbox') return verdict.success
      return verdict.action === form && (verdict.score ?? 0) >= minScore
    },
  }
}
