/**
 * React resets a text area to its initial text when it hydrates, even if the visitor has typed since. Records what is typed from now on;
 * the returned function stops that and restores the text, to be called after hydration.
 */
export function keepTypedText(page: Document): () => void {
  const typed = new Map<HTMLTextAreaElement, string>()
  for (const area of page.querySelectorAll('textarea'))
    if (area.value !== area.defaultValue) typed.set(area, area.value)
  const note = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) typed.set(target, target.value)
  }
  page.addEventListener('input', note, true)
  return () => {
    page.removeEventListener('input', note, true)
    for (const [area, text] of typed) {
      if (!area.isConnected || area.value === text) continue
      area.value = text
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }
    typed.clear()
  }
}
