import type { Ids } from '../ids.ts'
import { openOtlp } from './otlp-telemetry.server.ts'
import { noTelemetry, type Telemetry, type TelemetryConfig } from './telemetry.ts'

/** Opens what the configuration names; a collector that is away is no error. */
export async function openTelemetry(config: TelemetryConfig, ids: Pick<Ids, 'uuid'>): Promise<Telemetry> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config
  return endpoint === undefined ? noTelemetry : openOtlp(config, endpoint, ids)
}
