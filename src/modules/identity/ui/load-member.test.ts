// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadMember } from './load-member.ts'
import { memberStore } from './member.ts'
import { logOutHere } from './session.ts'

const requested: string[] = []
let firstName = 'Ana'

beforeEach(() => {
  requested.length = 0
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path)
    return Response.json({ firstName })
  })
})
afterEach(() => {
  logOutHere()
  vi.unstubAllGlobals()
})

test('the account is loaded once for all callers, until a logout or profile change [ACCT-10]', async () => {
  await Promise.all([loadMember(), loadMember()])
  await loadMember()
  expect([requested, memberStore.get()?.firstName]).toEqual([['/api/account'], 'Ana'])
  firstName = 'Bea'
  await loadMember()
  expect([requested.length, memberStore.get()?.firstName]).toEqual([1, 'Ana'])
  await loadMember({ anew: true })
  expect([requested.length, memberStore.get()?.firstName]).toEqual([2, 'Bea'])
  for (const key of ['access_token', 'id_token', 'loggedin']) localStorage.setItem(key, 'true')
  logOutHere()
  expect(memberStore.get()).toBeNull()
  await loadMember()
  expect(requested).toHaveLength(3)
})
