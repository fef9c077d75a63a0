import { useContext, type ReactElement } from 'react'
import { runInNewContext } from 'node:vm'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import {
  createRequestHandler,
  data,
  Outlet,
  RouterContextProvider,
  Scripts,
  ServerRouter,
  UNSAFE_decodeViaTurboStream as decodeLoaderData,
  type EntryContext,
} from 'react-router'
import { expect, test } from 'vitest'
import { serialize } from '../../platform/serialized.ts'
import { routerBuild } from '../../testing/router-build.ts'
import { HeadContext } from '../root.tsx'
import type { RouterContextOfPage } from './data-handover.inline.ts'
import { PageData, pageEntryOf, templateOf, withInertScripts } from './data-handover.server.tsx'

/** What the shop relies on of React Router beyond its documented API, held against the version that is installed. */

const awkward = 'Fridge </script><!-- "quoted" \\ – $& \u2028'
const url = new URL('http://shop/p/one')

/** The page for the first visit as the router asks `handleRequest` for it. */
async function contextOf(path: string): Promise<EntryContext> {
  let context: EntryContext | null = null
  const routes = {
    root: {
      id: 'root',
      path: '',
      module: {
        loader: () => serialize('the frame'),
        Layout: ({ children }: { children: ReactElement }) => (
          <html lang="en">
            <head />
            <body>
              {children}
              <Scripts />
              {useContext(HeadContext)?.data}
            </body>
          </html>
        ),
        default: Outlet,
      },
    },
    goods: {
      id: 'goods',
      parentId: 'root',
      path: 'p/:uri',
      module: {
        loader: ({ params }: { params: { uri: string } }) => data(serialize({ title: awkward, uri: params.uri })),
        default: () => <h1>Goods</h1>,
      },
    },
  }
  const handleRequest = (_request: Request, _status: number, _headers: Headers, given: EntryContext) => {
    context = given
    return new Response(null)
  }
  const handle = createRequestHandler(routerBuild(routes, handleRequest))
  await handle(new Request(`http://shop${path}`), new RouterContextProvider())
  return context ?? expect.fail('the router asked for no page')
}

/** As the router's own entry point does: with the data as a stream, which the router writes into the page. */
async function routersPage(context: EntryContext): Promise<string> {
  const stream = await renderToReadableStream(<ServerRouter context={context} url={url} />)
  await stream.allReady
  return new Response(stream).text()
}

async function ownPage(context: EntryContext, { startsAfterPaint = false } = {}): Promise<string> {
  const { entry, data: text } = await pageEntryOf(context)
  const head = {
    nonce: undefined,
    css: '',
    font: null,
    meta: null,
    data: <PageData data={text} nonce={undefined} startsAfterPaint={startsAfterPaint} />,
  }
  return renderToString(
    <HeadContext value={head}>
      <ServerRouter context={entry} url={url} />
    </HeadContext>,
  )
}

const scriptsOf = (html: string) =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }))

/** What the router finds in the browser when the inline scripts of a page have run, each after the element before it. */
async function receivedOf(html: string): Promise<unknown> {
  const window: { __reactRouterContext?: RouterContextOfPage } = {}
  let previous = ''
  for (const { attributes, text } of scriptsOf(html)) {
    const document = { currentScript: { previousElementSibling: { textContent: previous } } }
    if (!/\b(?:src|type)=/.test(attributes))
      runInNewContext(text, { window, document, ReadableStream, TextEncoderStream })
    previous = text
  }
  // oxlint-disable-next-line no-underscore-dangle -- the router's name
  const { stream } = window.__reactRouterContext ?? expect.fail('the page has no __reactRouterContext')
  const decoded = await decodeLoaderData(stream, globalThis as unknown as Window & typeof globalThis)
  await decoded.done
  return decoded.value
}

test('the router passes handleRequest what a page is rendered from, with the serialized data as a stream', async () => {
  const context = await contextOf('/p/one')
  expect(Object.keys(context).toSorted()).toEqual([
    'branches',
    'criticalCss',
    'future',
    'isSpaMode',
    'manifest',
    'renderMeta',
    'routeDiscovery',
    'routeModules',
    'serializeError',
    'serverHandoffStream',
    'serverHandoffString',
    'ssr',
    'staticHandlerContext',
  ])
  expect(context.serverHandoffStream).toBeInstanceOf(ReadableStream)
  const { entry, data: text } = await pageEntryOf(context)
  expect(entry).not.toHaveProperty('serverHandoffStream')
  const { value } = await decodeLoaderData(
    new Response(text).body ?? expect.fail(),
    globalThis as unknown as Window & typeof globalThis,
  )
  expect(value).toMatchObject({
    loaderData: { root: serialize('the frame'), goods: serialize({ title: awkward, uri: 'one' }) },
  })
})

test('our page passes the browser the same data as a page that the router writes itself', async () => {
  const [routers, own] = [await routersPage(await contextOf('/p/one')), await ownPage(await contextOf('/p/one'))]
  expect(routers).toContain('__reactRouterContext.streamController.enqueue(')
  const received = await receivedOf(own)
  expect(received).toMatchObject({ loaderData: { goods: serialize({ title: awkward, uri: 'one' }) } })
  expect(received).toEqual(await receivedOf(routers))
})

test('without the stream the router renders the same page synchronously and writes no data', async () => {
  const [routers, own] = [await routersPage(await contextOf('/p/one')), await ownPage(await contextOf('/p/one'))]
  const untilData = (html: string, first: RegExp) => html.slice(html.indexOf('<html'), html.search(first))
  expect(untilData(own, /<script type="application\/json">/)).toBe(
    untilData(routers, /<!--\$\?-->|<!--\$-->|<script>window\.__reactRouterContext\.streamController/),
  )
  expect(own).not.toContain('<!--$')
  expect(scriptsOf(own)).toHaveLength(4)
})

test('the serialized data of later pages equals what the router encodes', async () => {
  const [first, second] = [await pageEntryOf(await contextOf('/p/one')), await pageEntryOf(await contextOf('/p/two'))]
  const template = templateOf(first) ?? expect.fail('the router encodes strings in another way')
  expect(template.entryOf(second.entry.staticHandlerContext)?.data).toBe(second.data)
  expect(second.data).toContain(JSON.stringify(serialize({ title: awkward, uri: 'two' }).json))
})

test('the script that starts the modules follows them and the data, with no other change to the page', async () => {
  const page = await ownPage(await contextOf('/p/one'), { startsAfterPaint: true })
  const inert = withInertScripts(page)
  const modules = scriptsOf(page).filter(({ attributes }) => attributes.includes('module'))
  expect(modules).toHaveLength(1)
  const scripts = scriptsOf(inert)
  const at = scripts.findIndex(({ attributes }) => attributes === ' type="text/plain"')
  expect(scripts[at]?.text).toBe(modules[0]?.text)
  expect(scripts[at + 1]?.attributes).toBe(' type="application/json"')
  expect(scripts[at + 2]?.text).toContain('first-contentful-paint')
  expect(inert).not.toContain('<script type="module"')
  expect(inert.replace(' type="text/plain"', ' type="module" async=""')).toBe(page)
})
