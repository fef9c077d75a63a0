import { describe, expect, test } from 'vitest'
import { atTop, nextSticky, type Sticky } from './sticky.ts'

/** The states a header goes through while the page is scrolled to these places, a frame apart. */
function through(tops: readonly number[], from: Sticky = atTop, frameMs = 16): Sticky[] {
  const states: Sticky[] = []
  let sticky = from
  let now = 1_000
  for (const top of tops) states.push((sticky = nextSticky(sticky, top, (now += frameMs))))
  return states
}
const names = (tops: readonly number[]) => through(tops).map((one) => one.state)

describe('the sticky header on small screens', () => {
  test('is static from 0 to 56 px, and hides while scrolling down [NAV-12] [navigation-07]', () => {
    expect(names([0, 30, 56, 57, 400])).toEqual(['static', 'static', 'static', 'waiting', 'waiting'])
  })

  test('returns after scrolling up 5 px, not before [NAV-12] [navigation-07]', () => {
    expect(names([400, 397, 396, 395])).toEqual(['waiting', 'waiting', 'waiting', 'floating'])
    // Measured from where it turned, however slowly one scrolls and whatever came before.
    expect(names([400, 397, 401, 398, 397])).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'waiting'])
  })

  test('floats for 200 ms, then stays while scrolling up or resting [NAV-12] [navigation-07]', () => {
    const floating = through([400, 390]).at(-1) ?? expect.fail()
    expect([floating.state, floating.since]).toEqual(['floating', 1_032])
    expect(nextSticky(floating, 380, 1_231).state).toBe('floating')
    expect(nextSticky(floating, 390, 1_232).state).toBe('scrolling-up')
    const up = nextSticky(floating, 380, 1_240)
    expect(through([370, 300, 300], up).map((one) => one.state)).toEqual([
      'scrolling-up',
      'scrolling-up',
      'scrolling-up',
    ])
  })

  test('hides with the next scroll down, floating or not, and is static at the top [navigation-07]', () => {
    const floating = through([400, 390]).at(-1) ?? expect.fail()
    expect(nextSticky(floating, 391, 1_040).state).toBe('waiting')
    const up = nextSticky(floating, 380, 1_300)
    expect(nextSticky(up, 381, 1_320).state).toBe('waiting')
    expect(nextSticky(up, 56, 1_320).state).toBe('static')
  })
})
