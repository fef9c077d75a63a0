import '../../testing/browser.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { blockChat, type ChatBlocker } from '../overlays/chat-blockers.ts'
import { ChatWidget } from './chat-widget.tsx'
import type { ChatProvider } from './chat.ts'

afterEach(cleanup)

/** A provider whose program comes, or does not, when the test says so. */
function standIn() {
  const said: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const provider: ChatProvider = {
    load: () => promise,
    open: () => void said.push('open'),
    close: () => void said.push('close'),
  }
  return { provider, said, arrive: () => act(async () => resolve()), fail: () => act(async () => reject(new Error())) }
}

const button = () => screen.queryByRole('button', { name: 'Chat with us' })

test('the chat button shows once loaded, and opens the chat [CHAT-01]', async () => {
  const { provider, said, arrive } = standIn()
  render(<ChatWidget provider={provider} />)
  expect(button()).toBe(null)
  await arrive()
  fireEvent.click(screen.getByRole('button', { name: 'Chat with us' }))
  expect(said).toEqual(['open'])
})

test('without a script there is no chat', async () => {
  const { provider, fail } = standIn()
  render(<ChatWidget provider={provider} />)
  await fail()
  expect(button()).toBe(null)
})

test.each<ChatBlocker>(['compare', 'product-page', 'filter-panel', 'mobile-nav', 'sliding-panel'])(
  'the chat is hidden while %s blocks it [CHAT-01] [SHELL-10]',
  async (kind) => {
    const { provider, said, arrive } = standIn()
    render(<ChatWidget provider={provider} />)
    await arrive()
    const unblock = await act(() => blockChat(kind))
    expect([button(), said]).toEqual([null, ['close']])
    act(unblock)
    expect(button()).not.toBe(null)
  },
)
