import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { AppCode } from '../../src/brands/apps.ts'
import { sharedShop } from '../support/shop-process.ts'

/** What people type, and what must come first for it in the demo catalogue: every one of the first three results says so in its title. */

const shop = sharedShop()

type Answer = { readonly products: readonly { readonly title: string }[]; readonly didYouMean: string | null }

/** Over a connection of its own: only browsers know that every name below localhost is this machine. */
async function search(app: AppCode, typed: string): Promise<Answer> {
  const { host, port } = new URL(shop.address(app))
  const path = `/api/v3/search/products?${new URLSearchParams({ searchTerm: typed, limit: '3' })}`
  const answer = await once(get({ host: '127.0.0.1', port, path, headers: { host } }), 'response')
  return (await json(answer[0] as IncomingMessage)) as Answer
}

type Case = readonly [typed: string, first: RegExp, app?: AppCode]

const appliances: readonly Case[] = [
  ['whitegoods', /fridge|freezer|dishwasher|wash|dryer|oven|cooktop|rangehood|microwave/i],
  ['white goods', /fridge|freezer|dishwasher|wash|dryer|oven|cooktop|rangehood|microwave/i],
  ['fridge', /fridge/i],
  ['fridges', /fridge/i],
  ['refrigerator', /fridge/i],
  ['refridgerator', /fridge/i],
  ['frige', /fridge/i],
  ['fridge freezer', /fridge/i],
  ['french door', /french door fridge/i],
  ['side by side fridge', /side by side fridge/i],
  ['ice maker', /fridge/i],
  ['fridge with ice maker', /fridge/i],
  ['bar fridge', /bar fridge/i],
  ['wine fridge', /wine fridge/i],
  ['freezer', /freezer/i],
  ['deep freezer', /freezer/i],
  ['chest freezer', /chest freezer/i],
  ['upright freezers', /upright freezer/i],
  ['washing machine', /washing machine/i],
  ['wahsing machine', /washing machine/i],
  ['washer', /wash/i],
  ['top loader', /top load washing machine/i],
  ['front loader', /front load washing machine/i],
  ['front loaders', /front load washing machine/i],
  ['washer dryer combo', /washer dryer combo/i],
  ['combo washer dryer', /washer dryer combo/i],
  ['dryer', /dryer/i],
  ['tumble dryer', /dryer/i],
  ['drier', /dryer/i],
  ['heat pump dryer', /heat pump dryer/i],
  ['vented dryers', /vented dryer/i],
  ['laundry tub', /laundry tub/i],
  ['iron', /iron/i],
  ['dishwasher', /dishwasher/i],
  ['dish washer', /dishwasher/i],
  ['dishwaser', /dishwasher/i],
  ['integrated dishwasher', /dishwasher/i],
  ['oven', /oven/i],
  ['steam oven', /steam oven/i],
  ['double oven', /double oven/i],
  ['cooker', /cooker/i],
  ['gas stove', /gas freestanding cooker/i],
  ['hob', /cooktop/i],
  ['stovetop', /cooktop/i],
  ['induction cooktop', /induction cooktop/i],
  ['gas cooktop', /gas cooktop/i],
  ['range hood', /rangehood/i],
  ['microwave', /microwave/i],
  ['coffee machine', /coffee machine|espresso machine/i],
  ['coffee maker', /coffee machine|espresso machine/i],
  ['espresso machine', /espresso machine/i],
  ['sink', /sink/i],
  ['tap', /tap/i],
  ['faucet', /tap/i],
  ['kettle', /kettle/i],
  ['toasters', /toaster/i],
  ['air fryer', /air fryer/i],
  ['airfryer', /air fryer/i],
  ['stand mixer', /stand mixer/i],
  ['food processor', /food processor/i],
  ['rice cooker', /rice cooker/i],
  ['blender', /blender/i],
  ['vacuum', /vacuum/i],
  ['hoover', /vacuum/i],
  ['robot vac', /robot vacuum/i],
  ['stick vacuum', /stick vacuum/i],
  ['aircon', /air conditioner/i],
  ['split system', /split system/i],
  ['portable air conditioner', /portable air conditioner/i],
  ['heater', /heater/i],
  ['fan', /fan/i],
  ['dehumidifer', /dehumidifier/i],
  ['air purifier', /air purifier/i],
  ['telly', /\btv\b/i],
  ['tv', /\d+ inch .*tv/i],
  ['television', /\btv\b/i],
  ['oled tv', /oled tv/i],
  ['tv bracket', /bracket/i],
  ['sound bar', /soundbar/i],
  ['bbq', /barbecue/i],
  ['barbie', /barbecue/i],
]

const furniture: readonly Case[] = [
  ['furniture', /./],
  ['sofa', /sofa/i],
  ['couches', /sofa|lounge/i],
  ['leather sofa', /leather/i],
  ['armchair', /armchair/i],
  ['coffee table', /coffee table/i],
  ['side table', /side table/i],
  ['tv unit', /tv|entertainment/i],
  ['bookshelf', /bookcase/i],
  ['dining table', /dining table/i],
  ['dining chairs', /dining chair/i],
  ['bar stool', /bar stool/i],
  ['buffet', /sideboard|buffet/i],
  ['bed', /bed/i],
  ['queen mattress', /queen .*mattress/i],
  ['nightstand', /bedside/i],
  ['tallboy', /drawer/i],
  ['wardrobe', /wardrobe/i],
  ['desk', /desk/i],
  ['office chair', /office chair/i],
  ['rug', /rug/i],
  ['floor lamp', /floor lamp/i],
  ['mirror', /mirror/i],
]

const cases = [...appliances, ...furniture.map(([typed, first]): Case => [typed, first, 'andoo'])].map(
  ([typed, first, app = 'aol']) => ({ typed, first, app }),
)

test.each(cases)('‘$typed’ finds $first in $app', async ({ typed, first, app }) => {
  const { products } = await search(app, typed)
  expect(products.length, typed).toBeGreaterThan(0)
  for (const { title } of products) expect(title, typed).toMatch(first)
})

test.each(['clothes horse', 'slow cooker', 'tv stand', 'xylophone', 'less than'])(
  '‘%s’ is not corrected into something else [search-10]',
  async (typed) => {
    expect((await search('aol', typed)).didYouMean).toBeNull()
  },
)
