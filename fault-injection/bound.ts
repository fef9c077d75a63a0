/** The upper bound of the failure rate after this many trials without a failure, at this confidence. */
export function boundOfNone(trials: number, confidence = 0.95): number {
  return trials === 0 ? 1 : 1 - (1 - confidence) ** (1 / trials)
}

/** '0 of 60: fewer than 4.87 % with 95 % confidence (rule of three: 5.00 %)'. */
export function boundText(trials: number): string {
  const percent = (rate: number) => `${(rate * 100).toFixed(2)} %`
  const rule = trials === 0 ? 1 : Math.min(1, 3 / trials)
  return `0 of ${trials}: fewer than ${percent(boundOfNone(trials))} with 95 % confidence (rule of three: ${percent(rule)})`
}
