import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import { describe, expect, test } from 'vitest'
import { settingNames, shownValue } from '../../src/platform/config/config-schema.ts'

/** The Helm chart: its values by its schema, and, where Helm is installed (HELM, or on the PATH), what it renders. */

const root = join(import.meta.dirname, '../..')
const chart = join(root, 'deploy/helm')
const read = (file: string) => readFileSync(join(chart, file), 'utf8')
const helm = process.env['HELM'] ?? 'helm'
const hasHelm = spawnSync(helm, ['version']).status === 0

const schema = JSON.parse(read('values.schema.json')) as {
  properties: { settings: { propertyNames: { enum: string[] } } }
}
const values = parse(read('values.yaml')) as object
const autoscaler = 'nodejs_eventloop_lag_p99_seconds'

/** Settings that the image or the chart fixes, and those for development and tests. */
const fixed =
  'ENV HOST PORT IDENTITY_PORT CMS_PORT INTERNAL_PORT DATA_DIR DRAIN_SECONDS SANDBOX_PORT MAIL_PORT RATE_LIMITS LOAD_SHEDDING CRASH_AT DEMO_OPENID_URL'

test('the values are valid, and settings that are secrets are none of them', () => {
  const validate = new Ajv({ allErrors: true }).compile(schema)
  expect([validate(values), validate.errors]).toEqual([true, null])
  const isPublic = (name: string) => shownValue(name, 'shown') === 'shown' && !fixed.split(' ').includes(name)
  expect(schema.properties.settings.propertyNames.enum.toSorted()).toEqual(settingNames.filter(isPublic).toSorted())
})

// A chart can only read files of its own, and a link does not survive every checkout.
test.each(['causes.yaml', 'objectives.yaml'])('the chart has the rules of deploy/alerts/%s', (file) => {
  expect(read(`alerts/${file}`)).toBe(readFileSync(join(root, 'deploy/alerts', file), 'utf8'))
})

test('the metric of the autoscaler is one that the shop exports, and the adapter of Prometheus offers it', () => {
  expect(readFileSync(join(root, 'src/platform/metrics/metrics.server.test.ts'), 'utf8')).toContain(autoscaler)
  expect(read('templates/availability.yaml')).toContain(`metric: { name: ${autoscaler} }`)
  const adapter = parse(read('prometheus-adapter.yaml')) as {
    rules: { custom: { seriesQuery: string; name: object }[] }
  }
  expect(adapter.rules.custom).toEqual([
    expect.objectContaining({ seriesQuery: expect.stringContaining(autoscaler), name: { as: autoscaler } }),
  ])
})

type Container = {
  readonly args: string[]
  readonly image: string
  readonly envFrom: object[]
  readonly ports: { name: string }[]
  readonly securityContext: object
  readonly startupProbe: { httpGet: object; periodSeconds: number; failureThreshold: number }
  readonly readinessProbe: { httpGet: object; periodSeconds: number; failureThreshold: number }
  readonly livenessProbe: { httpGet: object }
}
type Manifest = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec: {
    readonly replicas?: number
    readonly template: {
      readonly metadata: { labels: Record<string, string> }
      readonly spec: {
        terminationGracePeriodSeconds: number
        securityContext: object
        topologySpreadConstraints: object[]
        automountServiceAccountToken: boolean
        containers: [Container]
      }
    }
    readonly selector: { readonly matchLabels: Record<string, string> } & Record<string, string>
    readonly metrics: object[]
    readonly ports: { targetPort: string }[]
    readonly ingress: { from: object[]; ports: { port: string }[] }[]
  }
}

const everything = ['--set', 'monitoring.podMonitor=true', '--set', 'monitoring.rules=true']

function render(...options: string[]) {
  const done = spawnSync(helm, ['template', 'shop', chart, '--namespace', 'retail', ...options], { encoding: 'utf8' })
  // Helm remarks on every symbolic link that it follows.
  const complaints = done.stderr.split('\n').filter((line) => line !== '' && !line.includes('found symbolic link'))
  const manifests = done.status === 0 ? parseAllDocuments(done.stdout).map((one) => one.toJS() as Manifest) : []
  return { complaints: complaints.join('\n'), manifests }
}

