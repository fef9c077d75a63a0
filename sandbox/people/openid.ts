import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { html, page, pageHeaders } from '../html.ts'
import { isLoopbackHost } from '../http.ts'

/**
 * Stands in for Google and Facebook where somebody logs in with them: a certified OpenID provider on this machine, whose page offers the
 * people of the demonstration instead of asking for a password (decision identity-18). It forgets everything when it ends.
 */

export type OpenIdPerson = {
  readonly id: string
  readonly name: string
  /** Left out: shared with nobody. */
  readonly email?: string
  readonly isEmailVerified?: boolean
}

export const demoPeople: readonly OpenIdPerson[] = [
  { id: 'robin', name: 'Robin Vale', email: 'robin.vale@demo.example', isEmailVerified: true },
  { id: 'noor', name: 'Noor Haddad', email: 'noor.haddad@demo.example', isEmailVerified: false },
]

/** Clients of the shop's configuration, with the secrets that it has for them without any setting. */
const clients = [
  { client_id: 'demo-google', client_secret: 'demo-google-secret', title: 'Google' },
  { client_id: 'demo-facebook', client_secret: 'demo-facebook-secret', title: 'Facebook' },
] as const

const issuerPath = '/openid'
const choicePath = '/openid-choice/'

export interface OpenIdStandIn {
  /** False when the request is for something else. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean>
}

export function createOpenId(options: {
  readonly origin: () => string
  readonly people?: readonly OpenIdPerson[]
}): OpenIdStandIn {
  const people = options.people ?? demoPeople
  let opening: ReturnType<typeof openProvider> | null = null
  return {
    async handle(incoming, outgoing) {
      const target = incoming.url ?? '/'
      const isChoice = target.startsWith(choicePath)
      if (!isChoice && !target.startsWith(`${issuerPath}/`)) return false
      // Only who logs in this way waits for it.
      const provider = await (opening ??= openProvider(options.origin(), people))
      if (!isChoice) {
        const mounted = incoming as IncomingMessage & { originalUrl?: string }
        mounted.originalUrl = target
        mounted.url = target.slice(issuerPath.length)
        await provider.callback()(mounted, outgoing)
        return true
      }
      const { prompt, params } = await provider.interactionDetails(incoming, outgoing)
      const [, , uid = '', choice] = target.split('/')
      if (prompt.name !== 'login') throw new Error(`the stand-in asks for a login only, not ${prompt.name}`)
      if (choice === undefined) {
        const title = clients.find((one) => one.client_id === params['client_id'])?.title ?? ''
        outgoing.writeHead(200, pageHeaders(null)).end(choicePage(title, uid, people))
        return true
      }
      const person = people.find((one) => one.id === choice)
      const result =
        person === undefined
          ? { error: 'access_denied', error_description: 'The user said no.' }
          : { login: { accountId: person.id } }
      await provider.interactionFinished(incoming, outgoing, result, { mergeWithLastSubmission: false })
      return true
    },
  }
}

function choicePage(title: string, uid: string, people: readonly OpenIdPerson[]): string {
  return page({
    title: `stand-in for ${title}`,
    content: html`<p>Who wants to log in? These people are made up.</p>
      ${people.map(
        (one) =>
          html`<p>
            <a class="button main" href="${choicePath}${uid}/${one.id}">Continue as ${one.name}</a><br />
            ${one.email ?? 'shares no email'}${one.email === undefined || one.isEmailVerified === true ? '' : ', not confirmed'}
          </p>`,
      )}
      <p><a class="button" href="${choicePath}${uid}/cancel">Cancel</a></p>`,
  })
}

async function openProvider(origin: string, people: readonly OpenIdPerson[]) {
  const { default: Provider, interactionPolicy } = await import('oidc-provider')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const policy = interactionPolicy.base()
  // Everybody is asked every time: there is nothing to remember.
  policy.remove('consent')
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'asked',
        'who it is is asked every time',
        (context) => !context.oidc.result?.['login'],
      ),
    )
  const provider = new Provider(`${origin}${issuerPath}`, {
    clients: clients.map(({ client_id, client_secret }) => ({
      client_id,
      client_secret,
      redirect_uris: ['http://localhost/callback'],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'sandbox' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // As Google does it: what is asked for stands in the id token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, interaction) => `${choicePath}${interaction.uid}` },
    pkce: { required: () => true },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    async findAccount(_context, id) {
      const person = people.find((one) => one.id === id)
      if (person === undefined) return undefined
      const [given = '', ...rest] = person.name.split(' ')
      return {
        accountId: id,
        claims: async () => ({
          sub: id,
          name: person.name,
          given_name: given,
          family_name: rest.join(' '),
          ...(person.email === undefined
            ? {}
            : { email: person.email, email_verified: person.isEmailVerified === true }),
        }),
      }
    },
    /** Nobody is asked what they share: it is theirs and made up. */
    async loadExistingGrant(context) {
      const { client, session, params } = context.oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new context.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(String(params?.['scope'] ?? 'openid'))
      await grant.save()
      return grant
    },
  })
  // The shop answers under a name for each brand: any of this machine's is right.
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: (uri: string) =>
      URL.canParse(uri) &&
      isLoopbackHost(new URL(uri).hostname) &&
      /^\/api\/account\/externallogin\/[a-z]+\/callback$/.test(new URL(uri).pathname),
  })
  return provider
}
