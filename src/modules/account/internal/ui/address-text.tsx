import { addressLines } from '../../../geo/address-text.ts'
import type { Address } from '../../account.ts'

/** An address as it is written on a parcel (decision brands-07). */
export function AddressText({ address }: { address: Omit<Address, 'id' | 'isDefault' | 'label'> }) {
  const { firstName, lastName, companyName, phone, deliveryInstructions } = address
  const lines = [`${firstName} ${lastName}`, companyName, ...addressLines(address), phone, deliveryInstructions]
  return (
    <address style={{ fontStyle: 'normal' }}>
      {lines
        .filter((line) => line !== null && line !== '')
        .map((line) => (
          <div key={line}>{line}</div>
        ))}
    </address>
  )
}
