import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** What the README tells an operator to do, read from it, so that the two cannot differ. */

const readme = readFileSync('README.md', 'utf8')

function shellBlocksOf(title: string): readonly string[] {
  const [, section = ''] = readme.split(`\n## ${title}\n`)
  return [...section.split('\n## ')[0]!.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block)
}

const [settings = '', commands = ''] = shellBlocksOf('Running it for real')

/** The settings of the dress rehearsal, empty where the operator has to think of a value. */
export const rehearsalSettings = parseEnv(settings) as Readonly<Record<string, string>>

/** The commands that follow, in order, without what is said about them. */
export const rehearsalCommands: readonly string[] = commands
  .trim()
  .split('\n')
  .map((line) => line.replace(/\s+#.*$/, ''))
