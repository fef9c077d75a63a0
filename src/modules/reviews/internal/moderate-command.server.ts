import type { Moderation } from '../moderation.server.ts'
import { decisions, kinds, type Decision, type Kind } from '../reviews.ts'

/** `npm run moderate`: decides on reviews and questions from a terminal. */

export const moderateUsage = `npm run moderate -- list
npm run moderate -- approve|refuse review|question ID
npm run moderate -- answer review|question ID "TEXT"      an empty text takes the answer away

An approved entry is on the product's page within a second, a refused one is gone from it. On the embedded database the shop must be
stopped meanwhile; on PostgreSQL it need not.`

export type ModerateCommand =
  | { readonly do: 'list' }
  | { readonly do: 'decide'; readonly kind: Kind; readonly id: number; readonly decision: Decision }
  | { readonly do: 'answer'; readonly kind: Kind; readonly id: number; readonly text: string | null }

/** Wrong use of the command; the message is for the person who typed it. */
export class ModerateUsageError extends Error {
  override name = 'ModerateUsageError'
}

const longestAnswer = 2_000

const decisionOf: Readonly<Record<string, Decision>> = { approve: decisions[0], refuse: decisions[1] }

export function readModerateCommand(argv: readonly string[]): ModerateCommand {
  const [verb = '', kindText = '', idText = '', text, ...others] = argv
  if (verb === 'list' && argv.length === 1) return { do: 'list' }
  const decision = decisionOf[verb]
  const max = verb === 'answer' ? 4 : 3
  if (decision === undefined && verb !== 'answer') {
    throw new ModerateUsageError(`Say what to do: list, approve, refuse or answer.\n\n${moderateUsage}`)
  }
  if (argv.length > max) {
    throw new ModerateUsageError(`"${[...argv, ...others][max] ?? ''}" is one word too many; put a text in quotes.`)
  }
  const kind = kinds.find((one) => one === kindText)
  if (kind === undefined) throw new ModerateUsageError(`Say of what: review or question, not "${kindText}".`)
  if (!/^[1-9]\d{0,8}$/.test(idText)) {
    throw new ModerateUsageError(`Give the number that "list" shows, not "${idText}".`)
  }
  const id = Number(idText)
  if (decision !== undefined) return { do: 'decide', kind, id, decision }
  if (text === undefined) throw new ModerateUsageError('Give the answer in quotes.')
  const answer = text.trim()
  if (answer.length > longestAnswer)
    throw new ModerateUsageError(`An answer has at most ${longestAnswer} characters; this one has ${answer.length}.`)
  return { do: 'answer', kind, id, text: answer === '' ? null : answer }
}

/** Does it and says so; 1 when there is no such entry. */
export async function runModerate(
  command: ModerateCommand,
  { moderation, write }: { moderation: Moderation; write: (text: string) => void },
): Promise<0 | 1> {
  if (command.do === 'list') {
    const entries = await moderation.waiting()
    if (entries.length === 0) write('Nothing is waiting.\n')
    for (const { kind, id, app, sku, author, rating, title, text, writtenAt } of entries) {
      const stars = rating === null ? '' : `, ${rating} of 5`
      write(`${kind} ${id}  ${sku} on ${app}, ${author}, ${writtenAt.toISOString().slice(0, 10)}${stars}\n`)
      write(
        `${[title, text]
          .filter((one) => one !== null)
          .join('\n')
          .replaceAll(/^/gm, '    ')}\n\n`,
      )
    }
    return 0
  }
  const { kind, id } = command
  const done =
    command.do === 'decide'
      ? await moderation.decide(kind, id, command.decision)
      : await moderation.answer(kind, id, command.text)
  if (!done) {
    write(`There is no ${kind} ${id}.\n`)
    return 1
  }
  const what = command.do === 'decide' ? command.decision : command.text === null ? 'without an answer' : 'answered'
  write(`${kind === 'review' ? 'Review' : 'Question'} ${id}: ${what}.\n`)
  return 0
}
