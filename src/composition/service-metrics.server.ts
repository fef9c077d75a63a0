import { cartReading } from '../modules/cart/cart-reading.server.ts'
import { refundReading } from '../modules/orders/refund-reading.server.ts'
import { openPaymentsReading, providerReading } from '../modules/payments/payment-reading.server.ts'
import { archiveReading } from '../platform/metrics/archive-reading.server.ts'
import { partitionReading } from '../platform/database/partitions/partition-reading.server.ts'
import { lockReading } from '../platform/database/lock-reading.server.ts'
import { jobReading } from '../platform/jobs/job-reading.server.ts'
import { queues } from './queues.server.ts'
import type { BaseDeps, Services } from './services.server.ts'

/**
 * Metrics of the database and of what lies in it. Every process reports what the database says of all of them, so these are not summed over
 * processes; those of the pool are its own.
 */
export function watchServices(
  { metrics, database, clock }: Pick<BaseDeps, 'metrics' | 'database' | 'clock'>,
  { payments, catalogue }: Pick<Services, 'payments' | 'catalogue'>,
): void {
  const { pool } = database
  metrics.gauge('catalogue_products', 'Live products in memory.', () => catalogue.size)
  metrics.gauge('database_pool_size', 'Connections of this process that are open.', () => pool.size)
  metrics.gauge('database_pool_max', 'Connections that this process may open.', () => pool.max)
  metrics.gauge('database_pool_idle', 'Open connections that nothing uses.', () => pool.idle)
  metrics.gauge('database_pool_waiting', 'Statements and transactions that wait for a connection.', () => pool.waiting)
  database.onConnectionWait((waited) => metrics.observe('database_connection_wait_seconds', {}, waited))
  if (database.engine === 'postgres') {
    metrics.reading(lockReading(database))
    metrics.reading(archiveReading(database))
  }
  metrics.reading(partitionReading(database, clock))
  metrics.reading(jobReading(database, queues))
  metrics.reading(cartReading(database, clock))
  const providers = payments.providerStates().map(({ code }) => code)
  metrics.reading(openPaymentsReading(database, clock, providers))
  metrics.reading(providerReading(payments))
  metrics.reading(refundReading(database, clock))
}
