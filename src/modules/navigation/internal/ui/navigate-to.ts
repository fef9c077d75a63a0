import { openView } from '../../ui/view.ts'

/** Actions of banner buttons that lead to no other page: `data-turns-to` names it (LAND-06, LAND-07). */
export function navigateTo(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('[data-turns-to]') : null
  if (button === null || event.defaultPrevented) return
  const isDone = button.getAttribute('data-turns-to') === 'search' ? search() : refine()
  if (isDone) event.preventDefault()
}

/** Where the field stays open the view changes nothing, so focus goes there. */
function search(): boolean {
  openView('search')
  requestAnimationFrame(() => document.querySelector<HTMLElement>('header [role="combobox"]')?.focus())
  return true
}

/** On a phone the filters of a list are a sheet, which its own button opens; on a desktop they are beside the list. */
function refine(): boolean {
  const button = document.querySelector<HTMLElement>('button[popovertarget="filters"]:not([popovertargetaction])')
  if (button === null || button.offsetParent === null) return false
  button.click()
  return true
}
