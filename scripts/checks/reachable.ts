import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseAst } from 'vite'
import { isForTests } from './test-support.ts'

/**
 * Which code runs in the shop: followed from its entry points by imports, declaration by declaration. A function that is exported and
 * imported by nobody but its test is not reached, even where the rest of its file is.
 *
 * A declaration is reached when a reached one names it; a file's other statements when the file is imported at all. Names are compared as
 * text, so a local variable of the same name makes something count as reached that is not, never the other way round. What `import()`
 * loads counts whole. Types are no code.
 */

/** A declaration of a file, or with the name `*` the file as it runs when it is imported. */
export type Place = `${string}#${string}`

export type Binding = { readonly file: string; readonly name: string }

type Node = { readonly type: string } & Readonly<Record<string, unknown>>

type SourceFile = {
  /** Local names and where they come from; `*` for a whole module, `default` for its default. */
  readonly imports: ReadonlyMap<string, Binding>
  /** Exported names and the local declarations behind them. */
  readonly exports: ReadonlyMap<string, Binding>
  readonly starExports: readonly string[]
  readonly declarations: ReadonlyMap<string, Node>
  /** Statements that run when the file is imported. */
  readonly effects: readonly Node[]
  /** Files that are imported for their values. */
  readonly files: readonly string[]
}

const isSource = (path: string): boolean => /\.tsx?$/.test(path)

export function resolveImport(from: string, path: string): string | null {
  if (!path.startsWith('.')) return null
  const file = normalize(join(dirname(from), path.replace(/\?.*/, ''))).replaceAll('\\', '/')
  return isSource(file) && existsSync(file) ? file : null
}

const asNodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? (value as Node[]) : [])
const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown }
  return String(name ?? value)
}

/** Every node below this one, itself first. */
export function* within(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* within(one)
  else if (typeof node === 'object' && node !== null) {
    if (typeof (node as Node).type === 'string') yield node as Node
    for (const value of Object.values(node)) if (typeof value === 'object') yield* within(value)
  }
}

export function parseSource(file: string): Node {
  return parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
}

export function createReach(parse: (file: string) => Node = parseSource) {
  const known = new Map<string, SourceFile>()
  const reached = new Set<Place>()

  function read(file: string): SourceFile {
    const found = known.get(file)
    if (found !== undefined) return found
    const read = readSource(file, parse(file))
    known.set(file, read)
    return read
  }

  /** The declaration behind an exported name, through files that pass it on. */
  function declarationOf({ file, name }: Binding, seen: readonly string[] = []): Binding | null {
    const source = read(file)
    const passed = source.exports.get(name)
    if (passed !== undefined) {
      if (passed.file !== file) return declarationOf(passed, [...seen, file])
      const imported = source.imports.get(passed.name)
      return imported === undefined
        ? passed
        : imported.name === '*'
          ? imported
          : declarationOf(imported, [...seen, file])
    }
    for (const from of source.starExports) {
      const found = seen.includes(from) ? null : declarationOf({ file: from, name }, [...seen, file])
      if (found !== null) return found
    }
    return null
  }

  function reachFile(file: string): void {
    if (reached.has(`${file}#*`)) return
    reached.add(`${file}#*`)
    const source = read(file)
    for (const other of source.files) reachFile(other)
    for (const statement of source.effects) follow(file, statement)
  }

  function reachAll(file: string): void {
    reachFile(file)
    const { exports, starExports } = read(file)
    for (const name of exports.keys()) reachBinding({ file, name })
    for (const other of starExports) reachAll(other)
  }

  function reachBinding(binding: Binding): void {
    reachFile(binding.file)
    if (binding.name === '*') return reachAll(binding.file)
    const found = declarationOf(binding)
    if (found === null) return
    if (found.name === '*') return reachAll(found.file)
    reachDeclaration(found.file, found.name)
  }

  function reachDeclaration(file: string, name: string): void {
    const place: Place = `${file}#${name}`
    if (reached.has(place)) return
    reached.add(place)
    reachFile(file)
    const node = read(file).declarations.get(name)
    if (node !== undefined) follow(file, node)
  }

  function follow(file: string, root: Node): void {
    const { imports, declarations } = read(file)
    for (const node of within(root)) {
      const loaded = loadedBy(node, file)
      if (loaded !== null) reachAll(loaded)
      if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') continue
      const name = String(node['name'])
      const imported = imports.get(name)
      if (imported !== undefined) reachBinding(imported)
      else if (declarations.has(name)) reachDeclaration(file, name)
    }
  }

  return {
    /** Everything that an entry point gives and runs. */
    enter: reachAll,
    has: (binding: Binding): boolean => {
      if (binding.name === '*') return reached.has(`${binding.file}#*`)
      const found = declarationOf(binding)
      return found !== null && reached.has(`${found.file}#${found.name}`)
    },
    read,
    files: (): number => [...reached].filter((place) => place.endsWith('#*')).length,
  }
}

