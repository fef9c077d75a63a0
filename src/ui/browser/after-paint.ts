/**
 * Calls back once what has changed until now is painted, so that a press is seen at once though what follows takes longer. A page in the
 * background is not painted: there at once.
 */
export function afterPaint(run: () => unknown): void {
  if (document.hidden) run()
  else requestAnimationFrame(() => setTimeout(run))
}
