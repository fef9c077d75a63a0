import { useEffect } from 'react'
import { createStore, useStore } from '../../../ui/browser/store.ts'
import { readSpace, type Space } from '../product/fit.ts'

/** The shopper's measured spaces, by kind of product. Stored in this browser only. */
const storageKey = 'spaces'

const spacesStore = createStore<Readonly<Record<string, Space>>>({})
let isLoaded = false

/** The space for a kind of product; null while none was entered, and on the server. */
export function useSpace(kind: string | null): Space | null {
  const spaces = useStore(spacesStore)
  useEffect(loadSpaces, [])
  return kind === null ? null : (spaces[kind] ?? null)
}

/** Stores a space; null clears it. */
export function saveSpace(kind: string, space: Space | null): void {
  const { [kind]: _old, ...others } = spacesStore.get()
  const spaces = space === null ? others : { ...others, [kind]: space }
  spacesStore.set(spaces)
  try {
    localStorage.setItem(storageKey, JSON.stringify(spaces))
  } catch {
    // Full or forbidden: the space then lasts as long as the page.
  }
}

function loadSpaces(): void {
  if (isLoaded) return
  isLoaded = true
  const found: Record<string, Space> = {}
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    for (const [kind, value] of Object.entries(stored ?? {})) {
      const space = readSpace(value)
      if (space !== null) found[kind] = space
    }
  } catch {
    // An unreadable value was not written by the shop.
  }
  if (Object.keys(found).length > 0) spacesStore.set(found)
}