/** What `import('./file.ts')` and `new URL('./file.ts', import.meta.url)` load. */
function loadedBy(node: Node, file: string): string | null {
  const source =
    node.type === 'ImportExpression'
      ? (node['source'] as Node)
      : node.type === 'NewExpression' && nameOf(node['callee']) === 'URL'
        ? asNodes(node['arguments'])[0]
        : undefined
  return typeof source?.['value'] === 'string' ? resolveImport(file, source['value']) : null
}

function readSource(file: string, program: Node): SourceFile {
  const imports = new Map<string, Binding>()
  const exports = new Map<string, Binding>()
  const declarations = new Map<string, Node>()
  const starExports: string[] = []
  const effects: Node[] = []
  const files: string[] = []

  /** Declares what a statement declares; answers its names. */
  function declare(statement: Node): string[] {
    if (statement.type === 'VariableDeclaration')
      return asNodes(statement['declarations']).flatMap((one) => {
        // Each name of a pattern stands for the whole of it; a call may do something that is wanted for itself.
        const names = [...within(one['id'])].filter(({ type }) => type === 'Identifier').map(nameOf)
        for (const name of names) declarations.set(name, one)
        return names
      })
    if (/^(Function|Class)Declaration$|^TSEnumDeclaration$/.test(statement.type)) {
      const name = nameOf(statement['id'])
      declarations.set(name, statement)
      return [name]
    }
    return []
  }

  for (const statement of asNodes(program['body'])) {
    const from = (statement['source'] as Node | null | undefined)?.['value']
    const target = typeof from === 'string' ? resolveImport(file, from) : null
    const isType = statement['importKind'] === 'type' || statement['exportKind'] === 'type'
    if (statement.type === 'ImportDeclaration') {
      if (target === null || isType) continue
      files.push(target)
      for (const one of asNodes(statement['specifiers'])) {
        if (one['importKind'] === 'type') continue
        const name =
          one.type === 'ImportNamespaceSpecifier'
            ? '*'
            : one.type === 'ImportSpecifier'
              ? nameOf(one['imported'])
              : 'default'
        imports.set(nameOf(one['local']), { file: target, name })
      }
    } else if (statement.type === 'ExportAllDeclaration') {
      if (target === null || isType) continue
      files.push(target)
      starExports.push(target)
    } else if (statement.type === 'ExportDefaultDeclaration') {
      declarations.set('default', statement['declaration'] as Node)
      exports.set('default', { file, name: 'default' })
      for (const name of declare(statement['declaration'] as Node)) exports.set(name, { file, name })
    } else if (statement.type === 'ExportNamedDeclaration') {
      const declared = statement['declaration'] as Node | null
      if (declared !== null) for (const name of declare(declared)) exports.set(name, { file, name })
      if (target !== null && !isType) files.push(target)
      for (const one of asNodes(statement['specifiers'])) {
        if (one['exportKind'] === 'type') continue
        exports.set(nameOf(one['exported']), { file: target ?? file, name: nameOf(one['local']) })
      }
    } else if (declare(statement).length === 0 && !/^TS(Interface|TypeAlias)/.test(statement.type))
      effects.push(statement)
  }
  return { imports, exports, starExports, declarations, effects, files }
}

