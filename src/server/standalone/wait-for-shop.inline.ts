const everyMs = 10_000

/**
 * Asks every ten seconds, and when the browser is online again, whether the shop can be reached. Then the page is requested again; where
 * that would send a form a second time, it says that the visitor may go back.
 */
export default function waitForShop(): void {
  const { probe = '', reloads } = document.documentElement.dataset
  const status = document.querySelector('[role=status]')
  const look = (): void => {
    if (document.visibilityState === 'hidden') return
    void fetch(probe, { cache: 'no-store' }).then(
      ({ ok }) => {
        if (!ok) return
        if (reloads !== undefined) location.reload()
        else if (status !== null) status.textContent = 'We’re back. Please go back and try again.'
      },
      () => {},
    )
  }
  setInterval(look, everyMs)
  addEventListener('online', look)
  document.addEventListener('visibilitychange', look)
}
