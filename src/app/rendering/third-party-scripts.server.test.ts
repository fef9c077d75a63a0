import { expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { standardSetting, type SettingName, type Settings } from '../../brands/settings.server.ts'
import { thirdPartyScriptsOf, thirdPartiesOf } from './third-party-scripts.server.ts'

const aol = brandOf('aol')

/** Settings that somebody has set, the others as they are while nobody does. */
function settingsWith(values: Partial<Record<SettingName, string>>): Settings {
  const text: Settings['text'] = (brand, name) => values[name] ?? standardSetting(brand, name)
  return {
    text,
    isOn: (brand, name) => text(brand, name) === 'true',
    all: () => [],
    subscribe: () => {},
    close: async () => {},
  }
}
const programs = (values: Partial<Record<SettingName, string>>, app: 'aol' | 'aol-nz' = 'aol') =>
  thirdPartyScriptsOf(brandOf(app), settingsWith(values))

test('no third-party script runs without a configured address', () => {
  expect(thirdPartyScriptsOf(aol, settingsWith({}))).toBeNull()
  expect(programs({ BuyapowaEnabled: 'true', AreaTenPanEnabled: 'true', WebexEnabled: 'true' })).toBeNull()
  expect(programs({ SchedulingScriptUrl: 'somewhere', ZipWidgetScriptUrl: 'javascript:alert(1)' })).toBeNull()
})

test('a script known by its address alone runs where a setting has it [SCRIPT-03]', () => {
  expect(
    programs({
      VideoPlayerScriptUrl: 'https://video.example/player.js',
      SchedulingScriptUrl: 'https://meet.example/times.js',
      ZipWidgetScriptUrl: 'https://zip.example/widget.js',
    }),
  ).toEqual({
    videoPlayers: 'https://video.example/player.js',
    scheduling: 'https://meet.example/times.js',
    zipWidget: 'https://zip.example/widget.js',
  })
})

test('co-buying runs from its host for the configured market and campaign [SETT-16]', () => {
  const on = { BuyapowaEnabled: 'true', BuyapowaMarketDomain: 'friends.example' }
  expect(programs(on)).toEqual({
    coBuying: 'https://friends.example/co-buying.js?market=au&campaign=refer-a-friend',
  })
  expect(programs({ ...on, BuyapowaCampaignSlug: 'bring a friend' }, 'aol-nz')).toEqual({
    coBuying: 'https://friends.example/co-buying.js?market=nz&campaign=bring%20a%20friend',
  })
  expect(programs({ ...on, BuyapowaMarket: 'nz' })?.coBuying).toContain('market=nz')
  expect(programs({ ...on, BuyapowaEnabled: 'false' })).toBeNull()
  expect(programs({ ...on, BuyapowaMarketDomain: 'friends.example/x' })).toBeNull()
})

test('the content script loads the widgets that are on, and the video call’s where calls are offered [SETT-26]', () => {
  const url = { AreaTenScriptUrl: 'https://makers.example/widgets.js' }
  expect(programs(url)).toBeNull()
  expect(programs({ ...url, AreaTenPanEnabled: 'true', AreaTenHeraEnabled: 'true' })).toEqual({
    contentWidgets: 'https://makers.example/widgets.js?widgets=pan%2Chera',
  })
  const webex = { WebexScriptUrl: 'https://calls.example/a.js' }
  expect(programs(webex)).toBeNull()
  expect(programs({ ...webex, WebexEnabled: 'true' })).toEqual({ webConferencing: 'https://calls.example/a.js' })
})

test('the chat loads where it is on and has an id, and never on checkout and login pages [SETT-14]', () => {
  const chat = (values: Partial<Record<SettingName, string>>, isClosed = false) =>
    thirdPartiesOf(
      aol,
      {
        settings: settingsWith(values),
        analytics: { access: null },
        payments: { googlePay: () => null },
        identity: { captcha: { access: () => null } },
      },
      { isClosed, isConfirmation: false },
    ).chatAppId
  const on = { IntercomEnabled: 'true', IntercomAppId: 'demo' }
  expect(chat(on)).toBe('demo')
  expect(chat(on, true)).toBeNull()
  expect(chat({ ...on, IntercomEnabled: 'false' })).toBeNull()
  expect(chat({ IntercomEnabled: 'true' })).toBeNull()
  expect(chat({})).toBeNull()
})
