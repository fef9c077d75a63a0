// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { useEffect } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { keepTypedText } from './typed-text.ts'

let root: Root | null = null
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
})

function Form({ onHydrated }: { readonly onHydrated: () => void }) {
  useEffect(onHydrated, [onHydrated])
  return (
    <form>
      <textarea aria-label="Notes" defaultValue="Call about the fridge" />
      <textarea aria-label="More" defaultValue="Nothing" />
    </form>
  )
}

/** A page as it was sent, into which somebody types before it hydrates. */
function shown(): readonly HTMLTextAreaElement[] {
  document.body.innerHTML = renderToString(<Form onHydrated={() => {}} />)
  return Array.from(document.querySelectorAll('textarea'))
}

function type(area: HTMLTextAreaElement | undefined, text: string): void {
  if (area === undefined) expect.fail('there is no text area')
  area.value = text
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

test('text typed before hydration stays, in a field with a default value', async () => {
  const areas = shown()
  type(areas[0], 'before the script')
  const restore = keepTypedText(document)
  type(areas[1], 'while it loads')
  await act(async () => void (root = hydrateRoot(document.body, <Form onHydrated={restore} />)))
  expect(areas.map(({ value }) => value)).toEqual(['before the script', 'while it loads'])
})

test('an untouched field is unchanged', async () => {
  const areas = shown()
  const restore = keepTypedText(document)
  await act(async () => void (root = hydrateRoot(document.body, <Form onHydrated={restore} />)))
  expect(areas.map(({ value }) => value)).toEqual(['Call about the fridge', 'Nothing'])
})
