import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '../../../../ui/display/icons.tsx'
import { Picture } from '../../../../ui/display/picture.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import type { ProductPicture } from '../../product/gallery.ts'
import type { Size } from '../zoom.ts'
import { useZoom, zoomStep } from './use-zoom.ts'
import styles from './picture-viewer.module.css'

/** How far an arrow key moves a zoomed picture. */
const keyPixels = 80
/** As wide as pictures are served. */
const widest = 2_400

/** The pictures as large as the window, and zoomed up to their own size. */
export default function PictureViewer({
  pictures,
  start,
  onClose,
}: {
  pictures: readonly ProductPicture[]
  start: number
  onClose: () => void
}) {
  const [at, setAt] = useState(start)
  const picture = pictures[at]
  if (picture === undefined) return null
  const show = (position: number) => setAt(Math.min(pictures.length - 1, Math.max(0, position)))
  return (
    <Dialog title="Pictures" side="full" onClose={onClose}>
      <div className={styles.viewer}>
        <Stage picture={picture} at={at} of={pictures.length} onShow={show} />
        {pictures.length > 1 && (
          <ul className={styles.thumbs}>
            {pictures.map((one, position) => (
              <li key={one.url}>
                <button
                  type="button"
                  aria-current={position === at ? 'true' : undefined}
                  aria-label={`Show picture ${position + 1}: ${one.alt}`}
                  onClick={() => show(position)}
                >
                  <Picture src={one.url} alt="" width={56} height={56} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function Stage({
  picture,
  at,
  of,
  onShow,
}: {
  picture: ProductPicture
  at: number
  of: number
  onShow: (position: number) => void
}) {
  const stage = useRef<HTMLDivElement>(null)
  const hint = useId()
  const own = picture.size === undefined ? null : { width: picture.size[0], height: picture.size[1] }
  // Others than the shop's own sizes say their proportions once they are there.
  const [loaded, setLoaded] = useState<Size & { readonly url: string }>()
  const proportions = own ?? (loaded?.url === picture.url ? loaded : { width: 1, height: 1 })
  const pixels = own === null ? null : Math.min(own.width, widest)
  const { zoom, limits, swiped, zoomAt, moveBy, reset, handlers } = useZoom({
    stage,
    picture: picture.url,
    proportions,
    pixels,
    onSwipe: (by) => onShow(at + by),
  })
  // What has been fetched large is not fetched small again.
  const [fetched, setFetched] = useState({ url: '', scale: 1 })
  if (fetched.url !== picture.url) setFetched({ url: picture.url, scale: 1 })
  else if (zoom.scale > fetched.scale) setFetched({ ...fetched, scale: zoom.scale })
  // After the dialog has opened, which puts the focus on its first button.
  useEffect(() => stage.current?.focus(), [])

  function onKeyDown(event: KeyboardEvent): void {
    const arrows = { ArrowRight: [-1, 0], ArrowLeft: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] } as const
    const arrow = arrows[event.key as keyof typeof arrows] as readonly [number, number] | undefined
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') zoomAt(zoomStep)
    else if (event.key === '-') zoomAt(1 / zoomStep)
    else if (event.key === '0') reset()
    else if (event.key === 'Home') onShow(0)
    else if (event.key === 'End') onShow(of - 1)
    else if (arrow === undefined) return
    else if (zoom.scale > 1) moveBy({ x: arrow[0] * keyPixels, y: arrow[1] * keyPixels })
    else if (arrow[0] !== 0) onShow(at - arrow[0])
    event.preventDefault()
  }

  const { width, height } = limits.fitted
  return (
    <div className={styles.main} onKeyDown={onKeyDown} role="presentation">
      <div
        ref={stage}
        className={styles.stage}
        tabIndex={0}
        role="group"
        aria-label={`Picture ${at + 1} of ${of}`}
        aria-describedby={hint}
        data-zoomed={zoom.scale > 1 || undefined}
        {...handlers}
      >
        <div
          className={styles.picture}
          style={{ width, height, transform: `translate(${zoom.x + swiped}px, ${zoom.y}px) scale(${zoom.scale})` }}
          onLoad={({ target }) => {
            if (own === null && target instanceof HTMLImageElement && target.naturalWidth > 0)
              setLoaded({ url: picture.url, width: target.naturalWidth, height: target.naturalHeight })
          }}
        >
          <Picture
            key={picture.url}
            src={picture.url}
            alt={picture.alt}
            width={proportions.width}
            height={proportions.height}
            widest={widest / 2}
            sizes={`${Math.ceil(width * fetched.scale)}px`}
            loading="eager"
          />
        </div>
      </div>
      <p id={hint} hidden>
        Plus and minus zoom, arrow keys move the picture or show the next one.
      </p>
      <div className={styles.bar}>
        {of > 1 && <BarButton name="Previous picture" icon="back" isOff={at === 0} onPress={() => onShow(at - 1)} />}
        <span role="status">
          {of > 1 && `${at + 1} of ${of}`}
          {zoom.scale > 1 && ` ${Math.round(zoom.scale * 100)} %`}
        </span>
        {of > 1 && (
          <BarButton name="Next picture" icon="chevron" isOff={at === of - 1} onPress={() => onShow(at + 1)} />
        )}
        <BarButton name="Zoom out" icon="minus" isOff={zoom.scale === 1} onPress={() => zoomAt(1 / zoomStep)} />
        <BarButton name="Zoom in" icon="plus" isOff={zoom.scale >= limits.maxScale} onPress={() => zoomAt(zoomStep)} />
      </div>
    </div>
  )
}

function BarButton({
  name,
  icon,
  isOff,
  onPress,
}: {
  name: string
  icon: 'back' | 'chevron' | 'minus' | 'plus'
  isOff: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      className={icon === 'back' ? styles.back : undefined}
      aria-label={name}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onPress()
      }}
    >
      <Icon name={icon === 'back' ? 'chevron' : icon} />
    </button>
  )
}
