import { createContext, useContext, useState } from 'react'
import { trustedHtml } from '../browser/trusted-types.ts'

/** Makes the parts of the frame that only the server makes, as markup by the id of their element; null in the browser. */
export const ServerMade = createContext<((id: string) => string) | null>(null)

/**
 * A static part of the layout. Its component and data stay on the server: the browser keeps the markup it was sent. Where the layout is
 * rendered again without the server, after the checkout, the part is empty and is filled later by its id.
 */
export function ServerPart({ id }: { id: string }) {
  const made = useContext(ServerMade)
  const [sent] = useState(() => (made === null ? trustedHtml(document.getElementById(id)?.innerHTML ?? '') : ''))
  // Rendered outside of any hook: the server renders a part with a renderer of its own.
  return <div id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: made === null ? sent : made(id) }} />
}
