import { useRef, useState } from 'react'
import { Dialog, type DialogHandle, type DialogProps } from '../overlays/dialog.tsx'
import { Row, State } from './gallery.tsx'

type Shown = Omit<DialogProps, 'onClose' | 'children' | 'ref'>

const groups: Readonly<Record<string, readonly Shown[]>> = {
  Types: [
    { title: 'Centre aligned' },
    { title: 'Left aligned', type: 'leftAligned' },
    { title: 'Two columns', type: 'twoCol', size: 'small' },
    { title: 'No default padding', type: 'noDefaultPadding' },
    { title: 'No styles', type: 'noStyles' },
  ],
  Sizes: [
    { title: 'Default', type: 'leftAligned' },
    { title: 'Small', type: 'leftAligned', size: 'small' },
    { title: 'Medium', type: 'leftAligned', size: 'medium' },
    { title: 'Large', type: 'leftAligned', size: 'large' },
  ],
  Rules: [
    { title: 'No closing by keyboard', closesByKeyboard: false },
    { title: 'No closing by backdrop', closesByBackdrop: false },
    { title: 'No backdrop', hasBackdrop: false },
    { title: 'Not animated', isAnimated: false },
  ],
  Panels: [
    { title: 'Left panel', side: 'left' },
    { title: 'Right panel', side: 'right' },
    { title: 'Whole window', side: 'full' },
  ],
}

const text =
  'Two people bring it in, unpack it, connect it and take the old one away. You choose the day at the checkout, and we ring half an hour before we arrive.'

/** Modals in every type and size, by every rule of closing. */
export function ModalStates() {
  const [shown, setShown] = useState<Shown | null>(null)
  const [closed, setClosed] = useState(0)
  const onClose = () => {
    setShown(null)
    setClosed((times) => times + 1)
  }
  return (
    <>
      <p role="status">{`Close events: ${closed}`}</p>
      {Object.entries(groups).map(([group, ones]) => (
        <State key={group} title={group}>
          <Row>
            {ones.map((one) => (
              <button key={one.title} type="button" className="button button--quiet" onClick={() => setShown(one)}>
                {one.title}
              </button>
            ))}
          </Row>
        </State>
      ))}
      <Stacked onClose={() => setClosed((times) => times + 1)} />
      <WithErrors />
      <Handled onClose={() => setClosed((times) => times + 1)} />
      {shown !== null && (
        <Dialog {...shown} onClose={onClose}>
          <p>{text}</p>
          {shown.type === 'twoCol' && <p>{text}</p>}
          {shown.closesByKeyboard === false && <a href="/dev/ui/modal?page=2">To another page</a>}
        </Dialog>
      )}
    </>
  )
}

function Stacked({ onClose }: { onClose: () => void }) {
  const [depth, setDepth] = useState(0)
  const close = (level: number) => {
    setDepth(level - 1)
    onClose()
  }
  return (
    <State title="Stacked">
      <button type="button" className="button button--quiet" onClick={() => setDepth(1)}>
        First of two
      </button>
      {depth > 0 && (
        <Dialog title="First" type="leftAligned" onClose={() => close(1)}>
          <p>{text}</p>
          <p>
            <button type="button" className="button button--quiet" onClick={() => setDepth(2)}>
              Second of two
            </button>
          </p>
        </Dialog>
      )}
      {depth > 1 && (
        <Dialog title="Second" size="small" onClose={() => close(2)}>
          <p>{text}</p>
        </Dialog>
      )}
    </State>
  )
}

const problems = ['The card was refused. Try another one.', 'We could not keep the day you chose. It may be gone.']

function WithErrors() {
  const [errors, setErrors] = useState<readonly string[] | null>(null)
  return (
    <State title="Error banners">
      <button type="button" className="button button--quiet" onClick={() => setErrors(problems)}>
        With two errors
      </button>
      {errors !== null && (
        <Dialog
          title="With two errors"
          type="leftAligned"
          size="small"
          errors={errors}
          onDismissError={(error) => setErrors(errors.filter((one) => one !== error))}
          onClose={() => setErrors(null)}
        >
          <p>{text}</p>
        </Dialog>
      )}
    </State>
  )
}

function Handled({ onClose }: { onClose: () => void }) {
  const [isThere, setIsThere] = useState(false)
  const dialog = useRef<DialogHandle>(null)
  return (
    <State title="By hand">
      <Row>
        <button type="button" className="button button--quiet" onClick={() => setIsThere(true)}>
          Hide by hand
        </button>
        <button type="button" className="button button--quiet" onClick={() => dialog.current?.show()}>
          Show again
        </button>
      </Row>
      {isThere && (
        <Dialog title="By hand" size="small" ref={dialog} onClose={onClose}>
          <p>
            <button type="button" className="button button--quiet" onClick={() => dialog.current?.hide()}>
              Hide
            </button>{' '}
            <button
              type="button"
              className="button button--quiet"
              onClick={() => dialog.current?.hide({ emitClose: false })}
            >
              Hide without a word
            </button>
          </p>
        </Dialog>
      )}
    </State>
  )
}
