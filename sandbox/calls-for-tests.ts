import type { TestShop } from '../src/modules/payments/providers/sandbox-for-tests.ts'

export type Reply = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> }

/** Calls the sandbox as the shop does, and reads the response. */
export async function callSandbox(shop: TestShop, path: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(`${shop.sandbox().url}${path}`, init)
  const text = await response.text()
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  return { status: response.status, headers: response.headers, body }
}
