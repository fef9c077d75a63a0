/**
 * Named points of the money path at which a test lets the process die as if the power had failed. Without a name it does nothing;
 * the configuration refuses a name in production.
 */
export function createCrashPoint(wanted: string): (name: string) => void {
  return (name) => {
    if (wanted !== '' && name === wanted) process.kill(process.pid, 'SIGKILL')
  }
}
