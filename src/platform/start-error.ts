/** A start that fails for a reason that whoever starts it can put right: the message is one sentence with the setting's name, and no stack is shown. */
export class StartError extends Error {
  override name = 'StartError'
}
