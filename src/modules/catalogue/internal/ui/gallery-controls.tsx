import { lazy, Suspense, useEffect, useEffectEvent, type RefObject } from 'react'
import { Icon } from '../../../../ui/display/icons.tsx'
import { isVideo, type GalleryItem, type ProductPicture } from '../../product/gallery.ts'
import styles from './gallery-controls.module.css'

const PictureViewer = lazy(() => import('./picture-viewer.tsx'))
const ModelViewer = lazy(() => import('./model-viewer.tsx'))

type GalleryControlsProps = {
  /** The gallery, which keys are pressed in. */
  readonly gallery: RefObject<HTMLElement | null>
  readonly items: readonly GalleryItem[]
  readonly title: string
  readonly model: string | null
  /** The position of what is in sight. */
  readonly at: number
  /** The position of what is enlarged, and -1 for the 3D model. */
  readonly opened: number | undefined
  readonly onShow: (position: number) => void
  readonly onOpen: (position: number | undefined) => void
}

/** What a gallery has with script: keys, buttons, the number of the picture in sight, the full-screen viewer and the 3D model. */
export default function GalleryControls({
  gallery,
  items,
  title,
  model,
  at,
  opened,
  onShow,
  onOpen,
}: GalleryControlsProps) {
  const last = items.length - 1
  const pictures = items.filter((item): item is ProductPicture => !isVideo(item))
  const enlarged = items[opened ?? -1]
  const close = () => onOpen(undefined)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key]
    // A video has keys of its own, and so has a dialog.
    if (to === undefined || !(event.target instanceof Element) || event.target.closest('video, dialog') !== null) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (to < 0 || to > last) return
    onShow(to)
    // The focus does not stay on what leaves the sight.
    if (event.target.closest('li')?.id.startsWith('picture-') === true)
      gallery.current?.querySelector<HTMLElement>(`#picture-${to + 1} :is(a, video)`)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const { current } = gallery
    current?.addEventListener('keydown', onKeyDown)
    return () => current?.removeEventListener('keydown', onKeyDown)
  }, [gallery])
  // Only what is in sight is a stop of the Tab key, once keys move between them.
  useEffect(() => {
    const links = gallery.current?.querySelectorAll<HTMLElement>('ul:first-child > li > a') ?? []
    for (const link of links) link.tabIndex = link.closest('li')?.id === `picture-${at + 1}` ? 0 : -1
  }, [gallery, at, opened])

  return (
    <>
      {model !== null && (
        <button type="button" className={`button button--quiet ${styles.model}`} onClick={() => onOpen(-1)}>
          <Icon name="cube" size={20} />
          View in 3D
        </button>
      )}
      {last > 0 && (
        <>
          <StepButton to="Previous" isEnd={at === 0} onStep={() => onShow(at - 1)} />
          <StepButton to="Next" isEnd={at === last} onStep={() => onShow(at + 1)} />
          <p className={styles.count} role="status">
            <span className="visually-hidden">Picture </span>
            {`${at + 1} of ${items.length}`}
          </p>
        </>
      )}
      <Suspense fallback={null}>
        {opened === -1 && model !== null && (
          <ModelViewer src={model} title={title} poster={pictures[0]?.url ?? ''} onClose={close} />
        )}
        {enlarged !== undefined && !isVideo(enlarged) && (
          <PictureViewer pictures={pictures} start={pictures.indexOf(enlarged)} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

function StepButton({ to, isEnd, onStep }: { to: 'Previous' | 'Next'; isEnd: boolean; onStep: () => void }) {
  return (
    // Not `disabled`, which would take the focus away at the end.
    <button
      type="button"
      className={to === 'Next' ? styles.next : styles.previous}
      aria-label={`${to} picture`}
      aria-disabled={isEnd}
      onClick={onStep}
    >
      <Icon name="chevron" />
    </button>
  )
}
