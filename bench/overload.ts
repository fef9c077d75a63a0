import { fork } from 'node:child_process'
import { join } from 'node:path'
import { percentile, type Figures } from './figures.ts'
import type { LoadClient } from './load.ts'
import { listingPaths } from './pages.ts'

/** What is still answered when three times as much is asked for as the shop can render (decision 0029). */

export type Overload = {
  readonly port: number
  readonly paths: readonly string[]
  readonly perSecond: number
  readonly seconds: number
}

export type OverloadResult = {
  readonly goodPerSecond: number
  readonly refusedMilliseconds: readonly number[]
  /** Of all that was asked: neither answered in time nor refused. */
  readonly failedShare: number
  /** Of a shopper who looks at a cart meanwhile. */
  readonly moneyMilliseconds: readonly number[]
  readonly moneyFailed: number
  readonly recoverySeconds: number
}

/** Pages that are rendered for every request, at their own pace first, then at three times it. */
export async function measureOverload(
  { port, client }: { port: number; client: LoadClient },
  seconds: number,
): Promise<Figures> {
  const paths = await listingPaths(`http://127.0.0.1:${port}`)
  const peak = await client.measure({ port, paths, encoding: 'identity', connections: 16, seconds })
  const { goodPerSecond, refusedMilliseconds, moneyMilliseconds, ...rest } = await offered({
    port,
    paths,
    perSecond: 3 * peak,
    seconds: 3 * seconds,
  })
  return {
    'overload.peak_rps': peak,
    'overload.goodput_rps': goodPerSecond,
    'overload.goodput.ratio': goodPerSecond / peak,
    'overload.refused.p50_ms': percentile(refusedMilliseconds, 0.5),
    'overload.refused.p99_ms': percentile(refusedMilliseconds, 0.99),
    'overload.failed.share': rest.failedShare,
    'overload.cart.p99_ms': percentile(moneyMilliseconds, 0.99),
    'overload.cart.failed': rest.moneyFailed,
    'overload.recovery_seconds': rest.recoverySeconds,
  }
}

/** Asks at a constant rate, whatever is still open, from a process of its own. */
function offered(load: Overload): Promise<OverloadResult> {
  const child = fork(join(import.meta.dirname, 'overload-client.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('message', (result) => {
      child.kill()
      done(result as OverloadResult)
    })
    child.send(load)
  })
}
