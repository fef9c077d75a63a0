import { appCodes, type AppCode } from '../../../src/brands/apps.ts'
import type { SettingName } from '../../../src/brands/settings.server.ts'

/** Settings that a shop of the demonstration has and a real one sets itself: numbers and names in them are made up. */
const settingsOf = (app: AppCode): Readonly<Partial<Record<SettingName, string>>> => ({
  // Off unless somebody turns them on; the demonstration shows them.
  PriceHistoryEnabled: 'true',
  taxNumber: app === 'aol-nz' ? '49-091-850' : '51 824 753 556',
  charityName: 'Demo charity',
  charityBlurb: `With a part of what it earns, this shop would give ${app === 'andoo' || app === 'fk' ? 'a bed' : 'a fridge'} to a family that has none. This is a demonstration: nobody gives or gets anything.`,
})

export const demoSettings: readonly { readonly app: AppCode; readonly name: string; readonly value: string }[] =
  appCodes.flatMap((app) => Object.entries(settingsOf(app)).map(([name, value]) => ({ app, name, value })))
