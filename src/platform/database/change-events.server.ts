import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/**
 * Change events between processes through PostgreSQL (LISTEN and NOTIFY). All channels of a process share one connection: with a connection
 * each, three processes would use half of a server's default limit.
 */

type Listener = { readonly onNotice: (payload: string) => void; readonly onGap: () => void }

export type ChangeEvents = {
  /** Resolves when nothing that is sent from now on is missed, and rejects when the server cannot be reached. */
  listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/**
 * On a quiet day there may be no event for hours, and a connection that a firewall dropped looks the same. So the server is pinged every
 * `beatMs`, and a connection that has not answered after `patienceMs` is replaced. Reconnection is tried every `againMs`, one attempt at a
 * time.
 */
export function openChangeEvents(
  url: string,
  { beatMs = 10_000, patienceMs = 5_000, againMs = 500 } = {},
): ChangeEvents {
  const channels = new Map<string, Set<Listener>>()
  let line: Promise<pg.Client> | null = null
  let turn: Promise<unknown> = Promise.resolve()

  /** The client allows one query at a time. */
  function ask(client: pg.Client, question: string): Promise<unknown> {
    const answer = turn.then(() => client.query(question))
    turn = answer.catch(() => {})
    return answer
  }
  const hear = (client: pg.Client, channel: string) => ask(client, `listen ${pg.escapeIdentifier(channel)}`)

  async function connect(): Promise<pg.Client> {
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      stream: () => socket,
    })
    client.on('error', () => {})
    client.on('notification', ({ channel, payload = '' }) => {
      for (const one of channels.get(channel) ?? []) one.onNotice(payload)
    })
    try {
      await client.connect()
      for (const channel of channels.keys()) await hear(client, channel)
    } catch (error) {
      socket.destroy()
      throw error
    }
    const beat = setInterval(() => {
      ask(client, 'select 1').catch(() => socket.destroy())
    }, beatMs)
    client.once('end', () => {
      clearInterval(beat)
      // Who closes the line on purpose listens to nothing any more.
      if (channels.size > 0) line = connectAgain()
    })
    return client
  }

  async function connectAgain(): Promise<pg.Client> {
    for (;;) {
      await wait(againMs)
      try {
        const client = await connect()
        for (const listeners of channels.values()) for (const one of listeners) one.onGap()
        return client
      } catch (error) {
        if (channels.size === 0) throw error
      }
    }
  }

  async function hangUp(): Promise<void> {
    const last = line
    line = null
    await last?.then(
      (client) => client.end(),
      () => {},
    )
  }

  async function leave(channel: string, listener: Listener): Promise<void> {
    const listeners = channels.get(channel)
    listeners?.delete(listener)
    if (listeners?.size === 0) channels.delete(channel)
    if (channels.size === 0) await hangUp()
  }

  return {
    async listen(channel, onNotice, onGap = () => {}) {
      const listener: Listener = { onNotice, onGap }
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      try {
        line ??= connect()
        await hear(await line, channel)
      } catch (error) {
        await leave(channel, listener)
        throw error
      }
      return () => leave(channel, listener)
    },
    async close() {
      channels.clear()
      await hangUp()
    },
  }
}
