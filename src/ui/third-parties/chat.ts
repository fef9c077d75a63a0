/** A conversation with the shop's people, run by somebody else's program. */
export interface ChatProvider {
  /** Fetches the program; rejects when it cannot be had, and then there is no chat. */
  load(): Promise<void>
  open(): void
  /** Closes a conversation that is open; it goes on when it is opened again. */
  close(): void
}
