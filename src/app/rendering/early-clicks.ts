/** Then the link leads to its own page, as without script. */
const longestWaitMs = 5_000

/**
 * A click on a link that saves a product waits for the code that opens the dialog (`data-saves`, modules/wishlists/ui/save-links.tsx), and is
 * repeated when that is there. Of several the last counts.
 */
export function repeatEarlyClicks(): void {
  const root = document.documentElement
  const isReady = () => root.dataset['saves'] !== undefined
  let clicked: HTMLAnchorElement | null = null
  const wait = (): void => {
    const timer = setTimeout(() => clicked && location.assign(clicked.href), longestWaitMs)
    const observer = new MutationObserver(() => {
      if (!isReady()) return
      observer.disconnect()
      clearTimeout(timer)
      const link = clicked
      clicked = null
      // The visitor may have gone to another page meanwhile.
      if (link?.isConnected) link.click()
    })
    observer.observe(root, { attributeFilter: ['data-saves'] })
  }
  document.addEventListener(
    'click',
    (event) => {
      if (isReady() || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-save-to-list]')
      if (link === null) return
      event.preventDefault()
      if (clicked === null) wait()
      clicked = link
    },
    { capture: true },
  )
}
