import { z } from 'zod'

/**
 * Settings of OpenTelemetry, under the names and with the defaults of its specification ("Environment Variable Specification" and "OTLP
 * Exporter Configuration"). Nothing is sent without OTEL_EXPORTER_OTLP_ENDPOINT. A value that this program cannot follow is refused: the
 * libraries would use their default without a word.
 */

/** 'a=1,b=x%20y' as a record; null where it is not that (W3C Baggage, as the specification says of both settings that use it). */
function pairsOf(text: string): Readonly<Record<string, string>> | null {
  const pairs: [string, string][] = []
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    const value = decoded(part.slice(at + 1).trim())
    if (at < 1 || name === '' || value === null) return null
    pairs.push([name, value])
  }
  return Object.fromEntries(pairs)
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const headersProblem =
  'must be name=value pairs joined by commas, with special characters encoded: authorization=Bearer%20…'

const isHeader = ([name, value]: readonly [string, string]): boolean =>
  /^[!#$%&'*+.^`|~\w-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value)

const pairs = (problem: string, isAllowed: (pair: readonly [string, string]) => boolean = () => true) =>
  z
    .string()
    .default('')
    .transform((text, context): Readonly<Record<string, string>> => {
      const read = pairsOf(text)
      if (read !== null && Object.entries(read).every(isAllowed)) return read
      context.addIssue({ code: 'custom', message: problem })
      return z.NEVER
    })

const exporter = z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp')

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const shareProblem = 'must be a number from 0 to 1'
const intervalProblem = 'must be a whole number of milliseconds from 1000 to 3600000'

export const telemetrySettings = {
  /** A collector; each signal goes to a path below it: /v1/traces, /v1/metrics, /v1/logs. Unset, nothing is recorded or sent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
    .refine((text) => new URL(text).search === '', 'must be an address without a query')
    .optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', { error: 'must be http/protobuf: the collector’s port for it is usually 4318' })
    .default('http/protobuf'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs(headersProblem, isHeader),
  OTEL_SERVICE_NAME: z.string().min(1).default('storefront'),
  OTEL_RESOURCE_ATTRIBUTES: pairs('must be name=value pairs joined by commas: deployment.environment.name=staging'),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_LOGS_EXPORTER: exporter,
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be one of ${samplers.join(', ')}` })
    .default('parentbased_always_on'),
  /** Of the samplers by ratio: the share of traces that is recorded. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: shareProblem })
    .min(0, shareProblem)
    .max(1, shareProblem)
    .default(1),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce
    .number({ error: intervalProblem })
    .int(intervalProblem)
    .min(1_000, intervalProblem)
    .max(3_600_000, intervalProblem)
    .default(60_000),
}
