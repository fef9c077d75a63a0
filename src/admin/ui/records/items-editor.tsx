import { useRef, useState, type DragEvent } from 'react'
import { useHasScript } from '../../../ui/browser/use-has-script.ts'
import { buttonClass, SubmitButton } from '../controls/button.tsx'
import { Empty } from '../controls/empty.tsx'
import fields from '../controls/field.module.css'
import { PickButton } from '../media/pick-button.tsx'
import { PickDialog } from '../media/pick-dialog.tsx'
import type { FieldView, ItemPart, ItemsView } from './field-view.ts'
import styles from './items-editor.module.css'

/**
 * Blocks of a page, banners of a sale: items with fields of their own. Their buttons submit the whole form: they move, remove and add
 * without saving, and what was typed is kept. A moved item keeps the focus, so that the same key moves it on. With script, items are also
 * dragged by their titles.
 */
export function ItemsEditor({
  field: { id, name, label },
  items: { one, isOrdered, items, at: moved, canAdd, canPick },
  described,
}: {
  field: FieldView
  items: ItemsView
  described: string | undefined
}) {
  const button = useRef<HTMLButtonElement>(null)
  const press = (value: string) => {
    if (button.current === null) return
    button.current.value = value
    button.current.form?.requestSubmit(button.current)
  }
  const dragged = useDragged(isOrdered, press)
  return (
    <div className={styles['items']} role="group" aria-label={label} aria-describedby={described} id={id}>
      <input type="hidden" name={`has:${name}`} value="1" />
      <input type="hidden" name={`${name}.count`} value={items.length} />
      {items.length === 0 && <Empty>{`No ${one} yet.`}</Empty>}
      {items.map((item, at) => {
        const title = `${at + 1}. ${item.title}`
        const isFirst = at === 0
        const isLast = at === items.length - 1
        return (
          // It has no name of its own, and its place is what the form sends.
          <fieldset key={at} className={styles['item']} {...dragged.place(at)}>
            <legend {...dragged.handle(at)}>{title}</legend>
            <input type="hidden" name={`${name}.${at}.type`} value={item.type} />
            {item.parts.map((part) => (
              <Part key={part.name} part={part} id={`${id}-${at}-${part.name}`} name={`${name}.${at}.${part.name}`} />
            ))}
            <p className={styles['moves']}>
              {isOrdered && !isFirst && (
                <MoveButton name={name} value={`up:${at}`} title={title} isFocused={moved === at}>
                  Move up
                </MoveButton>
              )}
              {isOrdered && !isLast && (
                <MoveButton name={name} value={`down:${at}`} title={title} isFocused={moved === at && isFirst}>
                  Move down
                </MoveButton>
              )}
              <MoveButton name={name} value={`remove:${at}`} title={title}>
                Remove
              </MoveButton>
            </p>
          </fieldset>
        )
      })}
      <p className={styles['moves']} role="group" aria-label={`Add a ${one}`}>
        {canAdd.map(({ type, title }) => (
          <SubmitButton key={type} look="small" name={`${name}.do`} value={`add:${type}`} formNoValidate>
            Add {title.toLowerCase()}
          </SubmitButton>
        ))}
        {canPick && <PickItems one={one} onPick={(addresses) => press(`pick:${addresses.join(' ')}`)} />}
        {/* Pressed by script, with what was dragged or picked. */}
        <button ref={button} type="submit" name={`${name}.do`} formNoValidate hidden>
          Apply
        </button>
      </p>
    </div>
  )
}

/** Attributes of what can be dragged and of where it can be dropped; nothing without script, or where the order has no meaning. */
function useDragged(isOrdered: boolean, press: (value: string) => void) {
  const hasScript = useHasScript()
  const [from, setFrom] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setFrom(null)
    setOver(null)
  }
  const isOn = isOrdered && hasScript
  return {
    handle: (at: number) =>
      isOn
        ? {
            draggable: true,
            title: 'Drag to change the order',
            className: styles['handle'],
            onDragStart: (event: DragEvent) => {
              event.dataTransfer.effectAllowed = 'move'
              // Firefox drags only what carries data.
              event.dataTransfer.setData('text/plain', String(at))
              setFrom(at)
            },
            onDragEnd: end,
          }
        : {},
    place: (at: number) =>
      isOn && from !== null
        ? {
            'data-drop': over === at && from !== at ? (from < at ? 'after' : 'before') : undefined,
            onDragOver: (event: DragEvent) => {
              event.preventDefault()
              setOver(at)
            },
            onDrop: (event: DragEvent) => {
              event.preventDefault()
              end()
              if (from !== at) press(`drag:${from}>${at}`)
            },
          }
        : {},
  }
}

/** Pictures of the media library, each as an item. */
function PickItems({ one, onPick }: { one: string; onPick: (addresses: readonly string[]) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!useHasScript()) return null
  return (
    <>
      <button type="button" className={buttonClass('small')} onClick={() => setIsOpen(true)}>
        {`Add ${one}s from the library`}
      </button>
      {isOpen && (
        <PickDialog
          type="picture"
          isMultiple
          onClose={() => setIsOpen(false)}
          onPick={(tiles) => onPick(tiles.map(({ address }) => address))}
        />
      )}
    </>
  )
}

function MoveButton({
  name,
  value,
  title,
  isFocused = false,
  children,
}: {
  name: string
  value: string
  title: string
  isFocused?: boolean
  children: string
}) {
  return (
    // The page was sent again because of this button, whose focus must not be lost by it.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <SubmitButton look="small" name={`${name}.do`} value={value} formNoValidate autoFocus={isFocused}>
      {children}
      <span className="visually-hidden"> {title}</span>
    </SubmitButton>
  )
}

function Part({ part, id, name }: { part: ItemPart; id: string; name: string }) {
  const { label, kind, help, options, value, picks } = part
  const described = help === null ? undefined : `${id}-more`
  const more = { id, name, defaultValue: value, 'aria-describedby': described }
  const isLong = kind === 'html' || kind === 'lines'
  return (
    <div className={isLong ? `${fields['field']} ${fields['wide']}` : fields['field']}>
      <label htmlFor={id}>{label}</label>
      {kind === 'choice' ? (
        <select {...more}>
          {Object.entries(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ) : isLong ? (
        <textarea {...more} rows={kind === 'html' ? 8 : 4} className={kind === 'html' ? fields['code'] : undefined} />
      ) : (
        <input {...more} autoComplete="off" inputMode={kind === 'whole' ? 'numeric' : undefined} />
      )}
      {picks !== null && <PickButton {...part} id={id} picks={picks} />}
      {help !== null && (
        <div id={described} className={fields['more']}>
          <small>{help}</small>
        </div>
      )}
    </div>
  )
}
