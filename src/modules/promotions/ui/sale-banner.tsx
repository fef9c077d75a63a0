import { pictureAttributes } from '../../../platform/files/picture-address.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import type { SaleBanner } from '../sale.ts'
import styles from './sale-banner.module.css'

/** A sale's picture in one of its places, which leads to the sale in a new tab (SALE-02). */
export function SaleBannerLink({
  banner,
  shape,
}: {
  banner: SaleBanner
  shape: 'strip' | 'wide' | 'box' | 'tall' | 'balloon'
}) {
  return (
    <a
      className={styles.banner}
      data-shape={shape}
      href={banner.url}
      target="_blank"
      rel="noopener"
      // The sale's own colour is where its picture ends.
      ref={(link) => link?.style.setProperty('--sale-colour', banner.colour)}
    >
      <picture>
        <source
          media="(min-width: 768px)"
          srcSet={pictureAttributes(banner.src, 1_200)?.srcSet ?? banner.src}
          sizes="100vw"
        />
        <Picture src={banner.srcMobile} alt={banner.title} sizes="100vw" widest={768} loading="eager" />
      </picture>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}
