import { httpProblem, type Problem } from './problem.ts'

/** Problems that many routes return. In a file of its own, because the browser's reading of problems needs none of them. */

export const notFound = httpProblem(404, 'not_found', 'The requested resource could not be found.')

/** An unsafe call from a page of another site. */
export const crossSite = httpProblem(403, 'cross_site', 'You do not have permission to perform this action.')

/** The answer to an error that nothing expected. */
export const serverError = httpProblem(500, 'fault', 'A server error occurred. Please try again later.')

/** How long a client waits before it tries again while the database is away: it mostly is for less than a minute. */
export const outageSeconds = 30

/** The answer while the database is away. Whether a change was made before it went is not known, so the text does not say. */
export const databaseAway: Problem = {
  ...httpProblem(
    503,
    'unavailable',
    'We can’t do this right now. What you typed is still here. Please try again in a minute.',
  ),
  retryAfterSeconds: outageSeconds,
}
