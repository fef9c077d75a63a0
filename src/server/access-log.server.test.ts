import { expect, test } from 'vitest'
import { createLog } from '../platform/log.server.ts'
import { createAccessLog } from './access-log.server.ts'

function openLog(ACCESS_LOG: 'on' | 'off', ACCESS_LOG_SAMPLE: number) {
  const lines: unknown[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  // A quarter, a half, three quarters, and again.
  let calls = 0
  const random = () => ((calls++ % 3) + 1) / 4
  return { lines, accessLog: createAccessLog({ log, config: { ACCESS_LOG, ACCESS_LOG_SAMPLE }, random }) }
}

test('takes its share of good requests, and every failed or slow one', () => {
  const { accessLog } = openLog('on', 0.5)
  expect([1, 2, 3, 4, 5, 6].map(() => accessLog.takes(200, 0.01))).toEqual([true, false, false, true, false, false])
  expect([accessLog.takes(500, 0.01), accessLog.takes(503, 0.01), accessLog.takes(200, 1)]).toEqual([true, true, true])
  const none = openLog('on', 0).accessLog
  expect([none.takes(404, 0.9), none.takes(500, 0)]).toEqual([false, true])
})

test('off takes none', () => {
  const { accessLog } = openLog('off', 1)
  expect([accessLog.takes(200, 0.01), accessLog.takes(500, 2)]).toEqual([false, false])
})

test('a line says what it stands for', () => {
  const { lines, accessLog } = openLog('on', 0.1)
  const labels = { host: 'shop', route: '/p/:uri', method: 'GET', app: 'aol', cache: 'hit' } as const
  accessLog.write({ ...labels, status: 200 }, 0.0123)
  accessLog.write({ ...labels, status: 500 }, 0.0123)
  const line = { msg: 'request', host: 'shop', route: '/p/:uri', method: 'GET', app: 'aol', cacheStatus: 'hit', ms: 12 }
  expect(lines).toMatchObject([
    { ...line, status: 200, sample: 0.1 },
    { ...line, status: 500, sample: 1 },
  ])
})
