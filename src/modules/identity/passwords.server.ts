import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import commonPasswords from 'fxa-common-password-list'
import { seconds } from '../../platform/clock.ts'
import { isOwnName, passwordProblem, passwordTexts } from './internal/password-rules.ts'

/** Passwords: Argon2id, at most four at once, because each takes 19 MiB. */

/** `Algorithm.Argon2id`, which the package declares in a way that this compiler does not read. */
const argon2id = 2

/** The recommended minimum. A weaker hash is replaced at the next login. */
const strength = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const maxAtOnce = 4
const longestQueue = seconds(2)

/** So many want to sign in that it would take too long. */
export class BusyError extends Error {
  override name = 'BusyError'
}

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Whether it is the password of a hash. Without a hash it takes the same time and fails, so that unknown addresses cannot be detected by
   * timing.
   */
  verify(stored: string | null, password: string): Promise<boolean>
  needsNewHash(stored: string): boolean
}

export function createPasswords(): Passwords {
  let running = 0
  const waiting: (() => void)[] = []
  let nobodys: Promise<string> | null = null

  async function queued<Value>(work: () => Promise<Value>): Promise<Value> {
    if (running >= maxAtOnce) {
      await new Promise<void>((done, fail) => {
        const go = () => {
          clearTimeout(timer)
          done()
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(go), 1)
          fail(new BusyError('too many passwords at once'))
        }, longestQueue)
        waiting.push(go)
      })
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  return {
    hash: (password) => queued(() => hash(password, strength)),
    async verify(stored, password) {
      nobodys ??= hash(randomBytes(16).toString('hex'), strength)
      const against = stored ?? (await nobodys)
      const isRight = await queued(() => verify(against, password))
      return stored !== null && isRight
    },
    needsNewHash(stored) {
      const [, memory = '0', passes = '0'] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? []
      return Number(memory) < strength.memoryCost || Number(passes) < strength.timeCost
    },
  }
}

/** Every error of a new password, as text. */
export function newPasswordProblem(password: string): string | null {
  const isKnown = commonPasswords.test(password.toLowerCase()) || isOwnName(password)
  return passwordProblem(password) ?? (isKnown ? passwordTexts.common : null)
}
