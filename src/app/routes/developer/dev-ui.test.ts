import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { requestContext, type RequestContext } from '../../../composition/request-context.ts'
import { loader } from './dev-ui.tsx'

function ask(showsGallery: boolean, block?: string): unknown {
  const context = new RouterContextProvider()
  context.set(requestContext, { services: { site: { showsGallery } } } as RequestContext)
  try {
    return loader({ context, params: { block } } as unknown as Parameters<typeof loader>[0])
  } catch (refused) {
    return refused
  }
}

test('the gallery has pages in development and none in production', () => {
  expect(ask(true)).toMatchObject({ init: { headers: { 'cache-control': 'no-store' } } })
  expect(ask(true, 'modal')).toMatchObject({ init: { headers: { 'cache-control': 'no-store' } } })
  for (const block of [undefined, 'modal']) expect(ask(false, block)).toMatchObject({ init: { status: 404 } })
})

test('an unknown component has no page', () => {
  expect(ask(true, 'none')).toMatchObject({ init: { status: 404 } })
})
