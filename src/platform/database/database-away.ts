/**
 * Whether an error says that the database could not be reached, or went away while it was asked: then a request may succeed later as it is.
 * SQLSTATE classes 08 (connection exception) and 57P (operator intervention) and 25006 (a server that another one replaces) are PostgreSQL's
 * (manual, appendix A), the names are Node's, and the texts are those of `pg`, which has no codes for them.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let one: unknown = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    const { code = '' } = one as { code?: string }
    if (awayCodes.test(code) || awayTexts.test(one.message)) return true
    // Node tries every address of a host, and reports all of them as one.
    if (one instanceof AggregateError && one.errors.some(isDatabaseAway)) return true
  }
  return false
}

const awayCodes =
  /^(08\d{3}|25006|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const awayTexts =
  /^(Connection terminated|Client has encountered a connection error|The database has said nothing for|timeout exceeded when trying to connect)/
