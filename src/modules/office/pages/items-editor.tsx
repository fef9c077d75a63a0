import { shownItems, type Part as PartOfItem, type PartSet } from '../../../platform/forms/part-sets.ts'
import type { Field } from '../office.ts'

/**
 * Blocks of a page, banners of a sale: things with fields of their own. Their buttons send the whole form: they move, take out and add
 * without saving, and what was typed is kept. One that was moved has the focus, so that it can be moved on by the same key.
 */
export function ItemsEditor({
  field,
  set,
  id,
  shown,
  described,
  at: moved,
}: {
  field: Field
  set: PartSet
  id: string
  shown: string
  described: string | undefined
  at: number | null
}) {
  const items = shownItems(set, shown)
  const more = Object.entries(set.types).filter(
    ([type]) => set.isOnce !== true || !items.some((item) => item.type === type),
  )
  // Where each has a place of its own, their order says nothing.
  const isPlaced = set.isOnce === true
  const { name } = field
  return (
    <div className="blocks" role="group" aria-label={field.label} aria-describedby={described} id={id}>
      <input type="hidden" name={`has:${name}`} value="1" />
      <input type="hidden" name={`${name}.count`} value={items.length} />
      {items.length === 0 && <p className="empty">No {set.one} yet.</p>}
      {items.map(({ type, texts }, at) => {
        const title = `${at + 1}. ${set.types[type]?.title ?? ''}`
        const isLast = at === items.length - 1
        return (
          // It has no name of its own, and its place is what the form sends.
          <fieldset key={at} className="block">
            <legend>{title}</legend>
            <input type="hidden" name={`${name}.${at}.type`} value={type} />
            {set.types[type]?.parts.map((part) => (
              <Part
                key={part.name}
                part={part}
                id={`${id}-${at}-${part.name}`}
                name={`${name}.${at}.${part.name}`}
                shown={texts[part.name] ?? ''}
              />
            ))}
            <p className="moves">
              {at > 0 && !isPlaced && (
                <button
                  className="button quiet small"
                  name={`${name}.do`}
                  value={`up:${at}`}
                  type="submit"
                  formNoValidate
                  data-focus={moved === at ? '' : undefined}
                >
                  Move up<span className="hidden"> {title}</span>
                </button>
              )}
              {!isLast && !isPlaced && (
                <button
                  className="button quiet small"
                  name={`${name}.do`}
                  value={`down:${at}`}
                  type="submit"
                  formNoValidate
                  data-focus={moved === at && at === 0 ? '' : undefined}
                >
                  Move down<span className="hidden"> {title}</span>
                </button>
              )}
              <button
                className="button quiet small"
                name={`${name}.do`}
                value={`remove:${at}`}
                type="submit"
                formNoValidate
              >
                Take out<span className="hidden"> {title}</span>
              </button>
            </p>
          </fieldset>
        )
      })}
      <p className="moves" role="group" aria-label={`Add a ${set.one}`}>
        {more.map(([type, { title }]) => (
          <button
            key={type}
            className="button quiet small"
            name={`${name}.do`}
            value={`add:${type}`}
            type="submit"
            formNoValidate
          >
            Add {title.toLowerCase()}
          </button>
        ))}
      </p>
    </div>
  )
}

function Part({ part, id, name, shown }: { part: PartOfItem; id: string; name: string; shown: string }) {
  const { label, kind, help, options = {} } = part
  const described = help === undefined ? undefined : `${id}-more`
  const more = { id, name, defaultValue: shown, 'aria-describedby': described }
  return (
    <div className={kind === 'html' || kind === 'lines' ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {kind === 'choice' ? (
        <select {...more}>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : kind === 'html' || kind === 'lines' ? (
        <textarea {...more} rows={kind === 'html' ? 8 : 4} className={kind === 'html' ? 'code' : undefined} />
      ) : (
        <input {...more} autoComplete="off" inputMode={kind === 'whole' ? 'numeric' : undefined} />
      )}
      {help !== undefined && (
        <div id={described} className="more">
          <small>{help}</small>
        </div>
      )}
    </div>
  )
}
