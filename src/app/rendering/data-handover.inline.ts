/** What the router's own inline script puts into the page, before ours. `data-handover.server.tsx` says what relies on it. */
export type RouterContextOfPage = {
  readonly stream: ReadableStream<Uint8Array>
  /** What it is given is text, and comes out of `stream`. */
  readonly streamController: ReadableStreamDefaultController<string>
}

/**
 * Gives the page's data to the router in the browser. The script stands right after the element that holds them: found by its place and
 * not by an id, which markup from a feed could have too.
 */
export default function handOverData(): void {
  // oxlint-disable-next-line no-underscore-dangle -- the router's name
  const { streamController } = (window as unknown as { __reactRouterContext: RouterContextOfPage }).__reactRouterContext
  streamController.enqueue(document.currentScript?.previousElementSibling?.textContent ?? '')
  streamController.close()
}
