import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { isServerHere } from '../../testing/database.ts'
import { PostgresClient } from './postgres-client.server.ts'
import { openPostgresHosts, type PostgresHosts } from './postgres-hosts.server.ts'

const server = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A client on a socket that the test sees. */
function clientOf(hosts: PostgresHosts) {
  const socket = new Socket()
  const settings = { connectionString: server, hosts, pooling: 'none', limits: {} } as const
  return { socket, client: new PostgresClient({ ...settings, stream: () => socket }) }
}

test('a connection without a host that accepts writes leaves no socket behind', async () => {
  const noHost = new Error('no host accepts writes')
  const { client, socket } = clientOf({ writable: () => Promise.reject(noHost), doubt() {}, isChecked: true })
  await expect(client.connect()).rejects.toBe(noHost)
  expect(socket.destroyed).toBe(true)
})

test.skipIf(!(await isServerHere()))('a connection that is ended before it was opened is not opened', async () => {
  const { client, socket } = clientOf(openPostgresHosts(server))
  const connecting = client.connect() as Promise<unknown>
  await client.end()
  await expect(connecting).rejects.toThrow('Connection terminated')
  expect([socket.destroyed, socket.bytesWritten]).toEqual([true, 0])
})
