/**
 * Named points of the money path at which a test lets the process die as if the power had failed: before and after each commit and each
 * call to a provider. Without a name it does nothing; the configuration refuses a name in production.
 */
export const failpoints = [
  'before-freeze-commit',
  'after-freeze',
  'before-initiate',
  'after-initiate',
  'before-settle',
  'before-settle-commit',
  'after-settle',
  'before-finalise',
  'after-finalise',
  'before-cancel',
  'after-cancel',
  'after-notice',
  'before-give-back',
  'after-give-back',
  'before-capture',
  'after-capture',
  'before-refund',
  'after-refund',
] as const
export type Failpoint = (typeof failpoints)[number]

export function createFailpoint(requested: Failpoint | null): (name: Failpoint) => void {
  return (name) => {
    if (name === requested) process.kill(process.pid, 'SIGKILL')
  }
}
