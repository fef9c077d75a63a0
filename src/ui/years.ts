/** The earliest year that lists of years offer (FMT-11). */
export const firstYear = 1906

/** The years to choose from, this one first (decision ui-12). Throws a RangeError for a year before the first. */
export function yearsUntil(thisYear: number): number[] {
  if (!Number.isInteger(thisYear) || thisYear < firstYear)
    throw new RangeError(`a list of years ends with a whole year from ${firstYear}; ${thisYear} is none`)
  return Array.from({ length: thisYear - firstYear + 1 }, (_, at) => thisYear - at)
}
