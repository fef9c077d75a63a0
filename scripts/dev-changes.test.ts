import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startsAnew } from './dev-changes.ts'
import { createReach, entryPoints } from './checks/reachable.ts'

const starts = (path: string) => startsAnew(resolve(path), process.cwd())

// Reads every source twice, which takes long on a busy machine.
test('npm run dev restarts for every source file that the browser does not render', { timeout: 120_000 }, () => {
  const page = createReach()
  for (const file of entryPoints())
    if (/^src\/(app|admin)\/(routes\/.*|root|entry\.client)\.tsx?$/.test(file)) page.enter(file)
  const server = createReach()
  for (const file of entryPoints()) server.enter(file)
  const onlyOnServer = globSync('src/**/*.tsx')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => server.has({ file, name: '*' }) && !page.has({ file, name: '*' }))
  expect(onlyOnServer.length).toBeGreaterThan(10)
  expect(onlyOnServer.filter((file) => !starts(file) && !file.endsWith('/entry.server.tsx'))).toEqual([])
})

test('restarts for mail templates, but not for pages, panels, the back office, tests or files outside the source', () => {
  expect(globSync('src/modules/*/mail/*.tsx').filter((file) => !/\.test\./.test(file) && !starts(file))).toEqual([])
  expect(globSync('src/admin/{ui,routes}/**/*.tsx').filter((file) => starts(file.replaceAll('\\', '/')))).toEqual([])
  expect(starts('src/brands/mail-layout.tsx')).toBe(true)
  for (const path of [
    'src/app/routes/cart/cart.tsx',
    'src/ui/forms/field.tsx',
    'src/platform/text/phone.test.ts',
    'scripts/dev.ts',
    'src/ui/base.css',
  ])
    expect([path, starts(path)]).toEqual([path, false])
  expect(starts('src/platform/text/phone.ts')).toBe(true)
})
