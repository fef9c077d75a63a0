import { useState } from 'react'
import { useHasScript } from '../../../../ui/browser/use-has-script.ts'
import styles from '../../ui/comparison-page.module.css'

/** Shares the comparison: with the device's share dialog, or else as a link in the clipboard. Nothing without script. */
export function ShareComparison({ path }: { path: string }) {
  const hasScript = useHasScript()
  const [said, setSaid] = useState('')
  if (!hasScript) return null

  async function share() {
    const url = new URL(path, location.href).href
    try {
      if ('share' in navigator) return await navigator.share({ title: document.title, url })
      await (navigator as Navigator).clipboard.writeText(url)
      setSaid('Link copied')
    } catch (error) {
      // Closing the device's share dialog is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setSaid(`Copy this link: ${url}`)
    }
  }

  return (
    <span className={styles.share}>
      <button type="button" className="link-button" onClick={() => void share()}>
        Share
      </button>
      <button type="button" className="link-button" onClick={() => print()}>
        Print
      </button>
      <span role="status">{said}</span>
    </span>
  )
}
