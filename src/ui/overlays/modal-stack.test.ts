import '../../testing/browser.ts'
import { expect, test } from 'vitest'
import { pushModal } from './modal-stack.ts'
import { navigationsStore } from '../navigation/navigations.ts'

test('all modals close after a navigation, top first, and the page is unlocked [MODAL-04] [MODAL-05]', () => {
  navigationsStore.set({ at: 'first', target: null })
  const closed: string[] = []
  for (const name of ['First', 'Second']) {
    const takeAway = pushModal(() => {
      closed.push(name)
      takeAway()
    })
  }
  const page = () => [document.body.className, 'scrollLocked' in document.documentElement.dataset]
  expect(page()).toEqual(['has-modal', true])
  navigationsStore.set({ at: 'first', target: '/cart' })
  expect([closed, page()]).toEqual([[], ['has-modal', true]])
  navigationsStore.set({ at: 'second', target: null })
  expect([closed, page()]).toEqual([
    ['Second', 'First'],
    ['', false],
  ])
})
