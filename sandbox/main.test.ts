import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

/** The program as it is started: by Node itself, without a build. */

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'sandbox-main-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, SANDBOX_PORT: '0', ...env },
  })
  let output = ''
  child.stdout.on('data', (part) => (output += String(part)))
  child.stderr.on('data', (part) => (output += String(part)))
  return {
    child,
    output: () => output,
    ended: once(child, 'exit').then(([code]) => code as number | null),
    async url(): Promise<string> {
      while (!output.includes('http://127.0.0.1:')) await once(child.stdout, 'data')
      return /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? ''
    },
  }
}

test('starts without settings, responds, and stops when told to', async () => {
  const program = start({})
  const url = await program.url()
  expect(await (await fetch(`${url}/livez`)).json()).toEqual({ status: 'ok' })
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})

test('refuses to start in production and says why in one sentence', async () => {
  const program = start({ ENV: 'prod' })
  expect(await program.ended).toBe(1)
  expect(program.output().trim()).toBe(
    'The payments sandbox only pretends to take money, so it does not start when ENV is prod.',
  )
})

test('takes payments when production is rehearsed', async () => {
  const program = start({ ENV: 'prod', STAGING: 'on', SANDBOX_PORT: '0' })
  const url = await program.url()
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})

test('an occupied port gives one clear error message', async () => {
  const taken = createServer()
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
  const { port } = taken.address() as AddressInfo
  const program = start({ SANDBOX_PORT: String(port) })
  expect(await program.ended).toBe(1)
  expect(program.output().trim()).toBe(
    `Port ${port} for the payments sandbox is taken by another program. Stop that program, or set SANDBOX_PORT to a free port.`,
  )
  taken.close()
})

test('state is restored after the process was killed', async () => {
  const first = start({ SANDBOX_CONTROL: 'on' })
  const headers = {
    authorization: `Basic ${Buffer.from('sandbox-afterpay:sandbox-afterpay-secret').toString('base64')}`,
    'user-agent': 'Test/1.0 (Merchant/sandbox-afterpay)',
    'content-type': 'application/json',
  }
  const post = async (url: string, body: object) =>
    (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<
      Record<string, string>
    >
  const firstUrl = await first.url()
  const created = await post(`${firstUrl}/afterpay/v2/checkouts`, {
    amount: { amount: '200.00', currency: 'AUD' },
    consumer: { email: 'ana@example.com' },
    merchantReference: 'attempt',
    merchant: { redirectConfirmUrl: 'http://localhost:3000', redirectCancelUrl: 'http://localhost:3000' },
  })
  const pageUrl = created['redirectCheckoutUrl'] ?? ''
  await fetch(pageUrl, { method: 'POST', body: new URLSearchParams({ do: 'approve' }), redirect: 'manual' })
  const paid = await post(`${firstUrl}/afterpay/v2/payments/capture`, { token: created['token'] ?? '' })
  first.child.kill('SIGKILL')
  await first.ended

  const second = start({})
  const url = await second.url()
  const again = await post(`${url}/afterpay/v2/payments/capture`, { token: created['token'] ?? '' })
  expect(again).toEqual(paid)
  expect(await (await fetch(`${url}/ledger/attempt`)).json()).toMatchObject({ charges: 1, heldCents: 20_000 })
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
})

test('defaults match the shop’s, and an invalid setting is named', () => {
  expect(readSettings({ GATEWAY_AGENCY_MERCHANT_ACCOUNT: 'MieleECOM', DATA_DIR: '' })).toMatchObject({
    port: 3003,
    folder: join('var', 'sandbox'),
    shopUrl: 'http://localhost:3000',
    isControlOn: false,
    merchantAccounts: ['StorefrontECOM', 'MieleECOM'],
  })
  expect(() => readSettings({ SANDBOX_PORT: 'x', GATEWAY_HMAC_KEY: '5a' })).toThrow(
    /SANDBOX_PORT: .*\n {2}GATEWAY_HMAC_KEY: must be 64/,
  )
})
