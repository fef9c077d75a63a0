import '../../testing/browser.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scriptsInHead, runThirdPartyScripts } from './scripts.ts'
import type { ThirdPartyScripts } from './third-parties.ts'

/** Programs of others on a page whose head names them; nothing is fetched here. */

let appended: string[] = []
beforeEach(() => {
  appended = []
  vi.spyOn(document.head, 'append').mockImplementation((element) => {
    appended.push((element as HTMLScriptElement).src)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  document.head.replaceChildren()
})

function withScripts(programs: ThirdPartyScripts): void {
  document.head.innerHTML = `<meta name="programs">`
  document.querySelector('meta')?.setAttribute('content', JSON.stringify(programs))
}

test('a page without third-party scripts runs none', () => {
  expect(scriptsInHead()).toBeNull()
  runThirdPartyScripts('product', () => true)
  expect(appended).toEqual([])
})

test('a page runs the scripts of its type, analytics only with consent', () => {
  withScripts({ zipWidget: 'https://zip.example/w.js', videoPlayers: 'https://video.example/v.js' })
  runThirdPartyScripts('contactUs', () => true)
  expect(appended).toEqual([])
  runThirdPartyScripts('zipPay', () => false)
  expect(appended).toEqual(['https://zip.example/w.js'])
  runThirdPartyScripts('virtualTour', () => false)
  expect(appended).toHaveLength(1)
  runThirdPartyScripts('virtualTour', () => true)
  expect(appended).toEqual(['https://zip.example/w.js', 'https://video.example/v.js'])
})
