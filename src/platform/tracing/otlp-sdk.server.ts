/**
 * The SDK of OpenTelemetry, loaded only where there is a collector. It is passed on as a value: a module of ours that imported it would be
 * loaded with the program.
 */
export async function loadSdk() {
  const [api, core, resources, trace, metrics, logs, traceExporter, metricExporter, logExporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/sdk-logs'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/exporter-metrics-otlp-proto'),
    import('@opentelemetry/exporter-logs-otlp-proto'),
  ])
  return { api, core, resources, trace, metrics, logs, traceExporter, metricExporter, logExporter }
}

export type Sdk = Awaited<ReturnType<typeof loadSdk>>
