import type { OpenCategory } from './use-open-category.ts'

/** The keys of the category bar and its panels. */
export function onKeyDown(menu: OpenCategory, event: KeyboardEvent): void {
  const { top, entryOf, close } = menu
  const focused = document.activeElement as HTMLElement | null
  if (focused === null) return
  const move = (to: HTMLElement | null | undefined) => {
    if (to === null || to === undefined) return
    event.preventDefault()
    to.focus()
  }
  if (event.key === 'Escape') {
    const more = focused.closest('details')
    const entry = top === undefined ? undefined : entryOf(top.uri)
    if (entry === undefined && more?.open !== true) return
    close()
    return move((more ?? entry)?.querySelector<HTMLElement>('summary, a'))
  }
  const list = focused.closest('[data-list]')
  if (list === null) return moveAlongBar(menu, event, focused, move)
  const links = [...list.querySelectorAll('a')].filter((one) => one.checkVisibility())
  const at = links.indexOf(focused as HTMLAnchorElement)
  if (event.key === 'ArrowDown') move(links[at + 1])
  else if (event.key === 'ArrowUp') move(links[at - 1] ?? focused.closest('[data-menu]')?.querySelector('a'))
  else if (event.key === 'ArrowRight') move(beside(list, 1)?.querySelector('a'))
  else if (event.key === 'ArrowLeft') {
    const before = beside(list, -1)
    move(before?.querySelector<HTMLElement>('[data-selected] a') ?? before?.querySelector('a'))
  }
}

/** The list of the same panel that is one column to the right or to the left. */
function beside(list: Element, step: 1 | -1): Element | undefined {
  const lists = [...(list.closest('[data-menu]')?.querySelectorAll('[data-list]') ?? [])]
  return lists[lists.indexOf(list) + step]
}

function moveAlongBar(
  { bar, top, takesFocus, open, focusPanel }: OpenCategory,
  event: KeyboardEvent,
  focused: HTMLElement,
  move: (to?: HTMLElement | null) => void,
): void {
  const stops = [...(bar.current?.querySelectorAll<HTMLElement>('[data-bar] > li > a, summary') ?? [])].filter((one) =>
    one.checkVisibility(),
  )
  const entry = focused.closest<HTMLElement>('[data-menu]')
  const at = stops.findIndex((one) => one === focused || one.parentElement === entry)
  if (event.key === 'ArrowRight') move(stops[at + 1] ?? stops[0])
  else if (event.key === 'ArrowLeft') move(stops.at(at - 1))
  else if (event.key === 'ArrowDown' && entry !== null) {
    event.preventDefault()
    takesFocus.current = true
    if (entry.dataset['menu'] === top?.uri) focusPanel(entry)
    else void open(entry)
  }
}
