import { createContext, useContext, useState } from 'react'
import { trustedHtml } from '../browser/trusted-types.ts'

/** Makes the parts of the frame that only the server makes, as markup by the id of their element; null in the browser. */
export const ServerMade = createContext<((id: string) => string) | null>(null)

/**
 * A part of the frame that is markup and nothing else. Its component and what it shows stay on the server: the browser keeps what it was
 * sent. Where the frame is built again without the server, after the checkout, it is empty, and whoever fills it later finds it by its id.
 */
export function ServerPart({ id }: { id: string }) {
  const made = useContext(ServerMade)
  const [sent] = useState(() => (made === null ? trustedHtml(document.getElementById(id)?.innerHTML ?? '') : ''))
  // Made outside of any hook: the server renders a part with a renderer of its own.
  return <div id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: made === null ? sent : made(id) }} />
}
