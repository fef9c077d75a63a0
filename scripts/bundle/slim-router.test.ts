import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import config from '../../react-router.config.ts'
import {
  exportsOf,
  neverTrue,
  replacements,
  sourceOf,
  withFrameStyles,
  withoutDeadCode,
  withoutTexts,
} from './slim-router.ts'

/** What the client build leaves out of React Router is still what the library has, under the same names. */

test.each(Object.keys(replacements))('the replacement of %s has the exports of the original', (path) => {
  const own = [...(replacements[path] ?? '').matchAll(/^export (?:const|class) (\w+)/gm)].map(([, name]) => name)
  expect(exportsOf(path)).not.toContain('')
  expect(own.toSorted()).toEqual(exportsOf(path).toSorted())
})

test('the root route has an error boundary, so the library’s default is never used', async () => {
  expect(readFileSync('src/app/root.tsx', 'utf8')).toMatch(/^export function ErrorBoundary/m)
})

test('the replaced code is never needed: all routes are known from the start, and links are not prefetched', () => {
  expect(config.routeDiscovery).toEqual({ mode: 'initial' })
  expect(sourceOf('dom/ssr/fog-of-war.js')).toContain('return routeDiscovery.mode === "lazy" && ssr === true')
})

test.each(Object.entries(neverTrue))('%s contains each never-true condition exactly once', (path, conditions) => {
  const source = sourceOf(path)
  expect(conditions.filter((condition) => source.split(condition).length !== 2)).toEqual([])
  const slim = withoutDeadCode(source, path)
  expect(conditions.filter((condition) => slim.includes(condition))).toEqual([])
})

test('no page asks the router for a view transition', () => {
  const files = globSync('src/{app,modules,ui}/**/*.{ts,tsx}')
  const asking = files.filter((file) =>
    /\bviewTransition(?!: false|Name)|useViewTransition/.test(readFileSync(file, 'utf8')),
  )
  expect(files).not.toEqual([])
  expect(asking).toEqual([])
})

test('messages of assertions and errors are emptied, all other strings stay', () => {
  const code = [
    'invariant(isGood, "must be good")',
    'warning(false, `odd ${name}`)',
    "throw new Error('broken')",
    "fetch('/address', { method: 'GET' })",
    "invariant$1(a, 'b')",
    'throw new Error(textOf(error))',
  ].join('\n')
  expect(withoutTexts(code, parseAst).split('\n')).toEqual([
    "invariant(isGood, '')",
    "warning(false, '')",
    "throw new Error('')",
    "fetch('/address', { method: 'GET' })",
    "invariant$1(a, '')",
    'throw new Error(textOf(error))',
  ])
  const router = sourceOf('router/router.js')
  expect(withoutTexts(router, parseAst).length).toBeLessThan(router.length - 1_000)
})

test('a change in how Vite looks for linked style sheets fails the build', () => {
  expect(withFrameStyles('hrefs.styles.add(link.href)')).toBe(
    "hrefs.styles.add(link.href.replace(/(\\/shop-[^/]+)#/, '$1'))",
  )
  expect(() => withFrameStyles('hrefs.add(link)')).toThrow('has changed')
})
