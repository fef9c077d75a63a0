/** A start failure that the operator can fix: the message is one sentence with the setting's name, and no stack is shown. */
export class StartError extends Error {
  override name = 'StartError'
}