/** A test as far as it claims rows: the code it names, and whether it runs the whole shop. */
export type TestedCode = { readonly title: string; readonly subjects: readonly Binding[]; readonly runsShop: boolean }

/** What the code of a file names of the shop's source, itself or by the file's own declarations; and the texts in it. */
function createNamer(file: string, program: Node) {
  const { imports } = readSource(file, program)
  const declared = new Map<string, Node[]>()
  const declare = (name: string, node: Node) => declared.set(name, [...(declared.get(name) ?? []), node])
  for (const node of within(program)) {
    if (node.type === 'VariableDeclarator')
      for (const one of within(node['id'])) {
        if (one.type === 'Identifier') declare(nameOf(one), node)
      }
    else if (node.type === 'FunctionDeclaration') declare(nameOf(node['id']), node)
    else if (node.type === 'AssignmentExpression') declare(nameOf(node['left']), node['right'] as Node)
  }
  return {
    declared,
    namedBy(root: Node) {
      const subjects = new Map<string, Binding>()
      const texts = new Set<string>()
      let opensShop = false
      const seen = new Set<Node>()
      const visit = (start: Node): void => {
        if (seen.has(start)) return
        seen.add(start)
        for (const node of within(start)) {
          const loaded = loadedBy(node, file)
          if (loaded !== null) subjects.set(loaded, { file: loaded, name: '*' })
          if (node.type === 'Literal' && typeof node['value'] === 'string') texts.add(node['value'])
          if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') continue
          const name = String(node['name'])
          const imported = imports.get(name)
          if (imported === undefined) for (const one of declared.get(name) ?? []) visit(one)
          else if (imported.name === 'openTestShop') opensShop = true
          else if (isSupport(imported.file)) {
            const support = namedBySupport(imported)
            opensShop ||= support.opensShop
            for (const one of support.subjects) subjects.set(`${one.file}#${one.name}`, one)
          } else if (isSubject(imported)) subjects.set(`${imported.file}#${imported.name}`, imported)
        }
      }
      visit(root)
      return { subjects: [...subjects.values()], texts, opensShop }
    },
  }
}

type Named = { readonly subjects: readonly Binding[]; readonly opensShop: boolean }

const supportNames = new Map<string, Named>()

const isSupport = (file: string): boolean => file.startsWith('src/testing/')

/** What a declaration of a support file names: a test that uses it is about that too. */
function namedBySupport({ file, name }: Binding): Named {
  const key = `${file}#${name}`
  const known = supportNames.get(key)
  if (known !== undefined) return known
  // A cycle adds nothing.
  supportNames.set(key, { subjects: [], opensShop: false })
  const { declared, namedBy } = createNamer(file, parseSource(file))
  const named = (declared.get(name) ?? []).map(namedBy)
  const found = {
    subjects: named.flatMap(({ subjects }) => subjects),
    opensShop: named.some(({ opensShop }) => opensShop),
  }
  supportNames.set(key, found)
  return found
}

/**
 * What each test of a file is about. A test that opens the shop, or a journey through its pages, asks the shop as a visitor does: what it
 * proves is reached by definition. A journey through the gallery of building blocks is about the blocks it opens, because the gallery is no
 * part of a shop.
 */
