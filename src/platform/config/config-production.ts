import { BlockList, isIP } from 'node:net'
import type { AppCode } from '../../brands/apps.ts'
import { mailSendersOf } from '../../brands/mail-sender.ts'
import { parsePostgresAddress } from '../database/postgres-address.ts'
import { parseStorageAddress } from '../storage/storage-address.ts'
import {
  configuredProviders,
  defaultOf,
  developmentSecretKey,
  providerSettings,
  type ConfiguredProvider,
  type SettingName,
  type SettingProblem,
  type Settings,
} from './config-schema.ts'

/** What a start with ENV=prod rejects: defaults that are only for development, and anything that would make the shop unsafe. */

/** Settings that have no default that is good enough for production. */
const required: readonly (readonly [SettingName, string])[] = [
  [
    'DATABASE_URL',
    "must be the address of a PostgreSQL server, or 'embedded' for the database in DATA_DIR, when ENV is prod",
  ],
  ['SECRET_KEY', 'must be set when ENV is prod; `openssl rand -base64 48` makes one'],
  ['PUBLIC_URL', 'must be set when ENV is prod'],
  ['CMS_URL', 'must be set when ENV is prod'],
]

/** Settings of a shop that takes real money; a dress rehearsal does without. */
const requiredLive: readonly SettingName[] = ['SMTP_URL', 'MAIL_FROM']

/** Addresses that a browser or this process calls; a shop that takes real money reaches all of them by TLS. */
const addresses: readonly SettingName[] = [
  'PUBLIC_URL',
  'CMS_URL',
  'MAPS_URL',
  'GOOGLE_PAY_URL',
  'RECAPTCHA_URL',
  'PAGE_TRACKING_URL',
  'TAG_MANAGER_URL',
  'BEHAVIOUR_URL',
  'PIXEL_URL',
]

export function productionProblems(
  settings: Settings,
  given: Readonly<Record<string, string>>,
): readonly SettingProblem[] {
  const isLive = settings.STAGING === 'off'
  return [
    ...required.flatMap(([name, message]) => (given[name] === undefined ? [{ name, message }] : [])),
    ...unsafeForEverybody(settings, given),
    ...(isLive
      ? [
          ...requiredLive.flatMap((name) =>
            given[name] === undefined ? [{ name, message: 'must be set when ENV is prod' }] : [],
          ),
          ...noWayToPay(given),
          ...addresses.flatMap((name) => addressProblems(name, given[name])),
          ...hostProblems('SITES', settings.SITES),
          ...hostProblems('IDENTITY_SITES', settings.IDENTITY_SITES),
          ...identityProblems(settings),
          ...senderProblems(settings),
          ...databaseProblems('DATABASE_URL', given['DATABASE_URL']),
          ...databaseProblems('DATABASE_LISTEN_URL', given['DATABASE_LISTEN_URL']),
          ...mailProblems(given['SMTP_URL']),
          ...mediaProblems(given['MEDIA_URL']),
        ]
      : []),
    // In a rehearsal the sandbox replaces a provider without an address; a provider with an address is the real one.
    ...configuredProviders.flatMap((one) =>
      isLive || given[providerSettings[one][0]] !== undefined ? providerProblems(one, given) : [],
    ),
  ]
}

function unsafeForEverybody(settings: Settings, given: Readonly<Record<string, string>>): SettingProblem[] {
  const problems: SettingProblem[] = []
  const secret = given['SECRET_KEY']
  if (secret !== undefined && !isHardToGuess(secret))
    problems.push({
      name: 'SECRET_KEY',
      message: 'is easy to guess; `openssl rand -base64 48` makes one that is not',
    })
  if (settings.RATE_LIMITS === 'off') problems.push({ name: 'RATE_LIMITS', message: 'must be on when ENV is prod' })
  if (settings.LOAD_SHEDDING === 'off' && settings.STAGING === 'off')
    problems.push({ name: 'LOAD_SHEDDING', message: 'must be on when ENV is prod' })
  if (settings.CRASH_AT !== undefined)
    problems.push({ name: 'CRASH_AT', message: 'is for tests and must be empty when ENV is prod' })
  if (settings.PUBLIC_URL !== undefined && !isOrigin(settings.PUBLIC_URL))
    problems.push({ name: 'PUBLIC_URL', message: 'must be a scheme and a host, without a path' })
  const shops = settings.PUBLIC_URL === undefined ? [] : [new URL(settings.PUBLIC_URL).host, ...settings.SITES.keys()]
  if (settings.CMS_URL !== undefined && shops.includes(new URL(settings.CMS_URL).host))
    problems.push({
      name: 'CMS_URL',
      message: 'must be another host than the shop’s: staff sessions and shoppers’ pages must not share an origin',
    })
  const shared = Array.from(settings.IDENTITY_SITES.keys()).find((host) => shops.includes(host))
  if (shared !== undefined)
    problems.push({ name: 'IDENTITY_SITES', message: `must not name ${shared}, which is a host of the shop` })
  return problems
}

