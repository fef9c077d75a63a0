import type { HrTime } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { MetricData, MetricProducer } from '@opentelemetry/sdk-metrics'
import type { HistogramPoint, MetricFamily, ValuePoint } from '../metrics/metric-family.ts'
import type { Sdk } from './otlp-sdk.server.ts'

/**
 * The metrics of this process as OpenTelemetry reads them from another source (its MetricProducer). Names and labels are those of `/metrics`, so
 * that dashboards and alerts work on either way. Values are cumulative since the start of the process, as Prometheus counts.
 */
export function createMetricProducer(
  { metrics: sdk, core, api }: Sdk,
  resource: Resource,
  families: () => Promise<readonly MetricFamily[]>,
): MetricProducer {
  const startTime = core.timeInputToHrTime(performance.timeOrigin)
  return {
    async collect() {
      const endTime = core.timeInputToHrTime(Date.now())
      const known = (await families()).map(withoutUnknown).filter(({ points }) => points.length > 0)
      const metrics = known.map((family) => dataOf(family, { startTime, endTime }))
      const scopeMetrics = [{ scope: { name: 'storefront' }, metrics }]
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  }

  function dataOf(family: MetricFamily, times: { readonly startTime: HrTime; readonly endTime: HrTime }): MetricData {
    const { name, help: description } = family
    const shared = {
      descriptor: { name, description, unit: '', valueType: api.ValueType.DOUBLE },
      aggregationTemporality: sdk.AggregationTemporality.CUMULATIVE,
    }
    const valueOf = ({ labels, value }: ValuePoint) => ({ ...times, attributes: { ...labels }, value })
    const histogramOf = ({ labels, count, sum, bounds, counts }: HistogramPoint) => ({
      ...times,
      attributes: { ...labels },
      value: { count, sum, buckets: { boundaries: [...bounds], counts: [...counts] } },
    })
    switch (family.type) {
      case 'histogram':
        return { ...shared, dataPointType: sdk.DataPointType.HISTOGRAM, dataPoints: family.points.map(histogramOf) }
      case 'counter':
        return {
          ...shared,
          dataPointType: sdk.DataPointType.SUM,
          isMonotonic: true,
          dataPoints: family.points.map(valueOf),
        }
      case 'gauge':
        return { ...shared, dataPointType: sdk.DataPointType.GAUGE, dataPoints: family.points.map(valueOf) }
    }
  }
}

/** Without values that are not known yet, such as the event loop's delay before it was measured: Prometheus has NaN for them. */
const withoutUnknown = (family: MetricFamily): MetricFamily =>
  family.type === 'histogram'
    ? family
    : { ...family, points: family.points.filter(({ value }) => !Number.isNaN(value)) }
