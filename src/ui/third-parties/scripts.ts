import { loadScript } from './load-script.ts'
import { keyInHead } from './key-in-head.ts'
import { scriptsToRun, type ThirdPartyScripts } from './third-parties.ts'

/** Programs of others that need no word of ours: their address is all we know of them, and they draw what they have to. */

/** The ones that are switched on here; null where there are none. */
export function scriptsInHead(): ThirdPartyScripts | null {
  const text = keyInHead('programs')
  return text === null ? null : (JSON.parse(text) as ThirdPartyScripts)
}

/** Runs what belongs to a page that has come, anew where it ran on the page before; a program that cannot be had leaves the page as it is. */
export function runThirdPartyScripts(pageType: string, canMeasure: boolean): void {
  for (const address of scriptsToRun(scriptsInHead(), { pageType, canMeasure }))
    loadScript(address, { reinject: true }).catch(() => {})
}
