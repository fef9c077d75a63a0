import { tryWait, type IdentityContext } from '../../api/identity/identity-call.server.ts'
import { afterFirstProof, goTo } from '../../api/identity/identity-external.server.ts'
import { safeReturnUrl } from '../../modules/identity/return-url.ts'
import { readText } from '../../platform/http/endpoint.ts'
import {
  cardNumberProblem,
  errorResponse,
  httpProblem,
  tooManyRequests,
  type Problem,
} from '../../platform/http/problem.ts'
import { cardNumberFieldOf } from '../../platform/text/card-numbers.ts'
import { asErrorPage } from './identity-error-page.server.tsx'

/** Forms that a browser posts to the identity host and follows. */

const maxFormBytes = 20_000

/** Logs in by a form post. The origin identifies the sender, and the nonce lets the page recognise the response. */
export async function logIn(request: Request, context: IdentityContext, traceId: string): Promise<Response> {
  const refuse = (problem: Problem) => asErrorPage(request, errorResponse(problem, traceId))
  const wait = tryWait(context.waitFor)
  if (wait > 0) return refuse(tooManyRequests(wait))
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    return refuse(httpProblem(415, 'content_type', 'The body must be sent as application/x-www-form-urlencoded.'))
  const form = new URLSearchParams(await readText(request, maxFormBytes))
  const field = (name: string) => form.get(name) ?? ''
  const cardField = cardNumberFieldOf(form)
  if (cardField !== null) return refuse(cardNumberProblem(cardField))
  const origin = field('origin')
  const app = context.appOf(origin)
  const sender = request.headers.get('origin')
  const isTheirs = sender === null || sender === origin
  if (app === null || !isTheirs || request.headers.get('sec-fetch-site') === 'cross-site')
    return refuse(httpProblem(400, 'origin', 'origin: must be the address of a shop of ours', 'origin'))

  const returnUrl = safeReturnUrl(field('returnUrl'))
  const again = (error: string) =>
    goTo(`${origin}/account/internal/login?error=${error}&returnUrl=${encodeURIComponent(returnUrl)}`, 303)
  if (!(await context.isPerson(app, 'login', field('captchaToken')))) return again('captcha')
  const begun = await context.provider.login({
    app,
    email: field('email'),
    password: field('password'),
    nonce: field('nonce'),
    agent: context.agent,
    returnUrl,
  })
  if (begun.ok) return goTo(afterFirstProof(context, begun.value, { origin, returnUrl }), 303)
  if (begun.problem.code === 'too_many') return refuse(tooManyRequests(begun.problem.waitSeconds))
  return again(begun.problem.code === 'invalid_login' ? 'invalid' : 'failed')
}

/**
 * Apple's response: a form post from its own page, without the shop's cookies. The browser is redirected so that the cookies are sent, and
 * only then is the response trusted.
 */
export async function answerPostedCallback(request: Request, context: IdentityContext): Promise<Response> {
  const form = new URLSearchParams(await readText(request, maxFormBytes))
  const { pathname } = new URL(request.url)
  const user = form.get('user')
  const state = form.get('state') ?? ''
  if (user !== null && state !== '') await context.externals.named(state, user)
  const query = new URLSearchParams()
  for (const name of ['code', 'state', 'error', 'iss']) {
    const value = form.get(name)
    if (value !== null) query.set(name, value)
  }
  return goTo(`${pathname}?${query}`, 303)
}
