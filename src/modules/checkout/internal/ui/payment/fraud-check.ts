import { seconds } from '../../../../../platform/clock.ts'
import { trustedScriptAddress } from '../../../../../ui/browser/trusted-types.ts'

/** The anti-fraud script, from the site's own assets, and its token (decision payments-30). */

declare global {
  interface Window {
    fraudDetection?: { getToken(): Promise<string> }
  }
}

const source = '/assets/fraud-detection.js'
const patienceMs = seconds(2)

/** Puts the script into the page, once however often it is called. */
export function loadFraudCheck(): void {
  if (document.querySelector(`script[src="${source}"]`) !== null) return
  const script = document.createElement('script')
  script.src = trustedScriptAddress(source)
  script.async = true
  // The server names the hash of the file as it was built.
  const integrity = document.querySelector<HTMLMetaElement>('meta[name="fraud-script-integrity"]')?.content ?? ''
  if (integrity !== '') script.integrity = integrity
  document.head.append(script)
}

/** The token; '' when there is none within two seconds, which is accepted. */
export async function fraudToken(): Promise<string> {
  const late = new Promise<string>((done) => setTimeout(() => done(''), patienceMs))
  const requested = window.fraudDetection?.getToken() ?? Promise.resolve('')
  return Promise.race([requested.catch(() => ''), late])
}
