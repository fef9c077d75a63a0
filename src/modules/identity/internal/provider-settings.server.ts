import type { ProviderSettings } from './openid.server.ts'

/** Each provider's published OpenID Connect endpoints, with the configured client. */

type Configured = {
  readonly GOOGLE_CLIENT_ID?: string | undefined
  readonly GOOGLE_CLIENT_SECRET?: string | undefined
  readonly FACEBOOK_CLIENT_ID?: string | undefined
  readonly FACEBOOK_CLIENT_SECRET?: string | undefined
  readonly APPLE_CLIENT_ID?: string | undefined
  readonly APPLE_TEAM_ID?: string | undefined
  readonly APPLE_KEY_ID?: string | undefined
  readonly APPLE_PRIVATE_KEY?: string | undefined
  readonly demoOpenIdUrl: string | null
}

/** The configured providers, in the order of their buttons; in development a stand-in replaces Google and Facebook. */
export function providerSettings(config: Configured): ProviderSettings[] {
  const settings: ProviderSettings[] = []
  const demo = config.demoOpenIdUrl
  const google = {
    name: 'google',
    scope: 'openid email profile',
    answersByPost: false,
    saysEmailVerified: true,
  } as const
  if (config.GOOGLE_CLIENT_ID !== undefined && config.GOOGLE_CLIENT_SECRET !== undefined)
    settings.push({
      ...google,
      clientId: config.GOOGLE_CLIENT_ID,
      secret: config.GOOGLE_CLIENT_SECRET,
      server: 'https://accounts.google.com',
    })
  else if (demo !== null)
    settings.push({ ...google, clientId: 'demo-google', secret: 'demo-google-secret', server: demo })

  const facebook = {
    name: 'facebook',
    scope: 'openid email public_profile',
    answersByPost: false,
    saysEmailVerified: false,
  } as const
  if (config.FACEBOOK_CLIENT_ID !== undefined && config.FACEBOOK_CLIENT_SECRET !== undefined)
    settings.push({
      ...facebook,
      clientId: config.FACEBOOK_CLIENT_ID,
      secret: config.FACEBOOK_CLIENT_SECRET,
      // Its metadata names no token endpoint (docs/decisions/0025).
      server: {
        issuer: 'https://www.facebook.com',
        authorization_endpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
        token_endpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
        jwks_uri: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
        id_token_signing_alg_values_supported: ['RS256'],
      },
    })
  else if (demo !== null)
    settings.push({
      ...facebook,
      scope: 'openid email profile',
      clientId: 'demo-facebook',
      secret: 'demo-facebook-secret',
      server: demo,
    })

  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = config
  if (APPLE_CLIENT_ID !== undefined)
    settings.push({
      name: 'apple',
      scope: 'openid email name',
      answersByPost: true,
      saysEmailVerified: true,
      clientId: APPLE_CLIENT_ID,
      secret: { teamId: APPLE_TEAM_ID ?? '', keyId: APPLE_KEY_ID ?? '', privateKey: APPLE_PRIVATE_KEY ?? '' },
      server: 'https://appleid.apple.com',
    })
  return settings
}

/** Whether a stand-in replaces a provider. */
export const isDemoProvider = ({ clientId }: Pick<ProviderSettings, 'clientId'>): boolean =>
  clientId.startsWith('demo-')
