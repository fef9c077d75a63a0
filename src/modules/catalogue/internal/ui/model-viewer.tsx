import { useEffect, useRef, useState, type DetailedHTMLProps, type HTMLAttributes } from 'react'
import { Picture } from '../../../../ui/display/picture.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { fetchModel } from './fetch-model.ts'
import styles from './model-viewer.module.css'

type State = 'loading' | 'shown' | 'failed' | 'unsupported'

const texts: Readonly<Record<Exclude<State, 'shown'>, string>> = {
  loading: 'Loading the 3D model',
  failed: 'The 3D model could not be loaded. Please check your connection and try again.',
  unsupported: 'Your browser cannot show 3D models. Please try another browser or device.',
}

/** The product as a 3D model that is turned and zoomed, and placed in a room at its true size where the device can. */
export default function ModelViewer({
  src,
  title,
  poster,
  onClose,
}: {
  src: string
  title: string
  poster: string
  onClose: () => void
}) {
  const { state, loaded, address, element, retry } = useModel(src)
  return (
    <Dialog title="View in 3D" side="full" onClose={onClose}>
      <div className={styles.viewer}>
        {state !== 'shown' && (
          <div className={styles.cover}>
            <Picture src={poster} alt="" width={800} height={800} />
            <div className={styles.message}>
              <p role={state === 'loading' ? 'status' : 'alert'}>{texts[state]}</p>
              {state === 'loading' && <progress value={loaded} aria-label={texts.loading} />}
              {state === 'failed' && (
                <button type="button" className="button" onClick={retry}>
                  Try again
                </button>
              )}
            </div>
          </div>
        )}
        {address !== undefined && state !== 'failed' && (
          <model-viewer
            ref={element}
            class={styles.model}
            src={address}
            alt={`3D model of ${title}`}
            camera-controls=""
            touch-action="none"
            interaction-prompt="none"
            shadow-intensity="0.8"
            camera-orbit="-30deg 75deg auto"
            // Not by Scene Viewer, an app of Android that reads no meshopt compression; Chrome there has WebXR.
            ar=""
            ar-modes="webxr quick-look"
            ar-scale="fixed"
          >
            <div slot="progress-bar" />
            <button slot="ar-button" type="button" className={`button ${styles.ar}`}>
              View in your room
            </button>
          </model-viewer>
        )}
        {state === 'shown' && (
          <p className={styles.hint}>Drag or use the arrow keys to turn it. Scroll, pinch or press + and − to zoom.</p>
        )}
      </div>
    </Dialog>
  )
}

/** Fetches the model and the element that shows it, both at once. */
function useModel(src: string) {
  const [state, setState] = useState<State>(() => (hasWebGl() ? 'loading' : 'unsupported'))
  const [loaded, setLoaded] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [address, setAddress] = useState<string>()
  const element = useRef<ModelElement>(null)

  useEffect(() => {
    if (!hasWebGl()) return
    const abort = new AbortController()
    let made: string | undefined
    const work = async () => {
      const file = fetchModel(src, { signal: abort.signal, onProgress: setLoaded })
      const [model] = await Promise.all([file, import('@google/model-viewer')])
      if (abort.signal.aborted) return
      made = URL.createObjectURL(model)
      setAddress(made)
    }
    work().catch(() => {
      if (!abort.signal.aborted) setState('failed')
    })
    return () => {
      abort.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [src, attempt])

  useEffect(() => {
    const viewer = element.current
    if (viewer === null || address === undefined) return
    // It says that it has loaded a file also when it could not read it: then there is nothing in it.
    const onLoad = () => setState(viewer.getDimensions().y > 0 ? 'shown' : 'failed')
    const onError = () => setState('failed')
    viewer.addEventListener('load', onLoad)
    viewer.addEventListener('error', onError)
    return () => {
      viewer.removeEventListener('load', onLoad)
      viewer.removeEventListener('error', onError)
    }
  }, [address])

  function retry(): void {
    setState('loading')
    setLoaded(0)
    setAddress(undefined)
    setAttempt(attempt + 1)
  }
  return { state, loaded, address, element, retry }
}

const hasWebGl = (): boolean => document.createElement('canvas').getContext('webgl2') !== null

type ModelElement = HTMLElement & { getDimensions(): { readonly y: number } }

type ModelAttributes = DetailedHTMLProps<HTMLAttributes<ModelElement>, ModelElement> & {
  readonly class?: string | undefined
  readonly src: string
  readonly alt: string
} & Readonly<
    Record<
      | 'camera-controls'
      | 'touch-action'
      | 'interaction-prompt'
      | 'shadow-intensity'
      | 'camera-orbit'
      | 'ar'
      | 'ar-modes'
      | 'ar-scale',
      string
    >
  >

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React names the elements of a page so
  namespace JSX {
    interface IntrinsicElements {
      'model-viewer': ModelAttributes
    }
  }
}
