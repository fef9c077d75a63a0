import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isForTests } from '../../scripts/checks/test-support.ts'
import { brands } from '../../src/brands/brands.ts'
import { administratorLinkHours } from '../../src/modules/identity/administrator.server.ts'
import type { Principal } from '../../src/modules/identity/identity.ts'
import { sessionLasts, staffIdleLimit } from '../../src/modules/identity/internal/session-lifetime.server.ts'
import { longestPassword, shortestPassword } from '../../src/modules/identity/internal/password-rules.ts'
import { freshFor, can, staffFreshFor, type Permission } from '../../src/modules/identity/policy.ts'
import { tokenLife } from '../../src/modules/identity/internal/tokens/tokens.ts'
import { unusedFor } from '../../src/composition/file-references.server.ts'
import { panelSessionMs } from '../../src/modules/staff/staff.ts'
import { photoLimits } from '../../src/modules/reviews/writing.ts'
import { loader as securityTxt } from '../../src/app/routes/feeds/security-txt.ts'
import { days, hours, minutes } from '../../src/platform/clock.ts'
import { settingNames } from '../../src/platform/config/config-schema.ts'
import { maxFileBytes } from '../../src/platform/files/file-kinds.server.ts'
import { defaultBodyLimit } from '../../src/platform/http/endpoint.ts'
import { createLog } from '../../src/platform/log.server.ts'
import { openTestShop } from '../../src/testing/shop.server.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const securityDocument = read('docs/security.md')

const states = ['met', 'partly', 'not met', 'not applicable'] as const
const [heading = '', ...lines] = read('docs/asvs.tsv').trimEnd().split('\n')
const rows = lines.map((line) => {
  const [id = '', level = '', state = '', evidence = '', note = '', ...more] = line.split('\t')
  return { id, level, state, evidence: evidence === '' ? [] : evidence.split(' ; '), note, more }
})

/** Files of the program itself, without what only tests use. */
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !isForTests(file))
  .toSorted()
const sourcesWith = (pattern: RegExp): string[] => sources.filter((file) => pattern.test(read(file)))

/** The text under a heading of docs/security.md, up to the next heading of its level or above. */
function section(title: string): string {
  const [, marks = '', text = ''] = new RegExp(`\\n(##+) ${title}\\n([^]*)$`).exec(securityDocument) ?? []
  return marks === '' ? '' : (text.split(new RegExp(`\\n#{2,${marks.length}} `))[0] ?? '')
}

/** The cells of the tables in a text, without their headings. */
const cellsIn = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line, at, all) => line.startsWith('|') && !line.startsWith('| -') && !all[at + 1]?.startsWith('| -'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )

const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

