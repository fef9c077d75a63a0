import { expect, test } from 'vitest'
import { createRequestMetrics, kindOfRoute, type RequestLabels } from './request-metrics.ts'

const page: RequestLabels = { host: 'shop', route: '/p/:uri', method: 'GET', status: 200, app: 'aol', cache: 'hit' }

test('one observation counts in the durations of its route and in the responses of its brand', () => {
  const requests = createRequestMetrics()
  requests.meter(page).observe(0.0004)
  requests.meter({ ...page, app: 'andoo', cache: 'miss' }).observe(0.25)
  requests.meter({ ...page, status: 500, cache: 'none' }).observe(11)
  const lines = requests.text().split('\n')
  const duration = 'http_request_duration_seconds'
  const route = 'host="shop",kind="page",route="/p/:uri",method="GET"'
  expect(lines).toEqual(
    expect.arrayContaining([
      `# TYPE ${duration} histogram`,
      `${duration}_bucket{${route},status="200",le="0.001"} 1`,
      `${duration}_bucket{${route},status="200",le="0.2"} 1`,
      `${duration}_bucket{${route},status="200",le="0.3"} 2`,
      `${duration}_bucket{${route},status="200",le="+Inf"} 2`,
      `${duration}_sum{${route},status="200"} 0.2504`,
      `${duration}_count{${route},status="200"} 2`,
      `${duration}_bucket{${route},status="500",le="10"} 0`,
      `${duration}_bucket{${route},status="500",le="+Inf"} 1`,
      '# TYPE http_responses_total counter',
      'http_responses_total{host="shop",app="aol",kind="page",cache="hit",status="2xx"} 1',
      'http_responses_total{host="shop",app="andoo",kind="page",cache="miss",status="2xx"} 1',
      'http_responses_total{host="shop",app="aol",kind="page",cache="none",status="5xx"} 1',
    ]),
  )
})

test('a meter that was never used is no series', () => {
  const requests = createRequestMetrics()
  requests.meter(page)
  expect(requests.text()).not.toContain('{')
})

test('a method that no route has is "other", and a label is escaped', () => {
  const requests = createRequestMetrics()
  requests.meter({ ...page, method: 'PROPFIND', route: 'a"b\\c' }).observe(0)
  expect(requests.text()).toContain(String.raw`route="a\"b\\c",method="other"`)
})

test.each([
  ['/', 'page'],
  ['/cart', 'page'],
  ['page', 'page'],
  ['/api/cart/', 'api'],
  ['api', 'api'],
  ['/mcp', 'api'],
  ['assets', 'file'],
  ['media', 'file'],
  ['/metrics', 'other'],
  ['unknown', 'other'],
])('%s is of kind %s', (route, kind) => {
  expect(kindOfRoute(route)).toBe(kind)
})
