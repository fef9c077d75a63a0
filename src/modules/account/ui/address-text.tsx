import type { Address } from '../account.ts'

/** An address as it is written on a parcel (decision brands-07). */
export function AddressText({ address }: { address: Omit<Address, 'id' | 'isDefault' | 'label'> }) {
  const { firstName, lastName, companyName, suburb, state, postcode, country, phone, deliveryInstructions } = address
  const place =
    country === 'NZ' ? `${suburb} ${postcode}, New Zealand` : `${suburb} ${state ?? ''} ${postcode}, Australia`
  const lines = [`${firstName} ${lastName}`, companyName, address.address, place, phone, deliveryInstructions]
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
