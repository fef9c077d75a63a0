import { useState, type KeyboardEvent } from 'react'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Icon } from '../../../../ui/display/icons.tsx'
import type { ProductPicture } from '../../product/product-page.ts'
import { Picture } from '../../../../ui/display/picture.tsx'
import styles from './zoom.module.css'

/** The pictures as large as the window, and twice that. */
export default function Zoom({
  pictures,
  start,
  onClose,
}: {
  pictures: readonly ProductPicture[]
  start: number
  onClose: () => void
}) {
  const [at, setAt] = useState(start)
  const [isLarge, setIsLarge] = useState(false)
  const picture = pictures[at]
  if (picture === undefined) return null

  function step(event: KeyboardEvent): void {
    // A large picture is moved about by the same keys.
    if (isLarge) return
    if (event.key === 'ArrowRight') setAt(Math.min(pictures.length - 1, at + 1))
    if (event.key === 'ArrowLeft') setAt(Math.max(0, at - 1))
  }

  return (
    <Dialog title="Pictures" side="full" onClose={onClose}>
      <div className={styles.zoom} onKeyDown={step} role="presentation">
        <div className={styles.view} tabIndex={0} role="group" aria-label="Picture" data-large={isLarge || undefined}>
          <Picture
            src={picture.url}
            alt={picture.alt}
            width={800}
            height={800}
            sizes="100vw"
            widest={1_200}
            loading="eager"
          />
        </div>
        <div className={styles.bar}>
          {pictures.length > 1 && (
            <>
              <button
                type="button"
                className={styles.back}
                aria-label="Previous picture"
                disabled={at === 0}
                onClick={() => setAt(at - 1)}
              >
                <Icon name="chevron" />
              </button>
              <span role="status">{`${at + 1} of ${pictures.length}`}</span>
              <button
                type="button"
                aria-label="Next picture"
                disabled={at === pictures.length - 1}
                onClick={() => setAt(at + 1)}
              >
                <Icon name="chevron" />
              </button>
            </>
          )}
          <button type="button" className="button button--quiet" onClick={() => setIsLarge(!isLarge)}>
            {isLarge ? 'Smaller' : 'Larger'}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
