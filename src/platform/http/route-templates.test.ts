import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import adminRoutes from '../../admin/routes.ts'
import pageRoutes from '../../app/routes.ts'
import { adminTemplates } from '../../testing/admin-pages.server.ts'
import { createPageRoute, createTemplateFinder, templatesOf } from './route-templates.ts'

const templates = pageRoutes.map(({ path }) => `/${path ?? ''}`)

/** A path for a template, and some beside it. */
const pathsFor = (template: string): readonly string[] => {
  const path = template.replaceAll(/:\w+\??/g, 'some-thing').replaceAll('*', 'one/two')
  return [path, `${path}/more`, path.replace(/\/[^/]*$/, ''), path.toUpperCase()].map(
    (one) => one.replace(/^\/\//, '/') || '/',
  )
}

test('every page has the template that the router finds', () => {
  const templateOf = createTemplateFinder(templates)
  const routes = templates.map((path) => ({ path, caseSensitive: true }))
  for (const path of templates.flatMap(pathsFor))
    expect([path, templateOf(path)]).toEqual([path, matchRoutes(routes, path)?.at(-1)?.route.path])
  expect(templateOf('/p/some-fridge')).toBe('/p/:uri')
  expect(templateOf('/no/such/page')).toBe('/*')
})

test('templates of nested routes contain those of their parents', () => {
  expect(adminRoutes.length).toBeGreaterThan(2)
  expect(adminTemplates).toContain('/office/:list/:key')
  const templateOf = createTemplateFinder(adminTemplates)
  expect(templateOf('/office/orders/20000001')).toBe('/office/:list/:key')
  expect(templateOf('/office')).toBe('/office')
  expect([templateOf('/office/orders'), templateOf('/office/orders.csv')]).toEqual([
    '/office/:list',
    '/office/:list.csv',
  ])
  expect(templateOf('/office/media')).toBe('/office/media')
  expect(templateOf('/panel/reminders/stats')).toBe('/panel/reminders/stats')
  expect(
    templatesOf({ root: { path: '' }, home: { parentId: 'root' }, cart: { path: 'cart', parentId: 'root' } }),
  ).toEqual(['/', '/cart'])
})

test('data that the router requests counts for its page, and a query is no part of a path', () => {
  const routeOf = createPageRoute(templates)
  expect(['/p/x.data?_routes=root', '/_root.data', '/c/a/_.data', '/cart?x=/p/y'].map(routeOf)).toEqual([
    '/p/:uri',
    '/',
    '/c/*',
    '/cart',
  ])
  expect(createPageRoute([])('/p/x')).toBe('page')
})
