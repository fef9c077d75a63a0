import { callApi } from './api.ts'

export type MonitoringReport = {
  readonly message: string
  readonly code: number | null
  /** The part of the shop, in small letters: 'card check'. */
  readonly area: string
  /** Facts that say nothing of a person: never what was typed. */
  readonly context: Readonly<Record<string, string | number | boolean | null>>
}

/** Tells the shop's own monitoring of an error somebody has seen. Nobody waits for it, and its own failure is ignored. */
export function report(error: MonitoringReport): void {
  void callApi('POST', '/api/monitoring/error', { body: { ...error, url: location.pathname }, keepalive: true })
}
