import { Fragment } from 'react'
import type { PickupFacts } from '../order-pickup.ts'

/** Where an order is picked up, when the store is open and what to bring, in a mail. */
export function PickupPart({ pickup }: { readonly pickup: PickupFacts }) {
  const { name, lines, phone, hours, bring } = pickup
  return (
    <>
      <p style={{ margin: '0 0 16px' }}>
        <b>Pick up at {name}</b>
        {[...lines, phone].map((line) => (
          <Fragment key={line}>
            <br />
            {line}
          </Fragment>
        ))}
      </p>
      <p style={{ margin: '0 0 16px' }}>
        <b>Opening hours</b>
        {hours.map((line) => (
          <Fragment key={line}>
            <br />
            {line}
          </Fragment>
        ))}
      </p>
      <p style={{ margin: '0 0 24px' }}>{bring}</p>
    </>
  )
}
