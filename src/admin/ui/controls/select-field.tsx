import styles from './field.module.css'

export type Option = { readonly value: string; readonly label: string }

/** A select with its label. Adds an empty option, unless there is one among the options. */
export function SelectField({
  id,
  name,
  label,
  options,
  value,
  empty,
  isRequired = false,
  error = null,
}: {
  id: string
  name: string
  label: string
  options: readonly Option[]
  value: string
  /** The label of the empty option; left out where a choice is required. */
  empty?: string
  isRequired?: boolean
  error?: string | null
}) {
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>
        {label}
        {isRequired && <span className={styles['needed']}> (required)</span>}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={value}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : `${id}-more`}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error !== null && (
        <div id={`${id}-more`} className={styles['more']}>
          <small className={styles['wrong']}>{error}</small>
        </div>
      )}
    </div>
  )
}
