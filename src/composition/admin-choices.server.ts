import { warehouseChoices, tierChoices } from '../modules/delivery/delivery-records.server.ts'
import { demoChoicesOf } from '../modules/events/event-records.server.ts'
import { promotionChoices } from '../modules/promotions/promotion-records.server.ts'
import { storeChoices } from '../modules/stores/store-records.server.ts'
import { days, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.server.ts'
import type { Option } from '../modules/admin/admin.ts'

/** Options for form fields, read when the page is requested. */
export interface AdminChoices {
  readonly warehouses: readonly Option[]
  readonly tiers: readonly Option[]
  readonly stores: readonly Option[]
  readonly promotions: readonly Option[]
  readonly cookingDemos: readonly Option[]
  refresh(): Promise<void>
}

export function createAdminChoices({ database, clock }: { database: Database; clock: Clock }): AdminChoices {
  let [warehouses, tiers, stores, promotions, cookingDemos]: (readonly Option[])[] = []
  return {
    get warehouses() {
      return warehouses ?? []
    },
    get tiers() {
      return tiers ?? []
    },
    get stores() {
      return stores ?? []
    },
    get promotions() {
      return promotions ?? []
    },
    get cookingDemos() {
      return cookingDemos ?? []
    },
    async refresh() {
      const { db } = database
      const since = new Date(clock.now().getTime() - days(60))
      ;[warehouses, tiers, stores, promotions, cookingDemos] = await Promise.all([
        warehouseChoices(db),
        tierChoices(db),
        storeChoices(db),
        promotionChoices(db),
        demoChoicesOf(db, since),
      ])
    },
  }
}
