import { parseArgs } from 'node:util'
import { appCodes } from '../brands/apps.ts'
import { originOf } from '../brands/sites.ts'
import { afterRestoreCommands } from './backup/after-restore-commands.server.ts'
import { backupCommands } from './backup/backup-commands.server.ts'
import { readDatabaseStatus, withConfiguredDatabase } from './installation.server.ts'
import type { Command, CommandDeps } from './operator-command.ts'
import { partitionCommands } from './partitions/partition-commands.server.ts'
import { insertMissingTexts } from '../modules/content/standard-texts.server.ts'
import {
  administratorLinkHours,
  createAdministrator,
  type AccountBefore,
} from '../modules/identity/administrator.server.ts'
import { systemClock } from '../platform/clock.ts'
import { fileProblems } from '../platform/config/config-files.server.ts'
import { configurationDocument, envExample } from '../platform/config/config-help.ts'
import { settingRows, settingTable } from '../platform/config/config-report.ts'
import { namesInEnvironmentFile } from '../platform/config/env-file.server.ts'
import { databaseStatusLines, isDatabaseGood } from '../platform/database/database-status.ts'
import { randomIds } from '../platform/ids.ts'
import { StartError } from '../platform/start-error.ts'
import { demoCountText, removeDemoRecords, usedCodesText } from '../seed/demo-removal.server.ts'
import { countText } from '../platform/text/count-text.ts'

/** Operator commands, run as `npm run NAME` and as `node build/server/index.js NAME`. */

const commands: Readonly<Record<string, Command>> = {
  'admin:create': {
    usage: `npm run admin:create -- --email ADDRESS [--first-name NAME] [--last-name NAME]

Makes the account of an administrator, or makes an existing account one, and prints a link to set its password. The link
works once, for ${administratorLinkHours} hours. The sign-in after it asks for a second factor to be set up.`,
    async run(args, deps) {
      const { values } = parseArgs({
        args,
        options: {
          email: { type: 'string' },
          'first-name': { type: 'string', default: 'Shop' },
          'last-name': { type: 'string', default: 'Administrator' },
        },
      })
      const { email } = values
      if (email === undefined) throw new StartError('--email: must be the address of the administrator.')
      return withConfiguredDatabase(deps, async (database, config) => {
        const made = await createAdministrator(
          { database, clock: systemClock, ids: randomIds },
          { email, firstName: values['first-name'], lastName: values['last-name'], cmsUrl: config.cmsUrl },
        )
        if (!made.ok) throw new StartError(`--email: ${email} is not an email address.`)
        const origin = originOf(config.APP, config) ?? new URL(config.publicUrl).origin
        deps.write(
          [
            ...saidOf(email, made.value.before),
            `Set the password with this link, once and within ${administratorLinkHours} hours:`,
            `  ${origin}/account/reset-password/${made.value.token}`,
            'The sign-in after it asks for a second factor to be set up.',
          ].join('\n'),
        )
        return 0
      })
    },
  },
  'demo:remove': {
    usage: `npm run demo:remove [-- --with-orders]

Takes every demo record out of the database, with what depends on it: products, codes, accounts, stores, promotions, texts.
Demo brands, categories and attributes that other products use stay, as the shop's own.

  --with-orders   orders for demo products too, which are only there when somebody tried the shop`,
    async run(args, deps) {
      const { values } = parseArgs({ args, options: { 'with-orders': { type: 'boolean', default: false } } })
      return withConfiguredDatabase(deps, async (database) => {
        const { removed, usedCodes } = await removeDemoRecords(database, { withOrders: values['with-orders'] })
        deps.write(removed.length === 0 ? 'There are no demo records.' : `Removed: ${demoCountText(removed)}.`)
        const used = usedCodesText(usedCodes)
        if (used !== null) deps.write(used)
        return 0
      })
    },
  },
  'texts:create': {
    usage: `npm run texts:create

Writes the texts that every shop links to (terms and conditions, privacy policy, delivery information and the like) for each
brand that is served here and has none of that name, as a start to be read and changed in the back office.`,
    async run(args, deps) {
      parseArgs({ args })
      return withConfiguredDatabase(deps, async (database, config) => {
        const served = appCodes.filter((app) => originOf(app, config) !== null)
        const count = await insertMissingTexts(database, served, systemClock.now())
        deps.write(
          count === 0
            ? 'Every text is there already.'
            : `${count} texts are written. Read and change them in the back office under Content before you open.`,
        )
        return 0
      })
    },
  },
  'db:status': {
    usage: `npm run db:status

Prints the newest migration of the program and of the database, whether they fit, pending and unknown migrations, indexes that
are not valid, and how far backfills are. Changes nothing. Exits with 1 when there is something to do or the database cannot be
reached.`,
    async run(args, { env, root, write }) {
      parseArgs({ args })
      const status = await readDatabaseStatus(env, root)
      for (const line of databaseStatusLines(status)) write(line)
      return isDatabaseGood(status) ? 0 : 1
    },
  },
  ...backupCommands,
  ...afterRestoreCommands,
  ...partitionCommands,
  'config:check': {
    usage: `npm run config:check [-- --example | --markdown]

Prints every setting: whether it is set, its default counts, it is wrong or it has no effect. Exits with 1 when one is wrong.

  --example    print .env.example instead
  --markdown   print docs/configuration.md instead`,
    async run(args, { env, envFolder, write }) {
      const flag = { type: 'boolean', default: false } as const
      const { values } = parseArgs({ args, options: { example: flag, markdown: flag } })
      if (values.example || values.markdown) {
        write((values.markdown ? configurationDocument() : envExample()).trimEnd())
        return 0
      }
      const rows = settingRows(env, { fileNames: namesInEnvironmentFile(envFolder), more: fileProblems(env) })
      write(settingTable(rows))
      const wrong = rows.filter(({ state }) => state === 'wrong').length
      write(wrong === 0 ? '\nNo setting is wrong.' : `\n${countText(wrong, 'setting is', 'settings are')} wrong.`)
      return wrong === 0 ? 0 : 1
    },
  },
}

/** What admin:create did with an account that already existed. */
function saidOf(email: string, before: AccountBefore): readonly string[] {
  if (before === 'none') return [`${email} is an administrator.`]
  return [
    `${email} had an account and is an administrator now. Its sessions are ended.`,
    ...(before === 'confirmed'
      ? []
      : [
          'Its address was not confirmed, so somebody else may have registered it: its password and every other way to sign in are removed.',
        ]),
  ]
}

export const commandNames: readonly string[] = Object.keys(commands)

export const isCommand = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(commands, name)

/** Runs a command and answers its exit code. */
export async function runCommand(name: string, args: string[], deps: CommandDeps): Promise<number> {
  const command = commands[name]
  if (command === undefined)
    throw new StartError(`There is no command ${name}. The commands are ${commandNames.join(', ')}.`)
  if (args.includes('--help')) {
    deps.write(command.usage)
    return 0
  }
  try {
    return await command.run(args, deps)
  } catch (error) {
    const isUsage = ((error as { code?: string }).code ?? '').startsWith('ERR_PARSE_ARGS')
    throw isUsage ? new StartError(`${(error as Error).message}\n\n${command.usage}`) : error
  }
}
