import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresHosts } from './postgres-hosts.server.ts'

/** One connection that hears the notices of several channels, and is replaced when it is lost. */

export type NoticeLine = {
  /** Resolves when notices of the channel arrive, or when the first attempt to connect has failed; attempts go on until `close`. */
  hear(channel: string): Promise<void>
  isUp(): boolean
  close(): Promise<void>
}

export type NoticeLineEvents = {
  readonly onNotice: (channel: string, text: string) => void
  /** Whatever was sent before this call may have been missed. */
  readonly onReconnected: () => void
  readonly onLost: () => void
  /** The first attempt failed. */
  readonly onUnreachable: (error: Error) => void
}

export function openNoticeLine(
  hosts: PostgresHosts,
  events: NoticeLineEvents,
  { beatMs, patienceMs, againMs }: { readonly beatMs: number; readonly patienceMs: number; readonly againMs: number },
): NoticeLine {
  const channels = new Set<string>()
  let client: pg.Client | null = null
  let firstAttempt: Promise<void> | null = null
  let turn: Promise<unknown> = Promise.resolve()
  /** Counts the times the line was closed: what belongs to an earlier time stops. */
  let era = 0

  /** The client allows one query at a time. */
  function ask(on: pg.Client, question: string): Promise<unknown> {
    const answer = turn.then(() => on.query(question))
    turn = answer.catch(() => {})
    return answer
  }
  const listenTo = (on: pg.Client, channel: string) => ask(on, `listen ${pg.escapeIdentifier(channel)}`)

  async function connect(): Promise<void> {
    const own = era
    const socket = new Socket()
    const opened = new pg.Client({
      ...(await hosts.writable()),
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      stream: () => socket,
    })
    opened.on('error', () => {})
    opened.on('notification', ({ channel, payload = '' }) => events.onNotice(channel, payload))
    try {
      await opened.connect()
      for (const channel of channels) await listenTo(opened, channel)
      if (own !== era) throw new Error('the line was closed')
    } catch (error) {
      socket.destroy()
      hosts.doubt()
      throw error
    }
    client = opened
    const beat = setInterval(() => {
      ask(opened, 'select 1').catch(() => socket.destroy())
    }, beatMs)
    opened.once('end', () => {
      clearInterval(beat)
      if (own !== era) return
      client = null
      hosts.doubt()
      events.onLost()
      void connectAgain()
    })
  }

  async function connectFirst(): Promise<void> {
    try {
      await connect()
    } catch (error) {
      events.onUnreachable(error as Error)
      void connectAgain()
    }
  }

  async function connectAgain(): Promise<void> {
    const own = era
    for (;;) {
      await wait(againMs)
      if (own !== era) return
      try {
        await connect()
        events.onReconnected()
        return
      } catch {
        // Still away; the log is polled meanwhile.
      }
    }
  }

  return {
    async hear(channel) {
      channels.add(channel)
      if (client === null) await (firstAttempt ??= connectFirst())
      // A line that breaks here is replaced, and the next one hears the channel from its beginning.
      else await listenTo(client, channel).catch(() => {})
    },
    isUp: () => client !== null,
    async close() {
      era++
      channels.clear()
      const [attempt, last] = [firstAttempt, client]
      firstAttempt = null
      client = null
      await attempt
      await last?.end()
    },
  }
}
