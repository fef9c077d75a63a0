/** A conversation with customer service, by a third-party provider. */
export interface ChatProvider {
  /** Fetches the program; rejects when it cannot be had, and then there is no chat. */
  load(): Promise<void>
  open(): void
  /** Closes an open conversation; it continues when it is opened again. */
  close(): void
}
