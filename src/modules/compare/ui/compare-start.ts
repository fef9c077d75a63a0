import { comparedStore } from '../../catalogue/ui/compared-products.ts'
import { storageKey } from './compare-state.ts'

/**
 * The part of comparing that every page loads. The rest is loaded on demand: when the browser's storage has a list, or once it is known
 * that the server may have one, or by the first press of a control.
 *
 * Makes every element marked data-compare, wherever it is rendered, add or remove the product of that id. `place` resolves when it is known
 * whether the server has seen this browser before.
 */
export function startComparing(place: Promise<void>): () => void {
  const list = () => import('./compare-list.ts')
  const load = () => void list().then((it) => it.load())
  function press(event: Event) {
    const control = (event.target as Element).closest<HTMLElement>('[data-compare]')
    if (control === null) return
    const id = Number(control.dataset['compare'])
    // The control responds at once; the list, whose code may still be loading, decides.
    const compared = new Set(comparedStore.get())
    if (!compared.delete(id)) compared.add(id)
    comparedStore.set(compared)
    void list().then((it) => it.toggle(id))
    // Pending while the product is looked up.
    void import('./compare-tray.tsx')
  }
  function follow({ key }: StorageEvent) {
    if (key === storageKey) load()
  }
  document.addEventListener('click', press)
  addEventListener('storage', follow)
  try {
    const stored = localStorage.getItem(storageKey)
    if (stored === null) void place.then(() => localStorage.getItem('isRepeatUser') === 'true' && load())
    else if (stored.includes('productId')) load()
  } catch {
    // A browser may block its storage; then a list lasts as long as the page.
  }
  return () => {
    document.removeEventListener('click', press)
    removeEventListener('storage', follow)
  }
}
