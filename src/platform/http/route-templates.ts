/** Finds the template of a path among a router's templates, for metrics: '/p/some-fridge' is '/p/:uri'. Case-sensitive, as the pages are. */

type Template = { readonly template: string; readonly pattern: RegExp; readonly rank: string }

/** Templates as React Router writes them, with `:name`, `:name?` and a last `*`. A path that none matches is 'unknown'. */
export function createTemplateFinder(templates: readonly string[]): (path: string) => string {
  // The first segment decides among most of them.
  const byFirst = new Map<string, Template[]>()
  const rest: Template[] = []
  for (const template of templates) {
    const segments = template.split('/').filter((segment) => segment !== '')
    const [first = ''] = segments
    const entry = { template, pattern: patternOf(segments), rank: segments.map(rankOf).join('') }
    if (rankOf(first) === '0') byFirst.set(first, [...(byFirst.get(first) ?? []), entry])
    else rest.push(entry)
  }
  for (const list of [...byFirst.values(), rest]) list.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return (path) => {
    const [first = ''] = path.slice(1).split('/', 1)
    const found = byFirst.get(first)?.find(({ pattern }) => pattern.test(path))
    return (found ?? rest.find(({ pattern }) => pattern.test(path)))?.template ?? 'unknown'
  }
}

/** Literal segments win over parameters with an ending, such as `:list.csv`, these over whole ones, and these over the rest of a path. */
function rankOf(segment: string): string {
  if (segment === '*') return '3'
  const { ending } = parameterOf(segment) ?? {}
  return ending === undefined ? '0' : ending === '' ? '2' : '1'
}

/** Whether a parameter may be absent, and what comes after it in its segment; null for a literal segment. */
function parameterOf(segment: string): { readonly isOptional: boolean; readonly ending: string } | null {
  const [named, optional] = /^:[\w-]+(\?)?/.exec(segment) ?? []
  return named === undefined ? null : { isOptional: optional === '?', ending: segment.slice(named.length) }
}

const escaped = (text: string): string => text.replace(/[.\\+*?[^\]$(){}=!<>|:#-]/g, String.raw`\$&`)

function patternOf(segments: readonly string[]): RegExp {
  const parts = segments.map((segment) => {
    if (segment === '*') return '(?:/.*)?'
    const parameter = parameterOf(segment)
    if (parameter === null) return `/${escaped(segment)}`
    const value = `/[^/]+${escaped(parameter.ending)}`
    return parameter.isOptional ? `(?:${value})?` : value
  })
  return new RegExp(`^${parts.join('')}/?$`)
}

type BuiltRoutes = Readonly<
  Record<string, { readonly path?: string | undefined; readonly parentId?: string | undefined } | undefined>
>

/** The templates of a build of React Router: the routes with a path of their own, below those of their parents. */
export function templatesOf(routes: BuiltRoutes): readonly string[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    if (route === undefined) return ''
    return route.path ? `${pathOf(route.parentId)}/${route.path}` : pathOf(route.parentId)
  }
  return [...new Set(Object.keys(routes).map((id) => pathOf(id) || '/'))]
}

/** The path of the page that a request is for, its data requested by the router in the browser included. */
function pagePath(target: string): string {
  const path = target.replace(/\?.*/s, '')
  return path.endsWith('.data') ? path.slice(0, -'.data'.length).replace(/\/(_root|_)$/, '/') : path
}

/** The route of a request for a page, by its path and query. Without templates every page is 'page'. */
export function createPageRoute(templates: readonly string[]): (target: string) => string {
  if (templates.length === 0) return () => 'page'
  const templateOf = createTemplateFinder(templates)
  return (target) => templateOf(pagePath(target))
}