export function testedCode(file: string): TestedCode[] {
  const program = parseSource(file)
  const { namedBy } = createNamer(file, program)
  const isJourney = /\.journey\.tsx?$/.test(file)
  const blocks = galleryJourneys.has(file) ? galleryBlocks() : null
  return [...within(program)].flatMap((node) => {
    if (node.type !== 'CallExpression' || !/^(test|it)$/.test(rootName(node['callee']))) return []
    const [first] = asNodes(node['arguments'])
    const title = first?.type === 'TemplateLiteral' ? templateText(first) : first?.['value']
    if (typeof title !== 'string') return []
    const { subjects, texts, opensShop } = namedBy(node)
    const shown = [...(blocks ?? [])].flatMap(([name, code]) => (texts.has(name) ? code : []))
    return [{ title, subjects: [...subjects, ...shown], runsShop: opensShop || (isJourney && shown.length === 0) }]
  })
}

const galleryJourneys: ReadonlySet<string> = new Set([
  'tests/content/ui.journey.ts',
  'tests/content/blocks.journey.ts',
  'tests/content/frame.journey.ts',
])
const galleryPage = 'src/app/routes/developer/dev-ui.tsx'

/** The blocks of the gallery by the names in their addresses, with the code that they show. */
function galleryBlocks(): Map<string, readonly Binding[]> {
  const program = parseSource(galleryPage)
  const { imports } = readSource(galleryPage, program)
  const found = new Map<string, readonly Binding[]>()
  for (const node of within(program)) {
    if (node.type !== 'ObjectExpression') continue
    const fields = new Map(asNodes(node['properties']).map((one) => [nameOf(one['key']), one['value'] as Node]))
    const states = imports.get(nameOf(fields.get('states')))
    const name = fields.get('name')?.['value']
    if (states === undefined || typeof name !== 'string') continue
    const { declared, namedBy } = createNamer(states.file, parseSource(states.file))
    const [component] = declared.get(states.name) ?? []
    if (component !== undefined)
      found.set(
        name,
        namedBy(component).subjects.filter((one) => !one.file.startsWith('src/ui/gallery/')),
      )
  }
  return found
}

/** Fixed clocks and ids: they are beside the real ones and are for tests. */
const testDoubles: ReadonlySet<string> = new Set(['fixedClock', 'countingIds'])

const isSubject = ({ file, name }: Binding): boolean =>
  file.startsWith('src/') && !isForTests(file) && !testDoubles.has(name)

const templateText = (node: Node): string =>
  asNodes(node['quasis'])
    .map((one) => (one['value'] as { raw: string }).raw)
    .join('')

/** `test` of `test.each(…)(…)`. */
function rootName(callee: unknown): string {
  let node = callee as Node
  while (node.type === 'MemberExpression' || node.type === 'CallExpression')
    node = (node.type === 'MemberExpression' ? node['object'] : node['callee']) as Node
  return nameOf(node)
}

/** The entry points of the shop: the program, what the browser starts, every page, and the commands of package.json. */
export function entryPoints(): string[] {
  const pages = ['src/app', 'src/admin'].flatMap((app) =>
    [...readFileSync(`${app}/routes.ts`, 'utf8').matchAll(/'(routes\/[^':]+\.tsx?)'/g)].map(
      ([, page]) => `${app}/${page}`,
    ),
  )
  const commands = ['import', 'import-places', 'import-streets', 'moderate']
    .map((name) => `scripts/${name}.ts`)
    .filter((file) => existsSync(file))
  const ofApps = ['routes.ts', 'root.tsx', 'entry.client.tsx', 'entry.server.tsx']
  const starts = ['src/main.ts', ...['src/app', 'src/admin'].flatMap((app) => ofApps.map((file) => `${app}/${file}`))]
  return [...starts, ...new Set(pages), ...commands].filter((file) => file !== galleryPage)
}

/** Whether the code of a test runs in the shop: all that it names does. */
export const isReached = (
  { subjects, runsShop }: TestedCode,
  reach: Pick<ReturnType<typeof createReach>, 'has'>,
): boolean => runsShop || (subjects.length > 0 && subjects.every((one) => reach.has(one)))
