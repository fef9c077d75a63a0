import { folded } from '../internal/engine/text/tokens.ts'

/**
 * Makers that shoppers in Australia and New Zealand ask for by name. A name among them that no product of the shop holds is a brand that
 * is not stocked, not a typing error. What the shop does stock is never looked up here.
 */
const names =
  'Acer, AEG, Ariston, Artusi, Asko, Asus, Baumatic, Beko, Bertazzoni, Big Green Egg, Bissell, Blanco, Bosch, ' +
  'Bose, Braun, Breville, Brivis, Broil King, ChangHong, Comfee, Cuisinart, Daikin, Dell, DeLonghi, Devanti, ' +
  'Dimplex, Dyson, EcoFlow, Ecovacs, Electrolux, Eurolux, EuroMaid, Falmec, Fantastic Furniture, FFalcon, ' +
  'Fisher & Paykel, Fitbit, Freedom Furniture, Frigidaire, Fujitsu, Gaggenau, Gaggia, Garmin, Goldair, GoPro, ' +
  'Gree, Grohe, Grundig, Haier, Hansgrohe, Herman Miller, Hisense, Hitachi, Hoover, Hotpoint, HP, Huawei, ' +
  'Ikea, Ilve, Indesit, Instant Pot, iRobot, JBL, Jura, JVC, Kambrook, Karcher, Kelvinator, Kenwood, ' +
  'KitchenAid, Kleenmaid, Kmart, Kogan, La Germania, Lacanche, Lavazza, Le Creuset, Lenovo, LG, Liebherr, ' +
  'Lofra, Logitech, Magimix, Makita, Maytag, Meneghetti, Microsoft, Midea, Mitsubishi, Morphy Richards, ' +
  'Motorola, Neff, Nespresso, Nikon, Nintendo, Noirot, Nutribullet, Oppo, Panasonic, Philips, PlayStation, ' +
  'Puretec, Qasair, Rinnai, Roborock, Rommelsbacher, Roomba, Russell Hobbs, Saeco, Samsung, Schweigen, Sealy, ' +
  'Sennheiser, Siemens, SleepMaker, Sleepyhead, Smeg, Soniq, Sonos, Sony, Speed Queen, Sub-Zero, Sunbeam, TCL, ' +
  'Technika, Tefal, Teka, Tempur, Thermomix, Toshiba, Traeger, Ultimate Ears, V-Zug, Vax, Vintec, Vitamix, ' +
  'Weber, Westinghouse, Whirlpool, Xiaomi, Yamaha, Zanussi, Ziegler & Brown'

export type KnownBrand = {
  readonly name: string
  /** How many tokens of the term it takes. */
  readonly length: number
}

const longestName = 4

const keyOf = (text: string): string => folded(text).replace(/[^a-z0-9]+|\band\b/g, '')

const byKey: ReadonlyMap<string, string> = new Map(names.split(', ').map((name) => [keyOf(name), name]))

/** A maker named at a place of a term, in any spacing: 'kitchen aid', 'fisher and paykel', 'de longhi'. */
export function knownBrandAt(tokens: readonly string[], start: number): KnownBrand | null {
  for (let length = Math.min(longestName, tokens.length - start); length >= 1; length--) {
    const name = byKey.get(keyOf(tokens.slice(start, start + length).join(' ')))
    if (name !== undefined) return { name, length }
  }
  return null
}
