import type { ReactNode } from 'react'
import { logInAddress } from '../../pricing/pricing.ts'
import { ForMembers } from '../../pricing/ui/for-members.tsx'
import { productPath } from '../catalogue.ts'

/** In place of the button that adds to the cart, where prices are hidden: the way to log in and back to the product. */
export const LogInToBuy = ({ uri, children }: { uri: string; children: ReactNode }) => (
  <ForMembers uri={uri} label={children}>
    <a className="button button--wide" href={logInAddress(productPath(uri))}>
      {children}
    </a>
  </ForMembers>
)
