import type { Locator, Page } from 'playwright-core'

/** What a task takes: presses of a pointer, fields that are filled or chosen from, keys, screens scrolled, and time that the shop takes. */
export type Effort = {
  readonly clicks: number
  readonly fields: number
  readonly keys: number
  readonly screens: number
  readonly waitMs: number
}

/** Seconds of the keystroke-level model (Card, Moran and Newell, 1983): a key of an average typist, pointing, a press, a hand that moves, a thought. */
const seconds = { key: 0.2, point: 1.1, press: 0.2, hand: 0.4, thought: 1.35 }

/**
 * Seconds that a practised person takes, with what the shop takes to answer. Scrolling is not part of the model: a screen counts as a
 * thought and a press, for it has to be looked over.
 */
export function secondsOf({ clicks, fields, keys, screens, waitMs }: Effort): number {
  const pointed = (clicks + fields) * (seconds.thought + seconds.point + seconds.press)
  const typed = keys * seconds.key + fields * 2 * seconds.hand
  return pointed + typed + screens * (seconds.thought + seconds.press) + waitMs / 1_000
}

export type Walker = ReturnType<typeof walkerOn>

/** Does what a shopper does, one thing after the other, and counts it. Each step waits for what it needs, which is the shop's time. */
export function walkerOn(page: Page) {
  const sums = { clicks: 0, fields: 0, keys: 0, screens: 0, waitMs: 0 }

  /** Waits until it can be seen, and scrolls to it if it is elsewhere. */
  async function reach(target: Locator): Promise<void> {
    const began = performance.now()
    await target.waitFor({ timeout: 20_000 })
    sums.waitMs += performance.now() - began
    sums.screens += await target.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      const over = top < 0 ? -top : Math.max(0, Math.min(bottom - innerHeight, top))
      return Math.ceil(over / innerHeight)
    })
  }

  return {
    async click(target: Locator): Promise<void> {
      await reach(target)
      sums.clicks++
      await target.click()
    },
    async type(field: Locator, text: string): Promise<void> {
      await reach(field)
      sums.fields++
      sums.keys += text.length
      await field.fill(text)
    },
    async press(key: string): Promise<void> {
      sums.keys++
      await page.keyboard.press(key)
    },
    /** What the shopper wants to know. */
    async read(target: Locator): Promise<string> {
      await reach(target)
      return target.innerText()
    },
    effort: (): Effort => ({ ...sums }),
  }
}
