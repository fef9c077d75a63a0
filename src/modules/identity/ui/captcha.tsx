import { useEffect, useRef } from 'react'
import { keyInHead } from '../../../ui/third-parties/key-in-head.ts'
import { loadScript } from '../../../ui/third-parties/load-script.ts'
import type { CaptchaAccess } from '../captcha.ts'

/** The captcha of a form, where the head of the page has its keys; nothing is loaded where it has none. */

type Recaptcha = {
  ready(then: () => void): void
  render(place: HTMLElement, options: { sitekey: string }): number
  execute(key: string, options: { action: string }): Promise<string>
}
const recaptcha = () => (window as unknown as { grecaptcha: Recaptcha }).grecaptcha

const captchaAccess = (): CaptchaAccess | null => JSON.parse(keyInHead('captcha') ?? 'null') as CaptchaAccess | null

/** One script for both kinds: it refuses to load twice. */
async function load({ url, invisible }: CaptchaAccess): Promise<Recaptcha> {
  await loadScript(`${url}/api.js?render=${encodeURIComponent(invisible ?? 'explicit')}`)
  await new Promise<void>((done) => recaptcha().ready(done))
  return recaptcha()
}

/** The invisible check's token for an action; '' where it is off or unavailable. */
export async function captchaToken(action: 'login' | 'checkout'): Promise<string> {
  const access = captchaAccess()
  if (access === null || access.invisible === null) return ''
  try {
    return await (await load(access)).execute(access.invisible, { action })
  } catch {
    return ''
  }
}

/** The box to tick; it writes its answer into the form around it. */
export function CaptchaBox() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const access = captchaAccess()
    const box = place.current
    if (access === null || access.checkbox === null || box === null) return
    const { checkbox } = access
    // Called again when a page hydrates twice: the box is rendered once.
    void load(access).then(
      (it) => box.childElementCount === 0 && it.render(box, { sitekey: checkbox }),
      () => {},
    )
  }, [])
  return <div ref={place} />
}
