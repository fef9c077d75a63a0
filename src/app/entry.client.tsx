import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* Nothing here suspends: a new page is rendered at once instead of in slices between frames of the old one. */}
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  )
})