/** A provider that is configured in part is a mistake, and so are publicly known keys. */
function providerProblems(provider: ConfiguredProvider, given: Readonly<Record<string, string>>): SettingProblem[] {
  const names: readonly SettingName[] = providerSettings[provider]
  const present = names.find((name) => given[name] !== undefined)
  if (present === undefined) return []
  const [address] = providerSettings[provider]
  return [
    ...names.flatMap((name) => {
      if (given[name] === undefined) return [{ name, message: `must be set when ${present} is` }]
      return given[name] === defaultOf(name) ? [{ name, message: 'is the sandbox’s, which everybody knows' }] : []
    }),
    ...addressProblems(address, given[address]),
  ]
}

/** Every provider is optional, but a shop needs at least one payment method. */
function noWayToPay(given: Readonly<Record<string, string>>): SettingProblem[] {
  // Zip in store needs a shopper in a store, so it is not enough for an online shop.
  if (configuredProviders.some((one) => one !== 'zip-in-store' && given[providerSettings[one][0]] !== undefined))
    return []
  return [
    {
      name: 'GATEWAY_URL',
      message: 'must be set when ENV is prod, or AFTERPAY_URL, PAYPAL_URL or ZIP_URL: a shop needs a way to pay',
    },
  ]
}

function addressProblems(name: SettingName, address: string | undefined): SettingProblem[] {
  if (address === undefined || !URL.canParse(address)) return []
  const { protocol, hostname } = new URL(address)
  return [
    ...(protocol === 'https:' ? [] : [{ name, message: 'must be https when ENV is prod' }]),
    ...(isPrivateHost(hostname)
      ? [{ name, message: 'must not be this machine or a private network when ENV is prod' }]
      : []),
  ]
}

function hostProblems(name: 'SITES' | 'IDENTITY_SITES', hosts: ReadonlyMap<string, unknown>): SettingProblem[] {
  const wrong = Array.from(hosts.keys()).filter((host) => {
    const address = `https://${host}`
    return !URL.canParse(address) || isPrivateHost(new URL(address).hostname)
  })
  const message = `must not name ${wrong.join(', ')}: this machine or a private network`
  return wrong.length === 0 ? [] : [{ name, message }]
}

const servedApps = ({ SITES, APP }: Settings): readonly AppCode[] =>
  SITES.size === 0 ? [APP] : [...new Set(SITES.values())]

/** Senders by brand name one for each brand that is served. */
function senderProblems(settings: Settings): SettingProblem[] {
  const senders = mailSendersOf(settings.MAIL_FROM)
  const missing = servedApps(settings).filter((app) => senders !== null && senders(app) === null)
  const message = `must name a sender of ${missing.join(', ')} when ENV is prod`
  return missing.length === 0 ? [] : [{ name: 'MAIL_FROM', message }]
}

/** Settings that production should have but can start without; reported at each start and by config:check. */
export function productionWarnings(settings: Settings): readonly SettingProblem[] {
  if (settings.STAGING === 'on' || settings.SECURITY_CONTACT !== undefined) return []
  const message = 'without it nobody who finds a vulnerability knows whom to tell: /.well-known/security.txt is missing'
  return [{ name: 'SECURITY_CONTACT', message }]
}

function identityProblems(settings: Settings): SettingProblem[] {
  const served = servedApps(settings)
  const named = [...settings.IDENTITY_SITES.values()]
  const unserved = served.filter((app) => !named.includes(app))
  if (unserved.length === 0) return []
  return [
    {
      name: 'IDENTITY_SITES',
      message: `must name the identity host of ${unserved.join(', ')} when ENV is prod`,
    },
  ]
}

