import { callApi } from './api.ts'

export type MonitoringReport = {
  readonly message: string
  readonly code: number | null
  /** The part of the shop, in small letters: 'card check'. */
  readonly area: string
  /** Facts without personal data: never what was typed. */
  readonly context: Readonly<Record<string, string | number | boolean | null>>
}

/** Reports an error that a visitor has seen to the shop's own monitoring. Fire and forget; its own failure is ignored. */
export function report(error: MonitoringReport): void {
  void callApi('POST', '/api/monitoring/error', { body: { ...error, url: location.pathname }, keepalive: true })
}
