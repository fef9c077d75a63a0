import { expect, test } from 'vitest'
import { toCartResponse } from '../../../../cart/cart.ts'
import { orderBody } from './submit-order.ts'

const address = {
  firstName: 'Ana',
  lastName: 'Botha',
  companyName: '',
  address: '1 Street',
  suburb: 'Sydney',
  state: 'NSW',
  postcode: '2000',
  deliveryInstructions: '',
}
const body = (staff: Partial<Parameters<typeof orderBody>[0]['staff']>) =>
  // A table, one row a line.
  // prettier-ignore
  orderBody({
    cart: toCartResponse(null, { depositPercentage: 30 }),
    form: { email: 'ana@example.com', phoneNumber: '', poNumber: '', deliveryAddress: address, billingAddress: null, mieleWarning: false } as never,
    country: 'AU',
    newsletter: false,
    delivery: {},
    deposit: 0,
    tip: 0,
    staff: { subdivision: null, salespersonCode: null, cashAndCarry: false, winningDeliveryServiceOverride: false, ...staff } as never,
  })

test('the form has store and salesperson of an in-store sale, and none otherwise [CHK-20]', () => {
  expect(body({ subdivision: 4, salespersonCode: 'NT01' } as never)).toMatchObject({
    subdivision: 4,
    salespersonCode: 'NT01',
    devicePaymentCode: null,
  })
  expect(body({})).toMatchObject({ subdivision: null, salespersonCode: null, devicePaymentCode: null })
})
