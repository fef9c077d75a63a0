import { useState } from 'react'
import { bannerIn, saleBanners } from '../sale.ts'
import { SaleBannerLink } from './sale-banner.tsx'
import { useSale } from '../internal/ui/sale-state.ts'

/** The sale's banner beside a cart or in the checkout's summary, there with its balloon; nothing while there is none. */
export default function SalePlace({ place }: { place: 'cart' | 'checkout' }) {
  const { sale } = useSale()
  const [now] = useState(() => new Date())
  const banner = saleBanners(sale, now)[place]
  const balloon = place === 'checkout' ? bannerIn(sale, 'checkoutBalloon') : null
  return (
    <>
      {banner !== null && <SaleBannerLink banner={banner} shape="box" />}
      {balloon !== null && <SaleBannerLink banner={balloon} shape="balloon" />}
    </>
  )
}
