import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react'
import { Icon } from '../display/icons.tsx'
import { blockChat } from './chat-blockers.ts'
import styles from './dialog.module.css'
import { pushModal } from './modal-stack.ts'

export type DialogHandle = {
  /** Opens it again after `hide`; it opens by itself when it is mounted. */
  show(): void
  /** Closes it. With `emitClose: false` no event is emitted (MODAL-03). */
  hide(options?: { readonly emitClose?: boolean }): void
}

export type DialogProps = {
  readonly title: string
  /** In the middle, or a panel at an edge or over everything, which has no type and no size. */
  readonly side?: 'center' | 'left' | 'right' | 'full'
  /** How its content is aligned (MODAL-06). */
  readonly type?: 'leftAligned' | 'centerAligned' | 'twoCol' | 'noStyles' | 'noDefaultPadding'
  /** How wide it is from 768 px on (MODAL-09); below it has the whole width. Two columns are always large (MODAL-07). */
  readonly size?: 'small' | 'medium' | 'large' | 'default'
  readonly closesByKeyboard?: boolean
  readonly closesByBackdrop?: boolean
  readonly hasBackdrop?: boolean
  readonly isAnimated?: boolean
  /** Errors, as banners above the content; each can be dismissed (MODAL-08). */
  readonly errors?: readonly string[]
  readonly onDismissError?: (error: string) => void
  readonly onClose: () => void
  readonly ref?: Ref<DialogHandle>
  readonly children: ReactNode
}

/**
 * The browser's own modal dialog: it traps focus, closes on Escape and restores focus (docs/decisions/0006). Also closes on a click
 * outside, on the browser's back button and at the end of a navigation. Mounted means open: the parent unmounts it in `onClose`.
 */
export function Dialog({
  title,
  side = 'center',
  type = 'centerAligned',
  size = 'default',
  closesByKeyboard = true,
  closesByBackdrop = true,
  hasBackdrop = true,
  isAnimated = true,
  errors = [],
  onDismissError,
  onClose,
  ref,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef<() => void>(undefined)
  const isSilent = useRef(false)
  /** Where the button went down: a text marked from inside to outside is no click beside the dialog. */
  const pressedOn = useRef<EventTarget>(null)

  function show(): void {
    if (dialog.current === null || dialog.current.open) return
    isSilent.current = false
    dialog.current.showModal()
    leave.current = pushModal(hide)
  }
  function hide({ emitClose = true } = {}): void {
    isSilent.current = !emitClose
    leave.current?.()
    dialog.current?.close()
  }
  const isPanel = side === 'left' || side === 'right'
  useImperativeHandle(ref, () => ({ show, hide }), [])
  // While it is still in the document, so that the focus can return.
  useLayoutEffect(() => {
    const element = dialog.current
    show()
    return () => {
      leave.current?.()
      element?.close()
    }
  }, [])
  useEffect(() => (isPanel ? blockChat('sliding-panel') : undefined), [isPanel])

  const isPlain = side === 'center' && type === 'noStyles'
  const close = (
    <button type="button" className={styles.close} aria-label="Close" onClick={() => hide()}>
      <Icon name="close" />
    </button>
  )
  return (
    <dialog
      ref={dialog}
      className={[
        styles.dialog,
        styles[side],
        ...(side === 'center' ? [styles[type], styles[type === 'twoCol' ? 'large' : size]] : []),
        ...(hasBackdrop ? [] : [styles.bare]),
        ...(isAnimated ? [] : [styles.still]),
      ].join(' ')}
      aria-label={title}
      closedby={closesByKeyboard ? 'closerequest' : 'none'}
      onCancel={(event) => {
        if (!closesByKeyboard && event.target === dialog.current) event.preventDefault()
      }}
      onClose={(event) => {
        // A dialog inside of this one closed, or this one is open again.
        if (event.target !== dialog.current || dialog.current.open) return
        leave.current?.()
        if (!isSilent.current) onClose()
      }}
      onPointerDown={(event) => void (pressedOn.current = event.target)}
      onClick={(event) => {
        const isBeside = event.target === dialog.current && (pressedOn.current ?? event.target) === event.target
        pressedOn.current = null
        if (isBeside && closesByBackdrop) hide()
      }}
    >
      <div className={styles.inner}>
        {isPlain ? (
          close
        ) : (
          <div className={styles.head}>
            <h2>{title}</h2>
            {close}
          </div>
        )}
        {errors.length > 0 && <DialogErrors errors={errors} onDismiss={(error) => onDismissError?.(error)} />}
        {side === 'center' ? <div className={styles.body}>{children}</div> : children}
      </div>
    </dialog>
  )
}

function DialogErrors({ errors, onDismiss }: { errors: readonly string[]; onDismiss: (error: string) => void }) {
  return (
    <ul className={styles.errors}>
      {errors.map((error) => (
        <li key={error}>
          <p role="alert">{error}</p>
          <button type="button" aria-label="Close Error Message" onClick={() => onDismiss(error)}>
            <Icon name="close" size={18} />
          </button>
        </li>
      ))}
    </ul>
  )
}
