import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { buttonClass } from '../controls/button.tsx'
import { draggedCrop, focusAt, movedBy, readNumbers, shownPart, type Numbers, type Size } from './picture-numbers.ts'
import styles from './picture-editor.module.css'

/**
 * The original with its crop and focal point, which the number fields of the form hold: pointing writes them, typing moves what is drawn.
 * Without script there are only the fields.
 */
export function PictureEditor({ original, shown, width, height }: { original: string; shown: string } & Size) {
  const stage = useRef<HTMLDivElement>(null)
  const [mode, setMode] = useState<'focus' | 'crop'>('focus')
  const [numbers, write] = useNumberFields(stage)
  useEffect(() => {
    // As high as fits on the screen with its fields.
    if (stage.current !== null) stage.current.style.maxWidth = `${Math.round((460 * width) / height)}px`
  }, [width, height])
  const picture = { width, height }
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null)

  /** In pixels of the original, within it. */
  function pointOf({ clientX, clientY }: PointerEvent): { x: number; y: number } {
    const box = stage.current?.getBoundingClientRect()
    const along = (at: number, from: number, length: number, whole: number) =>
      Math.round(Math.min(1, Math.max(0, (at - from) / length)) * whole)
    return box === undefined
      ? { x: 0, y: 0 }
      : { x: along(clientX, box.left, box.width, width), y: along(clientY, box.top, box.height, height) }
  }

  function point(event: PointerEvent): void {
    if (numbers === null) return
    const at = pointOf(event)
    if (mode === 'focus') write(focusAt(at, numbers, picture))
    else if (start.current !== null) write(draggedCrop(start.current, at))
  }

  const part = numbers === null ? null : shownPart(numbers, picture)
  return (
    <div className={styles['editor']}>
      <div
        ref={stage}
        className={styles['stage']}
        data-mode={mode}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          start.current = pointOf(event)
          point(event)
        }}
        onPointerMove={(event) => start.current !== null && point(event)}
        onPointerUp={() => (start.current = null)}
        onPointerCancel={() => (start.current = null)}
      >
        <img src={original} width={width} height={height} alt="The original" draggable={false} />
        {part !== null && numbers !== null && <Overlay numbers={numbers} picture={picture} mode={mode} write={write} />}
      </div>
      {numbers !== null && (
        <div className={styles['tools']}>
          <fieldset className={styles['modes']}>
            <legend>Point at the picture to set</legend>
            {(['focus', 'crop'] as const).map((one) => (
              <label key={one}>
                <input type="radio" name="" checked={mode === one} onChange={() => setMode(one)} />
                {one === 'focus' ? 'Focal point' : 'Crop'}
              </label>
            ))}
          </fieldset>
          <p>
            <button
              type="button"
              className={buttonClass('small')}
              onClick={() => write({ focusX: null, focusY: null })}
            >
              Clear focal point
            </button>{' '}
            <button
              type="button"
              className={buttonClass('small')}
              onClick={() => write({ cropLeft: null, cropTop: null, cropWidth: null, cropHeight: null })}
            >
              Clear crop
            </button>
          </p>
          <Previews shown={shown} numbers={numbers} />
        </div>
      )}
    </div>
  )
}

/** The crop as a frame and the focal point as a target. Both are moved with the arrow keys as well. */
function Overlay({
  numbers,
  picture,
  mode,
  write,
}: {
  numbers: Numbers
  picture: Size
  mode: 'focus' | 'crop'
  write: (changes: Partial<Numbers>) => void
}) {
  const { left, top, width, height } = shownPart(numbers, picture)
  const percent = (value: number, whole: number) => `${(value / whole) * 100}%`
  const frame = placed({
    left: percent(left, picture.width),
    top: percent(top, picture.height),
    width: percent(width, picture.width),
    height: percent(height, picture.height),
  })
  const target = placed({
    left: percent(left + (width * (numbers.focusX ?? 50)) / 100, picture.width),
    top: percent(top + (height * (numbers.focusY ?? 50)) / 100, picture.height),
  })
  const onKeyDown = (what: 'focus' | 'crop') => (event: KeyboardEvent) => {
    const moved = movedBy(what, event, numbers, picture)
    if (moved === null) return
    event.preventDefault()
    write(moved)
  }
  return (
    <>
      <button
        ref={frame}
        type="button"
        className={styles['frame']}
        data-is-whole={numbers.cropWidth === null ? '' : undefined}
        tabIndex={mode === 'crop' ? 0 : -1}
        onKeyDown={onKeyDown('crop')}
      >
        <span className="visually-hidden">Crop: arrow keys move it, with Alt they change its size</span>
      </button>
      <button
        ref={target}
        type="button"
        className={styles['target']}
        tabIndex={mode === 'focus' ? 0 : -1}
        onKeyDown={onKeyDown('focus')}
      >
        <span className="visually-hidden">Focal point: move it with the arrow keys</span>
      </button>
    </>
  )
}

/** How it is cut in places of other proportions. */
function Previews({ shown, numbers: { focusX, focusY } }: { shown: string; numbers: Numbers }) {
  const cut = placed({ objectPosition: `${focusX ?? 50}% ${focusY ?? 50}%` })
  return (
    <figure className={styles['previews']}>
      <figcaption>Where a place has other proportions</figcaption>
      <img ref={cut} src={shown} alt="Cut to a banner" data-shape="wide" />
      <img ref={cut} src={shown} alt="Cut to a square" data-shape="square" />
      <img ref={cut} src={shown} alt="Cut to a tall place" data-shape="tall" />
    </figure>
  )
}

/** Sets style properties by script: the content policy allows none in the markup. */
const placed = (place: Readonly<Record<string, string>>) => (element: HTMLElement | null) => {
  if (element !== null) Object.assign(element.style, place)
}

/** The numbers that the form's fields hold; null until the script is there. */
function useNumberFields(within: RefObject<HTMLElement | null>) {
  const [numbers, setNumbers] = useState<Numbers | null>(null)
  useEffect(() => {
    const form = within.current?.closest('form')
    if (!form) return
    const read = () => setNumbers(readNumbers((name) => fieldOf(form, name)?.value ?? ''))
    read()
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [within])
  function write(changes: Partial<Numbers>): void {
    const form = within.current?.closest('form')
    if (!form) return
    for (const [name, value] of Object.entries(changes)) {
      const field = fieldOf(form, name)
      if (field !== null) field.value = value === null ? '' : String(value)
    }
    form.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return [numbers, write] as const
}

const fieldOf = (form: HTMLFormElement, name: string): HTMLInputElement | null =>
  form.querySelector<HTMLInputElement>(`input[name="${name}"]`)
