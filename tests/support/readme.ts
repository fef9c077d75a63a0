import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Reads the README's instructions for operators, so that test and README cannot differ. */

const readme = readFileSync('README.md', 'utf8')

function shellBlocksOf(title: string): readonly string[] {
  const [, section = ''] = readme.split(`\n## ${title}\n`)
  return [...section.split('\n## ')[0]!.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block)
}

const [settings = '', commands = ''] = shellBlocksOf('Running it for real')

/** The settings of the staging example, empty where the operator chooses a value. */
export const rehearsalSettings = parseEnv(settings) as Readonly<Record<string, string>>

/** The commands that follow, in order, without their explanations. */
export const rehearsalCommands: readonly string[] = commands
  .trim()
  .split('\n')
  .map((line) => line.replace(/\s+#.*$/, ''))
