import { loadScript } from './load-script.ts'
import { keyInHead } from './key-in-head.ts'
import { programsToRun, type Programs } from './third-parties.ts'

/** Programs of others that need no word of ours: their address is all we know of them, and they draw what they have to. */

/** The ones that are switched on here; null where there are none. */
export function programsInHead(): Programs | null {
  const text = keyInHead('programs')
  return text === null ? null : (JSON.parse(text) as Programs)
}

/** Runs what belongs to a page that has come, anew where it ran on the page before; a program that cannot be had leaves the page as it is. */
export function runPrograms(pageType: string, mayMeasure: boolean): void {
  for (const address of programsToRun(programsInHead(), { pageType, mayMeasure }))
    loadScript(address, { reinject: true }).catch(() => {})
}