describe.skipIf(!hasHelm)('rendered by Helm', () => {
  const { manifests, complaints } = hasHelm ? render(...everything) : { manifests: [], complaints: '' }
  const of = (kind: string) => manifests.filter((one) => one.kind === kind)
  const deployments = of('Deployment')
  const containerOf = (one: Manifest) => one.spec.template.spec.containers[0]

  test('is a Deployment for each part and what belongs to them', () => {
    expect(complaints).toBe('')
    expect(deployments.map((one) => [one.metadata.name, containerOf(one).args]).toSorted()).toEqual([
      ['shop-accounts', ['identity', 'cms']],
      ['shop-shop', ['shop']],
      ['shop-worker', ['worker']],
    ])
    const counts = Object.fromEntries(manifests.map(({ kind }) => [kind, of(kind).length]))
    expect(counts).toEqual({
      ConfigMap: 1,
      Deployment: 3,
      HorizontalPodAutoscaler: 1,
      Ingress: 1,
      NetworkPolicy: 1,
      PodDisruptionBudget: 3,
      PodMonitor: 1,
      PrometheusRule: 2,
      Service: 3,
      ServiceAccount: 1,
    })
  })

  test('fits the schemas of Kubernetes and of the Prometheus operator, without a field that they do not know', async () => {
    for (const one of manifests) {
      const { schema: validateModel } = await modelOf(one)
      expect([one.kind, validateModel]).toEqual([one.kind, null])
    }
    expect(unknownFields(manifests)).toBe('')
    const wrong = { ...deployments[0]!, spec: { ...deployments[0]!.spec, colour: 'red', replicas: 'many' } }
    expect((await modelOf(wrong as never)).schema).toContain('replicas')
    expect(unknownFields([{ ...wrong, spec: { ...wrong.spec, replicas: 1 } } as never])).toContain('colour')
  })

  test('runs without root, privileges, a writable root and a token, on nodes and zones apart', () => {
    for (const one of deployments) {
      const pod = one.spec.template.spec
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 65_532,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(pod.automountServiceAccountToken).toBe(false)
      expect(pod.topologySpreadConstraints).toHaveLength(2)
      expect(containerOf(one).securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  })

  test('probes by the internal port, and gives a pod longer to stop than it takes', () => {
    const drainSeconds = Number(of('ConfigMap')[0]?.data?.['DRAIN_SECONDS'])
    for (const one of deployments) {
      const { startupProbe, readinessProbe, livenessProbe } = containerOf(one)
      expect(startupProbe.httpGet).toEqual({ path: '/readyz', port: 'internal' })
      expect(readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'internal' })
      expect(livenessProbe.httpGet).toEqual({ path: '/livez', port: 'internal' })
      // A migration waits for its locks for as long (decision 0077).
      expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(300)
      expect(drainSeconds).toBeGreaterThan(readinessProbe.periodSeconds * readinessProbe.failureThreshold)
      expect(one.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 30)
    }
  })

  test('takes secrets from the Secret that it names, and holds none', () => {
    for (const one of deployments)
      expect(containerOf(one).envFrom).toEqual([
        { configMapRef: { name: 'shop' } },
        { secretRef: { name: 'storefront' } },
      ])
    expect(of('Secret')).toEqual([])
    expect(render('--set', 'settings.SECRET_KEY=x').complaints).toContain('SECRET_KEY')
    expect(render('--set', 'settings.DATABASE_URL=x').complaints).toContain('DATABASE_URL')
  })

  test('keeps the internal port for Prometheus, and out of every Service', () => {
    const [policy] = of('NetworkPolicy')
    expect(policy?.spec.ingress.map(({ ports }) => ports.map(({ port }) => port))).toEqual([
      ['shop', 'identity', 'staff'],
      ['internal'],
    ])
    expect(
      of('Service')
        .flatMap((one) => one.spec.ports.map(({ targetPort }) => targetPort))
        .toSorted(),
    ).toEqual(['identity', 'shop', 'staff'])
  })

  test('leads each Service and each budget to the pods of one part', () => {
    for (const one of [...of('Service'), ...of('PodDisruptionBudget')]) {
      const selector: Record<string, string> = one.spec.selector.matchLabels ?? one.spec.selector
      const chosen = deployments.filter(({ spec }) =>
        Object.entries(selector).every(([key, value]) => spec.template.metadata.labels[key] === value),
      )
      expect([one.metadata.name, chosen.length]).toEqual([one.metadata.name, 1])
    }
  })

  test('scales the shop by the lag of its event loop and by CPU, or keeps a number of pods', () => {
    expect(of('HorizontalPodAutoscaler')[0]?.spec.metrics).toEqual([
      { type: 'Pods', pods: { metric: { name: autoscaler }, target: { type: 'AverageValue', averageValue: '50m' } } },
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 65 } } },
    ])
    const replicas = (one: Manifest[]) =>
      one.find(({ metadata, kind }) => kind === 'Deployment' && metadata.name === 'shop-shop')?.spec.replicas
    expect(replicas(manifests)).toBeUndefined()
    expect(replicas(render('--set', 'autoscaling.enabled=false').manifests)).toBe(3)
  })

  test('can do without what a cluster may lack, and takes an image by its digest', () => {
    const off = ['ingress', 'networkPolicy', 'autoscaling', 'disruptionBudget'].flatMap((one) => [
      '--set',
      `${one}.enabled=false`,
    ])
    const digest = `sha256:${'a'.repeat(64)}`
    const bare = render(...off, '--set', `image.digest=${digest}`).manifests
    expect([...new Set(bare.map(({ kind }) => kind))].toSorted()).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
      'ServiceAccount',
    ])
    expect(bare.filter(({ kind }) => kind === 'Deployment').map((one) => containerOf(one).image)).toEqual(
      Array(3).fill(`registry.example/storefront@${digest}`),
    )
  })
})

const packageOf = (group: string) =>
  group === 'monitoring.coreos.com' ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'

function placeOf({ apiVersion }: Manifest): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  return [packageOf(group ?? ''), group, version].filter(Boolean).join('/')
}

/** What the JSON schema of its kind finds wrong with a manifest; null for nothing. */
async function modelOf(manifest: Manifest): Promise<{ schema: string | null }> {
  type Model = new (data: object) => { validate(): void }
  const models = (await import(`${placeOf(manifest)}/${manifest.kind}`)) as Record<string, Model>
  try {
    new models[manifest.kind]!(manifest).validate()
    return { schema: null }
  } catch (error) {
    return { schema: (error as Error).message }
  }
}

/** The schemas let unknown fields pass, as Kubernetes does without strict validation; TypeScript, with the types of the same package, does not. */
function unknownFields(manifests: readonly Manifest[]): string {
  const folder = join(root, '.cache/kubernetes')
  const lines = manifests.map((one, at) => {
    const kind = `import('${placeOf(one)}/${one.kind}').I${one.kind}`
    return `export const manifest${at}: ${kind} = ${JSON.stringify(one)}\n`
  })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'manifests.ts')
  writeFileSync(file, lines.join(''))
  const options =
    '--noEmit --ignoreConfig --skipLibCheck --strict --module nodenext --target es2022 --types node'.split(' ')
  const done = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, file], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return done.stdout + done.stderr
}
