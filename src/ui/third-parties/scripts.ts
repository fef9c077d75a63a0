import { loadScript } from './load-script.ts'
import { keyInHead } from './key-in-head.ts'
import { scriptsToRun, type ThirdPartyScripts } from './third-parties.ts'

/** Third-party scripts that need no integration beyond their address: they find their own elements. */

/** The ones that are switched on here; null where there are none. */
export function scriptsInHead(): ThirdPartyScripts | null {
  const text = keyInHead('programs')
  return text === null ? null : (JSON.parse(text) as ThirdPartyScripts)
}

/** Runs the scripts of a loaded page, again where they ran on the previous page; a script that fails leaves the page as it is. */
export function runThirdPartyScripts(pageType: string, allows: Parameters<typeof scriptsToRun>[1]['allows']): void {
  for (const address of scriptsToRun(scriptsInHead(), { pageType, allows }))
    loadScript(address, { reinject: true }).catch(() => {})
}
