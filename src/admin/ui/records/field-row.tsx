import { pictureOfWidth } from '../../../platform/files/picture-address.ts'
import styles from '../controls/field.module.css'
import type { FieldView } from './field-view.ts'
import { PickButton } from '../media/pick-button.tsx'
import { ItemsEditor } from './items-editor.tsx'

export function FieldRow({ field }: { field: FieldView }) {
  const { id, error, help, storedNow } = field
  const className = field.isWide ? `${styles['field']} ${styles['wide']}` : styles['field']
  if (field.isFixed)
    return (
      <div className={className}>
        <span className={styles['label']} id={id}>
          {field.label}
        </span>
        <output aria-labelledby={id} className={styles['fixed']}>
          {field.pictures.length > 0
            ? field.pictures.map((picture, at) => (
                <a key={picture} href={pictureOfWidth(picture, 1_600)} data-reload="">
                  <img src={picture} alt={`${field.label} ${at + 1}`} className={styles['picture']} loading="lazy" />
                </a>
              ))
            : field.value}
        </output>
        {help !== null && <small>{help}</small>}
      </div>
    )
  const hasMore = error !== null || help !== null || storedNow !== null
  const described = hasMore ? `${id}-more` : undefined
  return (
    <div className={className}>
      {field.mark !== null && <input type="hidden" name={`was:${field.name}`} value={field.mark} />}
      <Control field={field} described={described} isWrong={error !== null || storedNow !== null} />
      {field.picks !== null && <PickButton {...field} picks={field.picks} />}
      {hasMore && (
        <div id={described} className={styles['more']}>
          {error !== null && <small className={styles['wrong']}>{error}</small>}
          {storedNow !== null && (
            <small className={styles['wrong']}>
              Current value: <q>{storedNow}</q>
            </small>
          )}
          {help !== null && <small>{help}</small>}
        </div>
      )}
    </div>
  )
}

function Control({ field, described, isWrong }: { field: FieldView; described: string | undefined; isWrong: boolean }) {
  const { id, name, kind, value, options } = field
  const more = { id, name, 'aria-describedby': described, 'aria-invalid': isWrong ? true : undefined }
  switch (kind) {
    case 'switch':
      return (
        <>
          <input type="hidden" name={`has:${name}`} value="1" />
          <label className={styles['tick']}>
            <input {...more} type="checkbox" value="true" defaultChecked={value === 'true'} />
            {field.label}
          </label>
        </>
      )
    case 'choices':
      return <Choices field={field} described={described} />
    case 'items':
      return field.items === null ? null : <ItemsEditor field={field} items={field.items} described={described} />
    case 'choice':
      return (
        <>
          <Label field={field} />
          <select {...more} defaultValue={value}>
            {!options.some((option) => option.value === '') && <option value="">–</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </>
      )
    case 'long':
    case 'html':
    case 'lines':
    case 'json':
      return (
        <>
          <Label field={field} />
          <textarea
            {...more}
            rows={rows[kind]}
            className={kind === 'json' || kind === 'html' ? styles['code'] : undefined}
            spellCheck={kind === 'json' ? false : undefined}
            defaultValue={value}
          />
        </>
      )
    case 'money':
    case 'whole':
    case 'number':
    case 'day':
    case 'instant':
    case 'time':
    case 'text':
      return (
        <>
          <Label field={field} />
          <input {...more} {...inputs[kind]} maxLength={field.maxLength ?? undefined} defaultValue={value} />
        </>
      )
  }
}

const rows = { long: 3, lines: 5, html: 10, json: 16 } as const

const decimal = { inputMode: 'decimal', autoComplete: 'off' } as const
const inputs = {
  money: decimal,
  whole: decimal,
  number: decimal,
  day: { type: 'date' },
  instant: { type: 'datetime-local' },
  time: { type: 'time' },
  text: { autoComplete: 'off' },
} as const

function Label({ field: { id, label, isRequired } }: { field: FieldView }) {
  return (
    <label htmlFor={id}>
      {label}
      {isRequired && <span className={styles['needed']}> (required)</span>}
    </label>
  )
}

function Choices({ field, described }: { field: FieldView; described: string | undefined }) {
  const { id, name, label, options, value } = field
  const chosen = new Set(value.split('\n'))
  return (
    <fieldset className={styles['ticks']} aria-describedby={described} id={id}>
      <legend>{label}</legend>
      <input type="hidden" name={`has:${name}`} value="1" />
      {options.map((option) => (
        <label key={option.value} className={styles['tick']}>
          <input type="checkbox" name={name} value={option.value} defaultChecked={chosen.has(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
