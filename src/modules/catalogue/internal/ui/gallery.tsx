import { lazy, Suspense, useRef, useState } from 'react'
import { isVideo, type GalleryItem } from '../../product/gallery.ts'
import { Icon } from '../../../../ui/display/icons.tsx'
import { Later } from '../../../../ui/display/later.tsx'
import { Picture } from '../../../../ui/display/picture.tsx'
import styles from './gallery.module.css'
import { countText } from '../../../../platform/text/count-text.ts'

const GalleryControls = lazy(() => import('./gallery-controls.tsx'))
const VideoPlayer = lazy(() => import('./video-player.tsx'))

/** More thumbnails than this end with one for the rest. */
const maxThumbs = 7

/**
 * A product's pictures and videos in a strip that is swiped. Without script thumbnails are anchors within the strip, and a picture links to
 * its file. Keys, buttons and what they open are fetched once the page has been taken over.
 */
export function Gallery({
  items,
  title,
  model,
}: {
  items: readonly GalleryItem[]
  title: string
  model: string | null
}) {
  const gallery = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  /** The position of what is enlarged or played, and -1 for the 3D model. */
  const [opened, setOpened] = useState<number>()
  const thumbs = items.slice(0, items.length > maxThumbs ? maxThumbs - 1 : maxThumbs)
  const more = items.length - thumbs.length

  function show(position: number): void {
    strip.current?.scrollTo({ left: position * strip.current.clientWidth })
  }
  const linkTo = (position: number, isCurrent: boolean, name: string) => ({
    href: `#picture-${position + 1}`,
    'aria-current': isCurrent || undefined,
    'aria-label': `Show ${name}`,
    onClick(event: { preventDefault(): void }) {
      event.preventDefault()
      show(position)
    },
  })

  return (
    <div
      ref={gallery}
      className={styles.gallery}
      data-several={items.length > 1 ? '' : undefined}
      role="group"
      aria-label="Pictures"
    >
      <div className={styles.stage}>
        <ul
          ref={strip}
          className={styles.strip}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
        >
          {items.map((item, position) => (
            <li key={position} id={`picture-${position + 1}`}>
              {opened === position && isVideo(item) ? (
                <Suspense>
                  <VideoPlayer video={item} isInSight={at === position} />
                </Suspense>
              ) : (
                <a
                  href={item.url}
                  data-opaque={item.isOpaque}
                  onClick={(event) => {
                    event.preventDefault()
                    setOpened(position)
                  }}
                >
                  <span className="visually-hidden">{isVideo(item) ? `Play video: ${item.alt}` : 'Enlarge '}</span>
                  <ItemPicture item={item} position={position} />
                </a>
              )}
            </li>
          ))}
        </ul>
        <Later>
          <GalleryControls {...{ gallery, items, title, model, at, opened }} onShow={show} onOpen={setOpened} />
        </Later>
      </div>
      {items.length > 1 && (
        <ul className={styles.thumbs}>
          {thumbs.map((item, position) => (
            <li key={position}>
              <a
                {...linkTo(
                  position,
                  position === at,
                  `${isVideo(item) ? 'video' : 'picture'} ${position + 1}: ${item.alt}`,
                )}
              >
                <ItemPicture item={item} />
              </a>
            </li>
          ))}
          {more > 0 && (
            <li>
              <a
                className={styles.more}
                {...linkTo(thumbs.length, at >= thumbs.length, countText(more, 'more picture'))}
              >
                +{more}
              </a>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** With a position it is in the strip, where the first is what the page is waited for; a thumbnail is named by its link. */
function ItemPicture({ item, position }: { item: GalleryItem; position?: number }) {
  const src = isVideo(item) ? item.poster : item.url
  const isThumb = position === undefined
  const size = isThumb ? 72 : 800
  return (
    <>
      {src !== null && (
        <Picture
          src={src}
          alt={isThumb || isVideo(item) ? '' : item.alt}
          width={size}
          height={size}
          {...(!isThumb && { sizes: '(max-width:767px) 100vw,50vw' })}
          {...(position === 0 && { loading: 'eager', fetchPriority: 'high' })}
        />
      )}
      {isVideo(item) && (
        <span className={styles.play}>
          <Icon name="play" />
        </span>
      )}
    </>
  )
}
