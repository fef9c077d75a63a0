import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Leaves out of the browser's script what React Router brings for features that the shop does not use
 * (docs/decisions/0046-smaller-script.md): instrumentation of the router, discovery of routes while browsing, links that prefetch pages,
 * view transitions, and the texts of its assertions. Its pages do not load the frame's style sheet twice either. Only the client build is
 * changed; the server and development run the library as it is.
 */

const library = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production/lib',
)

/** Modules of the library in the place of which a smaller one of `router/` is built, with the same exports. */
const replacementFiles: Readonly<Record<string, string>> = {
  'router/instrumentation.js': 'instrumentation.ts',
  'dom/ssr/errorBoundaries.js': 'error-boundaries.ts',
  'dom/ssr/fallback.js': 'fallback.ts',
  'dom/ssr/fog-of-war.js': 'fog-of-war.ts',
}

/** The sources of the smaller modules, by the path of the library's. */
export const replacements: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(replacementFiles).map(([path, file]) => [
    path,
    readFileSync(join(import.meta.dirname, 'router', file), 'utf8'),
  ]),
)

/** Conditions that never hold in the shop, by the module of the library that has each of them once. */
export const neverTrue: Readonly<Record<string, readonly string[]>> = {
  // No page of the shop asks for links of other pages by a descriptor.
  'dom/ssr/components.js': ['isPageLinkDescriptor(link)'],
  // The shop navigates without view transitions, so none is started, under way or interrupted.
  'components.js': [
    'router.window != null && router.window.document != null && typeof router.window.document.startViewTransition === "function"',
    'vtContext.isTransitioning && !vtContext.flushSync',
    'renderDfd && pendingState && router.window',
    'renderDfd && pendingState && state.location.key === pendingState.location.key',
    '!vtContext.isTransitioning && interruption',
  ],
}

/** Calls whose last argument is a text for developers, which the development build still says. */
const asserting = new Set(['invariant', 'warning', 'warnOnce'])

export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const code = replacements[pathIn(id) ?? '']
      return code === undefined ? null : { code, moduleType: 'ts' }
    },
    transform(code, id) {
      if (id === preloadHelper) return { code: withFrameStyles(code), map: null }
      const path = pathIn(id)
      if (path === null || path in replacements) return null
      return { code: shakeable(withoutTexts(withoutDeadCode(code, path), (text) => this.parse(text))), map: null }
    },
  }
}

const preloadHelper = '\0vite/preload-helper.js'

/**
 * The frame's style sheet is in every document, but under an address with a `#`, so that the helper for what is fetched late would load it
 * again and the browser would style and lay out the whole page a second time. (React Router writes the `#` to have a sheet that a late part
 * needs too stay when its page is left. The frame is never left.)
 */
export function withFrameStyles(code: string): string {
  const looked = '.styles.add(link.href)'
  if (!code.includes(looked)) throw new Error('The helper of Vite that loads style sheets has changed.')
  return code.replace(looked, String.raw`.styles.add(link.href.replace(/(\/shop-[^/]+)#/, '$1'))`)
}

/** The path of a module within the library; null for any other module. */
function pathIn(id: string): string | null {
  const file = id.replace(/\?.*/, '').replaceAll('\\', '/')
  const folder = library.replaceAll('\\', '/')
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : null
}

/** A module of the library without what waits for a condition that never holds: the bundler removes that. */
export const withoutDeadCode = (code: string, path: string): string =>
  (neverTrue[path] ?? []).reduce((text, condition) => text.replace(condition, 'false'), code)

/** A name for the developer's tools keeps a component in the build that nobody renders: the library's own links and forms, among others. */
export const shakeable = (code: string): string =>
  code
    .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replace(/^((?:const|let|var) \w+ = )(React\$\d\.forwardRef\()/gm, '$1/* @__PURE__ */ $2')

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>

/** The module with empty texts in its assertions and its own errors. */
export function withoutTexts(code: string, parse: (code: string) => unknown): string {
  const texts: Node[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const text = developerText(node as Node)
    if (text !== null) texts.push(text)
    for (const [name, value] of Object.entries(node)) if (name !== 'parent') visit(value)
  }
  visit(parse(code))
  return texts
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code)
}

/** The argument of a node that only developers read; null where there is none. A text that is computed from calls is left alone. */
function developerText(node: Node): Node | null {
  const callee = node['callee'] as Node | undefined
  const name = callee?.type === 'Identifier' ? String(callee['name']).replace(/\$\d+$/, '') : ''
  const isAssertion = node.type === 'CallExpression' && asserting.has(name)
  const isError = node.type === 'NewExpression' && name === 'Error'
  const last = (node['arguments'] as readonly Node[] | undefined)?.at(-1)
  if (!(isAssertion || isError) || last === undefined) return null
  const isText = (last.type === 'Literal' && typeof last['value'] === 'string') || last.type === 'TemplateLiteral'
  return isText ? last : null
}

/** What a module of the library exports, for the test that holds its replacement against it. */
export function exportsOf(path: string): string[] {
  const [, list = ''] = /\nexport \{([^}]*)\};?\s*$/.exec(readFileSync(join(library, path), 'utf8')) ?? []
  return list.split(',').map((one) => one.trim())
}

/** A module of the library as it comes. */
export const sourceOf = (path: string): string => readFileSync(join(library, path), 'utf8')