/** Passwords and addresses of customers must not travel in the clear (RFC 8314). */
function mailProblems(address: string | undefined): SettingProblem[] {
  if (address === undefined || !URL.canParse(address)) return []
  const { protocol, searchParams } = new URL(address)
  const isEncrypted = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'
  const isLoose = searchParams.get('tls.rejectUnauthorized') === 'false' || searchParams.get('ignoreTLS') === 'true'
  return [
    ...(isEncrypted
      ? []
      : [
          {
            name: 'SMTP_URL' as const,
            message: 'must be smtps://, or smtp:// with ?requireTLS=true for STARTTLS, when ENV is prod',
          },
        ]),
    ...(isLoose ? [{ name: 'SMTP_URL' as const, message: 'must not switch the check of certificates off' }] : []),
  ]
}

/**
 * All data of the shop crosses this connection. Within a private network, where PostgreSQL often has no certificate, TLS is the operator's
 * choice; over the internet it is required. The values of sslmode are those of libpq.
 */
function databaseProblems(name: 'DATABASE_URL' | 'DATABASE_LISTEN_URL', address: string | undefined): SettingProblem[] {
  const parsed = address === undefined ? null : parsePostgresAddress(address)
  if (!parsed?.ok) return []
  const servers = parsed.value.servers.map((server) => new URL(server))
  const mode = servers[0]?.searchParams.get('sslmode')
  if (mode === 'no-verify') return [{ name, message: 'must not switch the check of certificates off' }]
  const isPrivate = servers.every(({ hostname, searchParams }) => {
    // As the driver reads it: a socket is a folder, and a parameter beats the host of the address.
    const host = searchParams.get('host') ?? hostname
    return host === '' || host.startsWith('/') || isPrivateHost(host)
  })
  const message =
    'must have ?sslmode=verify-full, since its server is neither on this machine nor in a private network, when ENV is prod'
  return isPrivate || mode === 'verify-full' ? [] : [{ name, message }]
}

/** Media and signed requests cross this connection, so it needs TLS where the database's does. */
function mediaProblems(address: string | undefined): SettingProblem[] {
  const parsed = address === undefined ? null : parseStorageAddress(address)
  if (parsed === null || !parsed.ok || parsed.value.endpoint === null) return []
  const { protocol, hostname } = new URL(parsed.value.endpoint)
  const isPlain = protocol === 'http:' && !isPrivateHost(hostname)
  const message = 'must not have tls=off outside this machine and private networks when ENV is prod'
  return [
    ...(isPlain ? [{ name: 'MEDIA_URL' as const, message }] : []),
    ...(parsed.value.credentials?.accessKeyId === 'sandbox'
      ? [{ name: 'MEDIA_URL' as const, message: "has the sandbox's credentials, which everybody knows" }]
      : []),
  ]
}

const isOrigin = (address: string): boolean => {
  const { origin, href } = new URL(address)
  return href === `${origin}/`
}

/** The entropy of a text by Shannon's formula over its own characters, which is the most that a random key of that alphabet would have. */
function bitsOf(text: string): number {
  const letters = [...text]
  const counts = new Map<string, number>()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const perLetter = [...counts.values()].reduce(
    (sum, count) => sum - (count / letters.length) * Math.log2(count / letters.length),
    0,
  )
  return perLetter * letters.length
}

/** Steps from one letter to the next that are one up, one down or none, as in 'abcdef' and '111'. */
function plainSteps(text: string): number {
  return [...text].filter((letter, at) => at > 0 && Math.abs(letter.charCodeAt(0) - text.charCodeAt(at - 1)) <= 1)
    .length
}

/** Whether it looks like a key that was made at random: 32 random hexadecimal digits pass, words and patterns do not. */
export function isHardToGuess(secret: string): boolean {
  if (secret === developmentSecretKey || secret.length < 32) return false
  const isRepeated = Array.from({ length: secret.length / 2 }, (_, at) => at + 1).some((length) =>
    secret.startsWith(secret.slice(length)),
  )
  const pairs = new Set(Array.from({ length: secret.length - 1 }, (_, at) => secret.slice(at, at + 2)))
  const isVaried = pairs.size * 5 >= secret.length * 3
  return !isRepeated && isVaried && plainSteps(secret) * 2 < secret.length && bitsOf(secret) >= 80
}

const privateNetworks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv6')

/**
 * Whether an address's host is this machine, in a private network (RFC 1918, 4193, 6598) or a name that only resolves locally (RFC 6761,
 * 6762).
 */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  const version = isIP(bare)
  if (version !== 0) return privateNetworks.check(bare, version === 4 ? 'ipv4' : 'ipv6')
  return !bare.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(bare)
}
