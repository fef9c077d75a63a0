import '../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callIdentity, type IdentityAnswer } from './identity-calls.ts'
import type { Factors } from './identity-responses.ts'
import { useProof } from './prove-again.tsx'

/** The dialog that acts that matter ask with, against an identity host that answers as the real one does. */

const factors: Factors = {
  hasPassword: true,
  hasTotp: false,
  passkeys: [],
  recoveryCodesLeft: 0,
  isRequired: false,
  isStaff: false,
  connected: [],
}
const problem = (status: number, code: string, field: string | null, message: string, type = 'refused') =>
  Response.json(
    { errors: [{ code, field, message }], status: { code: status, errors: [message] }, type, traceId: 'x' },
    { status },
  )
const stale = () => problem(403, 'fresh_login_required', null, 'Please confirm that it is you.')

let requested: { call: string; body: unknown }[] = []
let answers: Record<string, () => Response> = {}
let last: IdentityAnswer<unknown> | null = null

beforeEach(() => {
  requested = []
  last = null
  vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
    const call = address.replace(/^.*\/api\/account\//, '')
    requested.push({ call, body: options.body === undefined ? null : JSON.parse(String(options.body)) })
    return answers[call]?.() ?? problem(404, 'not_found', null, 'nothing')
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page() {
  const { dialog, proveIdentity } = useProof()
  return (
    <>
      {dialog}
      <button
        type="button"
        onClick={() =>
          void proveIdentity(() => callIdentity('POST', 'begintotp', { body: {} })).then((answer) => {
            last = answer
          })
        }
      >
        Do it
      </button>
    </>
  )
}

function show(): void {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Do it' }))
}

test('asks for the password, shows errors, and repeats the call when it is correct', async () => {
  let isFresh = false
  answers = {
    begintotp: () => (isFresh ? Response.json({ secret: 's' }) : stale()),
    factors: () => Response.json({ ...factors, connected: [] }),
    proveagain: () => problem(400, 'invalid', 'proof', 'Your current password is incorrect', 'validation'),
  }
  show()
  const field = await screen.findByLabelText('Your password')
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('Please enter your password')
  fireEvent.change(field, { target: { value: 'not it' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('Your current password is incorrect')
  answers['proveagain'] = () => {
    isFresh = true
    return Response.json({ ok: true })
  }
  fireEvent.change(field, { target: { value: 'right' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(last).toEqual({ ok: true, value: { secret: 's' } }))
  expect(requested.map(({ call }) => call)).toEqual(['begintotp', 'factors', 'proveagain', 'proveagain', 'begintotp'])
  expect(requested[3]?.body).toEqual({ kind: 'password', value: 'right' })
  expect(screen.queryByLabelText('Your password')).toBeNull()
})

test('asks for the code, not the password, where login requires a second factor', async () => {
  answers = {
    begintotp: stale,
    factors: () => Response.json({ ...factors, hasTotp: true, isRequired: true, connected: [] }),
    proveagain: () => Response.json({ ok: true }),
  }
  show()
  await screen.findByLabelText('Code from your authenticator app')
  expect(screen.queryByLabelText('Your password')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  fireEvent.change(await screen.findByLabelText('Recovery code'), { target: { value: 'aaaaa-bbbbb' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(requested.filter(({ call }) => call === 'begintotp')).toHaveLength(2))
  expect(requested.find(({ call }) => call === 'proveagain')?.body).toEqual({ kind: 'recovery', value: 'aaaaa-bbbbb' })
})

test('an account without a password is offered to log in again', async () => {
  answers = { begintotp: stale, factors: () => Response.json({ ...factors, hasPassword: false, connected: [] }) }
  show()
  const link = await screen.findByRole('link', { name: 'Log in again instead' })
  expect(link.getAttribute('href')).toBe('/account/logout?returnUrl=%2Faccount%2Finternal%2Flogin%3FreturnUrl%3D%252F')
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test('any other error is returned without a dialog', async () => {
  answers = { begintotp: () => problem(403, 'email_unconfirmed', null, 'Please confirm your email address first.') }
  show()
  await waitFor(() => expect(last).toMatchObject({ ok: false, message: 'Please confirm your email address first.' }))
  expect(requested.map(({ call }) => call)).toEqual(['begintotp'])
})
