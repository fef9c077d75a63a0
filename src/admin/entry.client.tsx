import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { keepTypedText } from '../ui/browser/typed-text.ts'

const restoreTypedText = keepTypedText(document)

function AfterHydration() {
  useEffect(restoreTypedText, [])
  return null
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <AfterHydration />
    </StrictMode>,
  )
})
