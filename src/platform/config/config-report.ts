import { checkConfig, givenSettings } from './config.ts'
import { settingSections } from './config-help.ts'
import {
  defaultOf,
  providerSettings,
  settingNames,
  shownValue,
  type Environment,
  type SettingName,
  type SettingProblem,
} from './config-schema.ts'

/** The report of `npm run config:check`. */

export type SettingState = 'set' | 'default' | 'wrong' | 'unused' | 'warning'
export type SettingRow = {
  readonly name: string
  readonly state: SettingState
  /** The value as it may be displayed: secrets are masked. */
  readonly value: string
  /** What is wrong or missing, or why the setting has no effect. */
  readonly note: string
}

/** Settings that do nothing without another one. */
const needs: Readonly<Partial<Record<SettingName, SettingName>>> = {
  GEO_POSTCODE_HEADER: 'GEO_COUNTRY_HEADER',
  GATEWAY_AGENCY_MERCHANT_ACCOUNT: 'GATEWAY_URL',
  APPLE_PAY_DOMAIN_FILE: 'APPLE_PAY_MERCHANT_ID',
  MAPS_URL: 'MAPS_KEY',
  PAGE_TRACKING_ID: 'PAGE_TRACKING_URL',
  PAGE_TRACKING_URL: 'PAGE_TRACKING_ID',
  TAG_MANAGER_ID: 'TAG_MANAGER_URL',
  TAG_MANAGER_URL: 'TAG_MANAGER_ID',
  BEHAVIOUR_ID: 'BEHAVIOUR_URL',
  BEHAVIOUR_URL: 'BEHAVIOUR_ID',
  PIXEL_ID: 'PIXEL_URL',
  PIXEL_URL: 'PIXEL_ID',
}

/**
 * A row for every setting in the order of `.env.example`, and one for each line of an `.env` file that no setting has the name of.
 * `fileNames` are the names in that file, `more` what else is wrong than the settings by themselves.
 */
export function settingRows(
  env: Environment,
  {
    fileNames = [],
    more = [],
  }: { readonly fileNames?: readonly string[]; readonly more?: readonly SettingProblem[] } = {},
): readonly SettingRow[] {
  const given = givenSettings(env)
  const { config, problems: own, warnings } = checkConfig(env)
  const problems = [...own, ...more]
  const unusedBecause = (name: SettingName): string | null => {
    const other = needs[name]
    if (other !== undefined && given[other] === undefined) return `has no effect without ${other}`
    if (name.startsWith('OTEL_') && given['OTEL_EXPORTER_OTLP_ENDPOINT'] === undefined)
      return 'has no effect without OTEL_EXPORTER_OTLP_ENDPOINT'
    if (name === 'OTEL_TRACES_SAMPLER_ARG' && !config.OTEL_TRACES_SAMPLER.endsWith('traceidratio'))
      return 'has no effect without a sampler of traceidratio'
    if (/^DATABASE_(LISTEN_URL|POOL|TIMEOUT)$/.test(name) && config.databaseUrl === null)
      return 'has no effect on the embedded database'
    if (name === 'STAGING' && !config.isProduction) return 'has no effect while ENV is not prod'
    if (name === 'MAIL_PORT' && !config.showsMail) return 'the mail viewer does not run'
    if (name === 'SANDBOX_PORT' && !config.usesSandbox) return 'the sandbox does not run'
    if (name === 'DEMO_OPENID_URL' && config.isProduction) return 'has no effect in production'
    const provider = Object.values(providerSettings).find((names) => (names as readonly string[]).includes(name))
    if (provider !== undefined && !config.isLive && given[provider[0]] === undefined)
      return `has no effect without ${provider[0]}: the sandbox stands in`
    return null
  }
  const rows = settingSections
    .flatMap(({ settings }) => Object.keys(settings) as SettingName[])
    .map((name): SettingRow => {
      const messages = problems.filter((problem) => problem.name === name).map(({ message }) => message)
      const value = shownValue(name, given[name]) ?? defaultOf(name) ?? ''
      if (messages.length > 0) return { name, state: 'wrong', value, note: messages.join('; ') }
      const warning = warnings.find((one) => one.name === name)
      if (warning !== undefined) return { name, state: 'warning', value, note: warning.message }
      if (given[name] === undefined) return { name, state: 'default', value, note: '' }
      const reason = unusedBecause(name)
      return { name, state: reason === null ? 'set' : 'unused', value, note: reason ?? '' }
    })
  const unknown = fileNames.filter((name) => !(settingNames as readonly string[]).includes(name))
  return [
    ...rows,
    ...unknown.map((name): SettingRow => ({
      name,
      state: 'unused',
      value: '…',
      note: 'there is no setting of this name',
    })),
  ]
}

/** The rows as a table of columns. */
export function settingTable(rows: readonly SettingRow[]): string {
  const columns = [
    ['Setting', 'State', 'Value', ''],
    ...rows.map(({ name, state, value, note }) => [name, state, value, note]),
  ]
  const widths = [0, 1, 2].map((at) => Math.min(60, Math.max(...columns.map((row) => (row[at] ?? '').length))))
  return columns
    .map((row) =>
      row
        .map((cell, at) => (at < 3 ? cell.padEnd(widths[at] ?? 0) : cell))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
