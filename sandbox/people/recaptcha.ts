import { randomBytes } from 'node:crypto'
import { formOf, json, type Route } from '../http.ts'

/**
 * Stands in for reCAPTCHA: a script with a box to tick and an invisible question, and the call by which a site looks at the answers. A
 * browser whose session storage says `captcha: robot` is taken for a program.
 */

export const captchaSecret = 'sandbox-captcha'
const livesMs = 120_000

const program = `(() => {
  const base = new URL('.', document.currentScript.src).href
  const ask = async (action) => {
    const isRobot = sessionStorage.getItem('captcha') === 'robot'
    const answer = await fetch(base + 'tokens', { method: 'POST', body: JSON.stringify({ action, isRobot }) })
    return (await answer.json()).token
  }
  window.grecaptcha = {
    ready: (then) => then(),
    execute: (key, { action }) => ask(action),
    render(place) {
      const label = document.createElement('label')
      const box = document.createElement('input')
      box.type = 'checkbox'
      const answer = document.createElement('textarea')
      answer.name = 'g-recaptcha-response'
      answer.hidden = true
      box.addEventListener('change', async () => { answer.value = box.checked ? await ask(null) : '' })
      label.append(box, " I'm not a robot")
      place.append(label, answer)
      return 0
    },
  }
})()`

export function recaptchaRoutes(now: () => Date): Route[] {
  const tokens = new Map<
    string,
    { readonly action: string | null; readonly isRobot: boolean; readonly until: number }
  >()
  return [
    {
      name: 'captcha.script',
      method: 'GET',
      path: '/recaptcha/api.js',
      handle: () => ({
        status: 200,
        headers: { 'content-type': 'text/javascript', 'cache-control': 'no-store' },
        body: program,
      }),
    },
    {
      name: 'captcha.tokens',
      method: 'POST',
      path: '/recaptcha/tokens',
      handle({ body }) {
        const { action = null, isRobot = false } = JSON.parse(body) as { action?: string | null; isRobot?: boolean }
        const token = randomBytes(24).toString('base64url')
        tokens.set(token, { action, isRobot, until: now().getTime() + livesMs })
        return json(200, { token }, { 'access-control-allow-origin': '*' })
      },
    },
    {
      name: 'captcha.siteverify',
      method: 'POST',
      path: '/recaptcha/api/siteverify',
      handle(request) {
        const form = formOf(request)
        const refuse = (code: string) => json(200, { success: false, 'error-codes': [code] })
        if (form.get('secret') !== captchaSecret) return refuse('invalid-input-secret')
        const token = form.get('response') ?? ''
        const known = tokens.get(token)
        if (known === undefined) return refuse(token === '' ? 'missing-input-response' : 'invalid-input-response')
        tokens.delete(token)
        if (known.until < now().getTime()) return refuse('timeout-or-duplicate')
        const about = { challenge_ts: now().toISOString(), hostname: 'localhost', 'error-codes': [] }
        if (known.action === null) return json(200, { success: !known.isRobot, ...about })
        return json(200, { success: true, score: known.isRobot ? 0.1 : 0.9, action: known.action, ...about })
      },
    },
  ]
}
