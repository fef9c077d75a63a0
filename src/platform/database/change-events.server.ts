import { parseNotice, readChanges, type Change, type ChangePosition, type RunQuery } from './change-log.server.ts'
import { openNoticeLine } from './notice-line.server.ts'
import type { PostgresHosts } from './postgres-hosts.server.ts'
import { createSerialQueue } from './serial-queue.ts'

/**
 * Change events between processes through PostgreSQL. What has changed is read from the change log; a notice (LISTEN and NOTIFY) says that
 * there is something to read. All channels of a process share one connection for notices: with a connection each, three processes would use
 * half of a server's default limit. Without that connection the log is read every second.
 */

type Listener = { readonly onNotice: (payload: string) => void; readonly onGap: () => void }

export type ChangeEvents = {
  /**
   * Calls back for each change on the channel since the process began, so that nothing is missed between a first read and this call.
   * `onGap` when the log does not say what has changed. Rejects when the log cannot be read.
   */
  listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export type ChangeEventsDeps = {
  /** Reads the log. */
  readonly query: RunQuery
  /** Where the process began. */
  readonly start: ChangePosition
  /** The servers for LISTEN; null where notices cannot arrive. */
  readonly listenHosts: PostgresHosts | null
  /** Called when the first attempt to connect for notices has failed; further attempts follow. */
  readonly onUnreachable?: (error: Error) => void
}

/**
 * On a quiet day there may be no event for hours, and a connection that a firewall dropped looks the same. So the server is pinged and the
 * log is read every `beatMs`, and a connection that has not answered after `patienceMs` is replaced. Reconnection is tried every `againMs`,
 * one attempt at a time; meanwhile, and where there is no such connection, the log is read every `pollMs`.
 */
export function openChangeEvents(
  { query, start, listenHosts, onUnreachable = () => {} }: ChangeEventsDeps,
  { beatMs = 10_000, patienceMs = 5_000, againMs = 500, pollMs = 1_000 } = {},
): ChangeEvents {
  const channels = new Map<string, Set<Listener>>()
  let position = start
  /** Whether the server may have been replaced or restarted since the last read. */
  let wasCutOff = false
  let ticksSinceRead = 0
  let polling: NodeJS.Timeout | null = null
  const notifyAll = () => {
    for (const listeners of channels.values()) for (const one of listeners) queueMicrotask(one.onGap)
  }
  // In a task of its own each, so that one that throws does not keep a change from the others.
  const notify = ({ channel, payload }: Change) => {
    for (const one of channels.get(channel) ?? []) queueMicrotask(() => one.onNotice(payload))
  }

  async function follow(): Promise<void> {
    if (channels.size === 0) return
    ticksSinceRead = 0
    const found = await readChanges(query, position)
    // Without its history a server that was replaced by one that lost some transactions would look the same.
    const isCertain = found.position.history !== null || !wasCutOff
    position = found.position
    wasCutOff = false
    if (found.changes === null || !isCertain) notifyAll()
    else for (const change of found.changes) notify(change)
  }
  const followSoon = createSerialQueue(follow, () => void (wasCutOff = true))
  const line =
    listenHosts === null
      ? null
      : openNoticeLine(
          listenHosts,
          {
            onNotice(channel, text) {
              const { payload, isLogged } = parseNotice(text)
              if (isLogged) followSoon()
              else notify({ channel, payload })
            },
            onReconnected: followSoon,
            onLost: () => void (wasCutOff = true),
            onUnreachable,
          },
          { beatMs, patienceMs, againMs },
        )

  function poll(): void {
    ticksSinceRead++
    if (wasCutOff || line?.isUp() !== true || ticksSinceRead * pollMs >= beatMs) followSoon()
  }

  async function leave(channel: string, listener: Listener): Promise<void> {
    const listeners = channels.get(channel)
    listeners?.delete(listener)
    if (listeners?.size === 0) channels.delete(channel)
    if (channels.size === 0) await stop()
  }
  async function stop(): Promise<void> {
    if (polling !== null) clearInterval(polling)
    polling = null
    await line?.close()
  }

  return {
    async listen(channel, onNotice, onGap = () => {}) {
      const listener: Listener = { onNotice, onGap }
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      polling ??= setInterval(poll, pollMs).unref()
      try {
        await line?.hear(channel)
        // Others may have moved the common position on while the caller still read its data.
        const { position: here, changes } = await readChanges(query, start, channel)
        // The first listener need not hear the same again; a second one may have read a little less than this.
        if (position === start && channels.size === 1 && listeners.size === 1) position = here
        if (changes === null) queueMicrotask(onGap)
        else for (const { payload } of changes) queueMicrotask(() => onNotice(payload))
      } catch (error) {
        await leave(channel, listener)
        throw error
      }
      return () => leave(channel, listener)
    },
    async close() {
      channels.clear()
      await stop()
    },
  }
}
