import { useEffect, useState } from 'react'
import { Icon } from '../../../ui/display/icons.tsx'
import { bannerIn } from '../sale.ts'
import { SaleBannerLink } from './sale-banner.tsx'
import { dismissSaleFooter, isSaleFooterDismissed } from '../internal/ui/sale-dismissal.ts'
import styles from './sale-footer.module.css'
import { useSale } from '../internal/ui/sale-state.ts'

/** The sale's banner at the bottom of the window, until it is dismissed. Never in the server's page (decision promotions-11). */
export default function SaleFooter() {
  const { sale } = useSale()
  // Counts as dismissed until a sale is on and it is known whether it was.
  const [isDismissed, setIsDismissed] = useState(true)
  useEffect(() => {
    if (sale.isSaleOn) setIsDismissed(isSaleFooterDismissed(new Date()))
  }, [sale.isSaleOn])
  const banner = isDismissed ? null : bannerIn(sale, 'footerBanner')
  if (banner === null) return null
  return (
    <aside className={styles.bar} aria-label="Sale reminder">
      <SaleBannerLink banner={banner} shape="strip" />
      <button
        type="button"
        className={styles.close}
        aria-label="Dismiss sale banner"
        onClick={() => {
          dismissSaleFooter(new Date())
          setIsDismissed(true)
        }}
      >
        <Icon name="close" size={20} />
      </button>
    </aside>
  )
}
