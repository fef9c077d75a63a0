import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react'
import type { ProductPicture } from '../../product/product-page.ts'
import { Picture } from '../../../../ui/display/picture.tsx'
import styles from './gallery.module.css'

const Zoom = lazy(() => import('./zoom.tsx'))

/**
 * A product's pictures in a strip that is swiped, scrolled or moved by arrow keys. Without script thumbnails are anchors within the strip,
 * and a picture links to its file.
 */
export function Gallery({ pictures }: { pictures: readonly ProductPicture[] }) {
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [isZoomed, setIsZoomed] = useState(false)

  function show(position: number): void {
    const { current } = strip
    current?.scrollTo({ left: position * current.clientWidth })
  }

  function step(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    show(at + by)
  }

  return (
    <div className={styles.gallery}>
      <div onKeyDown={step} role="group" aria-label="Pictures">
        <ul
          ref={strip}
          className={styles.strip}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
        >
          {pictures.map((picture, position) => (
            <li key={picture.url} id={`picture-${position + 1}`}>
              <a
                href={picture.url}
                onClick={(event) => {
                  event.preventDefault()
                  setIsZoomed(true)
                }}
              >
                <span className="visually-hidden">Enlarge </span>
                <Picture
                  src={picture.url}
                  alt={picture.alt}
                  width={800}
                  height={800}
                  sizes="(max-width: 900px) 100vw, 58vw"
                  {...(position === 0 ? { loading: 'eager', fetchPriority: 'high' } : {})}
                />
              </a>
            </li>
          ))}
        </ul>
        {pictures.length > 1 && (
          <ul className={styles.thumbs}>
            {pictures.map((picture, position) => (
              <li key={picture.url}>
                <a
                  href={`#picture-${position + 1}`}
                  aria-current={position === at ? 'true' : undefined}
                  aria-label={`Show ${picture.alt}`}
                  onClick={(event) => {
                    event.preventDefault()
                    show(position)
                  }}
                >
                  <Picture src={picture.url} alt="" width={72} height={72} />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {isZoomed && (
        <Suspense fallback={null}>
          <Zoom pictures={pictures} start={at} onClose={() => setIsZoomed(false)} />
        </Suspense>
      )}
    </div>
  )
}
