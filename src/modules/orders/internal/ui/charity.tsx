import { useEffect } from 'react'
import { loadScript } from '../../../../ui/third-parties/load-script.ts'
import { keyInHead } from '../../../../ui/third-parties/key-in-head.ts'
import styles from '../../ui/confirmation-page.module.css'

/**
 * The charity that the shop supports (CONF-18, decision orders-07). The charity's own script, where there is one, renders below the text.
 */
export function Charity({ name, blurb, load = loadScript }: { name: string; blurb: string; load?: typeof loadScript }) {
  useEffect(() => {
    const address = keyInHead('charityScriptUrl')
    if (address === null) return
    // Its heading and its blurb say all that a shopper has to know.
    // oxlint-disable-next-line no-console -- logged only (CONF-19)
    load(address).catch((error: unknown) => console.warn(String(error)))
  }, [load])
  return (
    <section aria-labelledby="confirmation-charity" className={`${styles.next} no-print`}>
      <h2 id="confirmation-charity">{name}</h2>
      <p>{blurb}</p>
      <div data-charity-widget="" />
    </section>
  )
}
