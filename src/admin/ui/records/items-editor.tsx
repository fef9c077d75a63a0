import { SubmitButton } from '../controls/button.tsx'
import { Empty } from '../controls/empty.tsx'
import fields from '../controls/field.module.css'
import type { FieldView, ItemPart, ItemsView } from './field-view.ts'
import styles from './items-editor.module.css'

/**
 * Blocks of a page, banners of a sale: items with fields of their own. Their buttons submit the whole form: they move, remove and add
 * without saving, and what was typed is kept. A moved item keeps the focus, so that the same key moves it on.
 */
export function ItemsEditor({
  field: { id, name, label },
  items: { one, isOrdered, items, at: moved, canAdd },
  described,
}: {
  field: FieldView
  items: ItemsView
  described: string | undefined
}) {
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
          <fieldset key={at} className={styles['item']}>
            <legend>{title}</legend>
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
      </p>
    </div>
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

function Part({ part: { label, kind, help, options, value }, id, name }: { part: ItemPart; id: string; name: string }) {
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
      {help !== null && (
        <div id={described} className={fields['more']}>
          <small>{help}</small>
        </div>
      )}
    </div>
  )
}
