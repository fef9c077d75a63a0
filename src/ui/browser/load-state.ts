/** How far a part of a page is that is fetched (ENUM-14, decision platform-26). */
export type LoadState = 'Initial' | 'Loading' | 'Success' | 'Failure'

/** A loadable part: the last result stays while it is loaded again, and when that fails. */
export type Loaded<Value> = {
  readonly state: LoadState
  readonly value: Value | null
  /** Why it could not be had; null in every other state. `status` is that of HTTP, 0 where nothing answered. */
  readonly failure: { readonly status: number; readonly message: string } | null
}

export const notLoaded: Loaded<never> = { state: 'Initial', value: null, failure: null }

export const loading = <Value>({ value }: Loaded<Value>): Loaded<Value> => ({ state: 'Loading', value, failure: null })

export const loaded = <Value>(value: Value): Loaded<Value> => ({ state: 'Success', value, failure: null })

export const failedToLoad = <Value>(
  { value }: Loaded<Value>,
  failure: NonNullable<Loaded<Value>['failure']>,
): Loaded<Value> => ({ state: 'Failure', value, failure })
