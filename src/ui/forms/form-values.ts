import { useState, useSyncExternalStore, type ChangeEvent } from 'react'

/**
 * The values of a form on a page: one object that its fields show and change. Values are texts, booleans, and objects of texts, whose
 * fields are named 'part.field'.
 */
export type FormValues<Values extends object> = {
  getValues(): Values
  getValues<Name extends keyof Values>(name: Name): Values[Name]
  /** The same for use in a component: it renders again with every change. */
  watch<Name extends keyof Values>(name: Name): Values[Name]
  /** Calls back after each change with the name of the changed field; null for a reset. */
  watch(listener: (values: Values, change: { readonly name: string | null }) => void): { unsubscribe(): void }
  /** `shouldDirty` marks it as typed. */
  setValue<Name extends keyof Values & string>(
    name: Name,
    value: Values[Name],
    options?: { readonly shouldDirty?: boolean },
  ): void
  /** Replaces all values, or those that have not been typed. */
  reset(values: Values, options?: { readonly keepDirtyValues?: boolean }): void
  /** Props for an input or a checkbox of this name. `onBlur` is called when it is left after typing (WIDG-14). */
  register(name: FieldName<Values>, after?: { onChange?: () => void; onBlur?: () => void }): FieldProps
  readonly formState: {
    /** Whether something has been typed since the values were set. */
    readonly isDirty: boolean
  }
}

type FieldName<Values> = {
  [Name in keyof Values & string]: Values[Name] extends string | boolean
    ? Name
    : `${Name}.${keyof Values[Name] & string}`
}[keyof Values & string]

type FieldProps = {
  readonly name: string
  readonly value?: string
  readonly checked?: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly onBlur: () => void
}

type Tree = Readonly<Record<string, unknown>>

export function useFormValues<Values extends object>(first: () => Values): FormValues<Values> {
  const [{ form, subscribe, snapshot }] = useState(() => createForm(first()))
  useSyncExternalStore(subscribe, snapshot, snapshot)
  return form
}

function createForm<Values extends object>(first: Values) {
  let values = first as Tree
  let dirty: ReadonlySet<string> = new Set()
  const listeners = new Set<(values: Values, change: { readonly name: string | null }) => void>()

  function change(next: Tree, name: string | null): void {
    values = next
    for (const listener of listeners) listener(values as Values, { name })
  }
  const typed = (name: string, value: unknown): void => {
    dirty = new Set([...dirty, name])
    change(withValue(values, name, value), name)
  }

  const form = {
    getValues: (name?: string) => (name === undefined ? values : values[name]),
    watch(requested: string | Parameters<typeof listeners.add>[0]) {
      if (typeof requested === 'string') return values[requested]
      listeners.add(requested)
      return { unsubscribe: () => void listeners.delete(requested) }
    },
    setValue(name: string, value: unknown, { shouldDirty = false } = {}) {
      if (shouldDirty) typed(name, value)
      else change(withValue(values, name, value), name)
    },
    reset(next: Values, { keepDirtyValues = false } = {}) {
      const stored = keepDirtyValues ? dirty : new Set<string>()
      dirty = stored
      change(
        [...stored].reduce((all, name) => withValue(all, name, valueOf(values, name)), next as Tree),
        null,
      )
    },
    register(name: string, after: { onChange?: () => void; onBlur?: () => void } = {}) {
      const value = valueOf(values, name)
      return {
        name,
        ...(typeof value === 'boolean' ? { checked: value } : { value }),
        onChange({ target }: ChangeEvent<HTMLInputElement>) {
          typed(name, typeof value === 'boolean' ? target.checked : target.value)
          after.onChange?.()
        },
        onBlur: () => {
          if (dirty.has(name)) after.onBlur?.()
        },
      }
    },
    formState: {
      get isDirty() {
        return dirty.size > 0
      },
    },
  }
  return {
    // One implementation for the overloads above, whose names are checked there.
    form: form as unknown as FormValues<Values>,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    snapshot: () => values,
  }
}

function valueOf(values: Tree, name: string): unknown {
  const [part = '', field] = name.split('.')
  return field === undefined ? values[part] : (values[part] as Tree)[field]
}

function withValue(values: Tree, name: string, value: unknown): Tree {
  const [part = '', field] = name.split('.')
  return { ...values, [part]: field === undefined ? value : { ...(values[part] as Tree), [field]: value } }
}