describe('OWASP ASVS 5.0.0, level 1 and 2', () => {
  test('every requirement has exactly one row, and there are no others', () => {
    expect(heading.split('\t')).toEqual(['id', 'level', 'state', 'evidence', 'note'])
    const requested = read('docs/asvs-ids.txt').trimEnd().split('\n')
    expect(requested).toHaveLength(253)
    expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(requested)
    expect(rows.filter(({ state, more }) => more.length > 0 || !states.includes(state as never))).toEqual([])
  })

  test('a met row cites existing tests; a partly met one cites tests or says that it is untested', () => {
    const isTitle = (file: string, title: string) =>
      existsSync(join(root, file)) &&
      ["'", '"', '`'].some((quote) => {
        const at = read(file).indexOf(`${quote}${title}${quote}`)
        return at > 0 && /\(\s*$/.test(read(file).slice(0, at)) && !/\bdescribe\(\s*$/.test(read(file).slice(0, at))
      })
    for (const { id, state, evidence, note } of rows) {
      const missing = evidence.filter((one) => {
        const [file = '', title = ''] = one.split(' › ')
        return title === '' || !isTitle(file, title)
      })
      expect([id, missing]).toEqual([id, []])
      const isNamed = evidence.length > 0
      const isRight = state === 'met' ? isNamed : state === 'partly' ? isNamed || note.startsWith('Untested') : !isNamed
      expect([id, isRight]).toEqual([id, true])
    }
  })

  test('every row says what is done or why not, and a gap has an owner and a remedy', () => {
    expect(rows.filter(({ note }) => note.length < 5 || !note.endsWith('.'))).toEqual([])
    const open = rows.filter(({ state }) => state === 'not met' || state === 'partly')
    expect(open.filter(({ note }) => !/Owner: \w|The operator’s/.test(note) || !note.includes('Closed by: '))).toEqual(
      [],
    )
  })

  test('docs/security.md has the totals, and every requirement not or partly met with its reason', () => {
    const chapters = [...new Set(rows.map(({ id }) => id.split('.')[0] ?? ''))]
    const totals = (of: typeof rows) => [
      ...states.map((state) => of.filter((row) => row.state === state).length),
      of.length,
    ]
    const said = cellsIn(section('Totals')).map(([name = '', ...counts]) => [name.split(' ')[0], ...counts.map(Number)])
    expect(said).toEqual([
      ...chapters.map((chapter) => [chapter, ...totals(rows.filter(({ id }) => id.startsWith(`${chapter}.`)))]),
      ['All', ...totals(rows)],
    ])
    const items = section('What is not met, and what in part')
      .replaceAll(/\n {2,}/g, ' ')
      .matchAll(/^- \*\*(V[\d.]+), (not met|partly)\*\*: (.*)$/gm)
    expect([...items].map(([, id, state, note]) => ({ id, state, note }))).toEqual(
      rows
        .filter(({ state }) => state === 'not met' || state === 'partly')
        .map(({ id, state, note }) => ({ id, state, note })),
    )
  })
})

describe('docs/security.md', () => {
  test('names files that exist', () => {
    const named = codeIn(securityDocument).filter((code) => /^(src|sandbox|tests|docs|scripts)\/\S+\.\w+$/.test(code))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('has the sections that ASVS requires', () => {
    const requested = [
      'Signing in',
      'Sessions',
      'Periods and sizes',
      'Limits',
      'Data that belongs together',
      'Uploads',
      'Who may do what',
      'Keys',
      'Who the shop talks to',
      'Logs',
      'Packages',
      'Expensive work',
      'Data and how long it is kept',
    ]
    expect(requested.filter((title) => section(title).trim().length < 200)).toEqual([])
    const words = section('Signing in')
    expect(codeIn(words)).toEqual(expect.arrayContaining(brands.flatMap(({ companyName, app }) => [companyName, app])))
  })

  test('lists the limits of the code', () => {
    const found = sources.flatMap((file) =>
      [...read(file).matchAll(/name: '([^']+)', count: ([\d_]+), windowMs: (?:(\w+)\((\d+)\)|(tenMinutes))/g)].map(
        ([, name, count = '', unit = 'minutes', length = '10']) => [
          name,
          Number(count.replaceAll('_', '')).toLocaleString('en-AU'),
          `${length} ${length === '1' ? unit.slice(0, -1) : unit}`,
        ],
      ),
    )
    expect(found.length).toBeGreaterThan(30)
    const others = sources.filter((file) => file !== 'src/platform/http/rate-limit.ts')
    expect(others.flatMap((file) => [...read(file).matchAll(/windowMs:/g)])).toHaveLength(found.length)
    const byName = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
    expect(cellsIn(section('Limits'))).toEqual(found.toSorted(byName))
  })

  test('states the periods and sizes of the code', () => {
    expect(Object.fromEntries(cellsIn(section('Periods and sizes')))).toEqual({
      'Access token and ID token': `${tokenLife / minutes(1)} minutes`,
      'Sign-in of a customer': `${sessionLasts.customer / days(1)} days`,
      'Sign-in of staff': `${sessionLasts.staff / hours(1)} hours`,
      'Session at the staff host': `${panelSessionMs / hours(1)} hours`,
      'Sign-in of staff without use': `${staffIdleLimit / minutes(1)} minutes`,
      'Proof before a risky change of an account': `${freshFor / minutes(1)} minutes`,
      'Proof before risky work of staff': `${staffFreshFor / minutes(1)} minutes`,
      'Link for the first administrator': `${administratorLinkHours} hours`,
      'Shortest password': `${shortestPassword} characters`,
      'Longest password': `${longestPassword} bytes`,
      'Body of a call or a form': `${defaultBodyLimit / 1_000} kB`,
      'Photos with a review': `${(photoLimits.count * photoLimits.bytes) / 1_048_576} MB`,
      'Uploaded picture or document': `${maxFileBytes / 1_048_576} MB`,
      'Upload that nothing names any more': `${unusedFor / days(1)} days`,
    })
  })

  test('states permissions as in the permission table', () => {
    const profile = { email: 'ana@example.com', phone: null, shippingAddress: null, billingAddress: null }
    const staff = { kind: 'staff', userId: '1', winningUserId: 'W1', salespersonCode: null, subdivision: null } as const
    const roles: readonly Principal[] = [
      { kind: 'guest' },
      { kind: 'member', userId: '1', profile },
      { kind: 'trade', userId: '1', profile, hasApprovedCredit: true },
      { ...staff, salespersonCode: 'NT01', subdivision: '1' },
      staff,
      { ...staff, isAdministrator: true },
    ]
    const [, rules = ''] =
      /const rules = \{\n([^]*?)\n\} as const satisfies/.exec(read('src/modules/identity/policy.ts')) ?? []
    const actions = [...rules.matchAll(/^ {2}(?:'([^']+)'|(\w+)): \(/gm)].map(
      ([, quoted, bare]) => quoted ?? bare ?? '',
    )
    expect(actions.length).toBeGreaterThan(20)
    const table = actions.map((act) => [
      act,
      ...roles.map((one) => (can(one, act as Permission, { offersCreditAccount: true }) ? 'yes' : '')),
    ])
    expect(cellsIn(section('Who may do what'))).toEqual(table)
  })

  test('classifies every database table, with a retention period', () => {
    const [, body = ''] =
      /export interface DB \{\n([^]*?)\n\}/.exec(read('src/platform/database/database-types.ts')) ?? []
    const tables = [...body.matchAll(/^ +(\w+):/gm)].map(([, name = '']) => name)
    expect(tables.length).toBeGreaterThan(90)
    const listed = cellsIn(section('Data and how long it is kept'))
    expect(listed.flatMap(([, names = '']) => codeIn(names)).toSorted()).toEqual(tables.toSorted())
    const levels = ['secret', 'personal', 'business', 'public']
    const unclear = listed.filter(([, , level = '', stored = '']) => !levels.includes(level) || stored.length <= 5)
    expect(unclear).toEqual([])
  })

  test('lists every file that signs, encrypts or hashes with a key', () => {
    const keyed =
      /\b(createHmac|createCipheriv|createSign|createVerify|hkdfSync|generateKeyPair|SignJWT|jwtVerify|CompactEncrypt|X509Certificate|verifyAuthenticationResponse)\(|@node-rs\/argon2|\bmd5\(|'sha1'/
    const found = sourcesWith(keyed)
    expect(found.length).toBeGreaterThan(12)
    const listed = codeIn(section('Keys')).filter((code) => code.startsWith('src/'))
    expect([...new Set(listed)].toSorted()).toEqual(found)
    const purposes = sources.flatMap((file) =>
      [
        ...read(file).matchAll(
          /(?:hkdfSync\('sha256', (?:config\.)?secretKey, '', |createSealing\([\w.]+, )'([^']+)'/g,
        ),
      ].map(([, one = '']) => one),
    )
    expect(purposes.length).toBeGreaterThan(5)
    for (const purpose of purposes) expect(section('Keys')).toContain(purpose)
  })

  test('lists every external service', () => {
    const named = section('Who the shop talks to')
    const settings = settingNames.filter((name) => name.endsWith('_URL') && !/^(PUBLIC|CMS)_URL$/.test(name))
    expect(settings.length).toBeGreaterThan(12)
    expect(settings.filter((name) => !named.includes(`\`${name}\``))).toEqual([])
    const fixed = read('src/modules/identity/internal/provider-settings.server.ts').matchAll(/https:\/\/([\w.-]+)/g)
    expect([...fixed].filter(([, host = '']) => !named.includes(`\`${host}\``))).toEqual([])
    expect(sourcesWith(/\bfetch\(\s*[`'"]https?:/)).toEqual([])
  })
})

describe('the source code', () => {
  test('runs no other program and no text as code or SQL', () => {
    expect(sourcesWith(/\beval\(|\bnew Function\(|node:vm\b/)).toEqual([])
    // A part of this program in a process of its own: Node itself, with a file of ours, and no shell.
    const processes = ['src/modules/media/internal/picture-processes.server.ts']
    // pg_dump and pg_restore by these names, without a shell, in a command of the operator that no request reaches.
    const dumps = 'src/composition/backup/dump.server.ts'
    expect(sourcesWith(/node:child_process/)).toEqual([dumps, ...processes])
    expect(sourcesWith(/import \{ fork \} from 'node:child_process'/)).toEqual(processes)
    expect(read(dumps).match(/\brun\('[^']+'/g)).toEqual(["run('pg_dump'", "run('pg_restore'"])
    expect(sourcesWith(/shell: true/)).toEqual([])
    expect(sourcesWith(/backup\/dump\.server|\.\/dump\.server/)).toEqual([
      'src/composition/backup/backup-commands.server.ts',
    ])
    // Constants of ours: a list of columns, migrations, and the direction of an order.
    expect(sourcesWith(/\bsql\.raw\(/)).toEqual([
      'src/modules/product-import/internal/import-staging.server.ts',
      'src/platform/database/migrate.server.ts',
      'src/platform/database/record-source.server.ts',
    ])
  })

  test('never uses Math.random for secrets', () => {
    // Waits before a repeat, and the spread of Retry-After.
    expect(sourcesWith(/Math\.random/)).toEqual([
      'src/main.ts',
      'src/modules/payments/providers/provider-http.server.ts',
      'src/platform/database/database.server.ts',
    ])
  })

  test('writes raw markup in few places', () => {
    expect(sourcesWith(/dangerouslySetInnerHTML=|\.innerHTML = |insertAdjacentHTML|document\.write\(/)).toEqual([
      'src/app/rendering/data-handover.server.tsx',
      'src/app/rendering/layout-parts.server.tsx',
      'src/app/root.tsx',
      'src/modules/catalogue/ui/product-card.tsx',
      'src/modules/content/ui/alert-banner.tsx',
      'src/ui/display/clean-html.tsx',
      'src/ui/display/server-made.tsx',
    ])
  })

  test('pins every package with its hash, and installs without running scripts', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>
    }
    const installed = Object.entries(packages).filter(([path]) => path !== '')
    expect(installed.length).toBeGreaterThan(300)
    const loose = installed.filter(
      ([, one]) => one.integrity?.startsWith('sha512-') !== true || one.resolved !== undefined,
    )
    expect(loose.map(([path]) => path)).toEqual([])
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  })

  test('masks password fields, allows pasting and autofill, and never expires passwords', () => {
    const forms = sourcesWith(/autoComplete="(current|new)-password"/)
    expect(forms.length).toBeGreaterThan(2)
    for (const file of forms) {
      const count = (pattern: RegExp) => [...read(file).matchAll(pattern)].length
      expect([file, count(/type="password"/g)]).toEqual([file, count(/autoComplete="(current|new)-password"/g)])
    }
    expect(sourcesWith(/onPaste|'paste'/)).toEqual([])
    const [, account = ''] =
      /export interface Account \{\n([^]*?)\n\}/.exec(read('src/platform/database/database-types.ts')) ?? []
    expect(account.match(/\w*password\w*/g)).toEqual(['password_hash'])
  })
})

test('a log line is one line of JSON with a UTC time and safe fields only', () => {
  const written: string[] = []
  const log = createLog('info', { write: (line) => void written.push(line) })
  log.info({ route: '/x\n{"level":"error"}', email: 'ana@example.com' }, 'first\r\nsecond')
  expect([written.length, written.join('').trimEnd().includes('\n')]).toEqual([1, false])
  const line = JSON.parse(written.join('')) as Record<string, string>
  expect(Object.keys(line).toSorted()).toEqual(['level', 'msg', 'route', 'time'])
  expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('over https every host sends HSTS, nosniff and charsets, and rejects TRACE', { timeout: 60_000 }, async () => {
  const shop = await openTestShop({
    sandbox: false,
    env: { PUBLIC_URL: 'https://shop.example', CMS_URL: 'https://staff.example' },
  })
  try {
    const visitor = shop.visitor()
    const answers = [
      await visitor.get('/'),
      await visitor.get('/api/cart/'),
      await visitor.get('/api/none'),
      await visitor.get('/livez'),
      await visitor.get('/media/placeholder.svg'),
      await visitor.identity('GET', '/.well-known/jwks.json'),
      await visitor.staff('GET', '/'),
      await visitor.staff('GET', '/api/projects'),
    ]
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['content-type']).toMatch(/^application\/json$|^(text\/\w+|image\/svg\+xml); ?charset=utf-8$/i)
    }
    const traced = await Promise.all(['/', '/api/cart/'].map((path) => visitor.send('TRACE', path)))
    expect(traced.map(({ status }) => status)).toEqual([405, 404])
    expect(traced.map(({ text }) => /trace/i.test(text.replaceAll('traceId', '')))).toEqual([false, false])
  } finally {
    await shop.close()
  }
})

test(
  'security.txt has a contact and a future expiry, as in RFC 9116, and is absent without one',
  { timeout: 60_000 },
  async () => {
    const texts = await Promise.all(
      [{ SECURITY_CONTACT: 'mailto:security@shop.example' }, {}].map(async (env) => {
        const shop = await openTestShop({
          sandbox: false,
          env,
          pages: async (_request, context) => {
            try {
              return securityTxt({ context } as never)
            } catch (thrown) {
              return thrown as Response
            }
          },
        })
        try {
          const answer = await shop.visitor().get('/.well-known/security.txt')
          return {
            status: answer.status,
            text: answer.text,
            type: answer.headers['content-type'],
            now: shop.clock.now(),
          }
        } finally {
          await shop.close()
        }
      }),
    )
    const [given, none] = texts
    expect([given?.status, given?.type, none?.status]).toEqual([200, 'text/plain; charset=utf-8', 404])
    expect(given?.text).toContain('Contact: mailto:security@shop.example\n')
    const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/m.exec(given?.text ?? '') ?? []
    const left = Date.parse(expires) - (given?.now.getTime() ?? 0)
    expect([left > days(30), left < days(365)]).toEqual([true, true])
    expect(given?.text).toMatch(/^Canonical: https?:\/\/\S+\/\.well-known\/security\.txt$/m)
  },
)
