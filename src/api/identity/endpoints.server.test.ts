import { afterAll, beforeAll } from 'vitest'
import { openApiShop, type ApiShop } from '../../testing/api-shop.ts'
import { describeEndpoints } from '../../testing/endpoint-contract.ts'
import { identityCalls } from './example-calls-for-tests.ts'

let shop: ApiShop
beforeAll(async () => {
  shop = await openApiShop()
})
afterAll(async () => shop.close())

describeEndpoints(identityCalls, () => shop)
