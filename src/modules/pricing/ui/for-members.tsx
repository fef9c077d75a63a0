import type { ComponentType, ReactNode } from 'react'
import { createStore, useStore } from '../../../ui/browser/store.ts'
import type { PriceRules } from '../pricing.ts'

/** A price or a button that a shared page does not contain: of which product, how members see it, and what everyone else sees. */
export type ForMembersProps = {
  readonly uri: string
  readonly price?: { readonly rules: PriceRules; readonly size: 'card' | 'page' }
  /** The button's label. */
  readonly label?: ReactNode
  readonly children: ReactNode
}

/** Filled once the code for members is loaded (decision pricing-09); the page itself is the same for everyone. */
export const forMembersStore = createStore<{ readonly Part: ComponentType<ForMembersProps> } | null>(null)

export function ForMembers(props: ForMembersProps) {
  const slot = useStore(forMembersStore)
  return slot ? <slot.Part {...props} /> : props.children
}
