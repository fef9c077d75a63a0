/**
 * Sixty makers. All are invented for the demo, except Miele, which the specification needs by name (decision brands-11): its products
 * here are invented too, and their model numbers begin with DEMO.
 */

export type Segment = 'premium' | 'mid' | 'value'

export type BrandLine =
  | 'cooling'
  | 'wine'
  | 'ovens'
  | 'cookers'
  | 'cooktops'
  | 'rangehoods'
  | 'microwaves'
  | 'coffee'
  | 'dishwashers'
  | 'laundry'
  | 'irons'
  | 'breakfast'
  | 'food-prep'
  | 'floor-care'
  | 'robots'
  | 'air-conditioning'
  | 'fans-and-heaters'
  | 'air-care'
  | 'televisions'
  | 'audio'
  | 'fabric-sofas'
  | 'leather-sofas'
  | 'seating'
  | 'tables'
  | 'storage'
  | 'beds'
  | 'mattresses'
  | 'office'
  | 'lighting'
  | 'rugs'
  | 'mirrors'
  | 'outdoor'
  | 'barbecues'
  | 'sinks'
  | 'taps'
  | 'accessories'

export type Brand = {
  readonly slug: string
  readonly name: string
  readonly blurb: string
  readonly segment: Segment
  /** What it makes: decides in which categories its products stand. */
  readonly lines: readonly BrandLine[]
  /** How its name is set where a logo would stand; tracking in em. */
  readonly wordmark: {
    readonly weight: number
    readonly tracking: number
    readonly case: 'upper' | 'lower' | 'title'
    readonly family: 'sans' | 'serif'
  }
  /** Its names for ranges of appliances; furniture collections are named one by one. */
  readonly ranges: readonly string[]
  /** {T} type, {S} size, {R} revision, {F} finish: 'N{T}-{S}{R}{F}' gives NFD-605X. */
  readonly modelNumber: string
  readonly warrantyYears: number
  /** The shop takes the order, the maker is the seller (decision brands-11). */
  readonly agency: boolean
  /** Key of the supplier that delivers by itself; null for our own trucks. */
  readonly supplierDirect: string | null
  readonly isDemo: true
}

type BrandOptions = Partial<Pick<Brand, 'agency' | 'supplierDirect'>>
/** Weight, tracking, case and family, as in '700 0.02 upper sans'. */
type Wordmark = `${number} ${number} ${Brand['wordmark']['case']} ${Brand['wordmark']['family']}`

function brand(
  name: string,
  segment: Segment,
  lines: readonly BrandLine[],
  modelNumber: string,
  wordmark: Wordmark,
  ranges: readonly string[],
  warrantyYears: number,
  blurb: string,
  options: BrandOptions = {},
): Brand {
  const [weight, tracking, letterCase, family] = wordmark.split(' ')
  return {
    slug: name.toLowerCase().replaceAll(' ', '-'),
    name,
    blurb,
    segment,
    lines,
    wordmark: {
      weight: Number(weight),
      tracking: Number(tracking),
      case: letterCase as Brand['wordmark']['case'],
      family: family as Brand['wordmark']['family'],
    },
    ranges,
    modelNumber,
    warrantyYears,
    agency: options.agency ?? false,
    supplierDirect: options.supplierDirect ?? null,
    isDemo: true,
  }
}

export const brands: readonly Brand[] = [
  // Kitchen and laundry
  brand(
    'Norrland',
    'mid',
    ['cooling', 'dishwashers', 'laundry', 'microwaves'],
    'N{T}-{S}{R}{F}',
    '600 0.01 title sans',
    ['Fjell', 'Sund', 'Vidda'],
    3,
    'Fridges, dishwashers and laundry with plain controls and spare parts kept for ten years.',
  ),
  brand(
    'Miele',
    'premium',
    ['cooling', 'wine', 'ovens', 'cooktops', 'rangehoods', 'microwaves', 'coffee', 'dishwashers', 'laundry'],
    'DEMO-{T} {S}{R} {F}',
    '700 0 title sans',
    ['Demo One', 'Demo Two', 'Demo Three'],
    2,
    'Demo entries for the agency brand of the specification; the products, models and prices are invented.',
    { agency: true },
  ),
  brand(
    'Aurvik',
    'premium',
    ['cooling', 'wine', 'dishwashers'],
    'A{T} {S}{R} {F}',
    '300 0.18 upper sans',
    ['Linje 5', 'Linje 7', 'Linje 9'],
    5,
    'Built-in cooling and dishwashing made to line up with 600 mm cabinetry.',
  ),
  brand(
    'Brennholt',
    'premium',
    ['ovens', 'cooktops', 'rangehoods', 'microwaves', 'coffee'],
    'BH{S}{T}{R}{F}',
    '500 0.04 upper sans',
    ['Werk', 'Kontur', 'Atelier'],
    5,
    'Ovens, cooktops and built-in coffee machines that share one handle and one panel height.',
  ),
  brand(
    'Vallmera',
    'premium',
    ['cookers', 'cooktops', 'rangehoods', 'ovens'],
    'V{T}-{S}{R} {F}',
    '500 0.02 title serif',
    ['Classica', 'Officina', 'Maestra'],
    3,
    'Wide freestanding cookers and gas cooktops with brass burners and cast iron trivets.',
  ),
  brand(
    'Odenvall',
    'premium',
    ['laundry', 'dishwashers', 'irons'],
    'OD{T}{S}{R}{F}',
    '700 -0.01 lower sans',
    ['Ren', 'Klar', 'Stilla'],
    5,
    'Laundry and dishwashing with steel tubs and low spin noise.',
  ),
  brand(
    'Karrindal',
    'mid',
    ['cooling', 'laundry', 'dishwashers', 'ovens', 'cooktops', 'air-conditioning'],
    'K{T}{S}{R} {F}',
    '800 -0.02 title sans',
    ['Series 3', 'Series 5', 'Series 7'],
    2,
    'A full house of appliances with service agents in every state.',
  ),
  brand(
    'Tasmere',
    'mid',
    ['cooling', 'laundry', 'wine'],
    'TM-{T}{S}{R}{F}',
    '600 0.03 title serif',
    ['Cove', 'Tidal', 'Headland'],
    3,
    'Fridges, freezers and washers tested at 43 °C for northern summers.',
  ),
  brand(
    'Pellworth',
    'mid',
    ['ovens', 'cookers', 'cooktops', 'rangehoods', 'microwaves'],
    'P{T}{S}{R}{F}',
    '600 0.06 upper sans',
    ['Hearth', 'Mill', 'Gable'],
    2,
    'Cooking appliances in 600 and 900 mm with parts shared between models.',
  ),
  brand(
    'Westrell',
    'mid',
    ['dishwashers', 'ovens', 'cooktops', 'rangehoods', 'microwaves'],
    'WS{S}{R}-{T}{F}',
    '400 0.1 lower sans',
    ['Studio', 'Loft', 'Duo'],
    2,
    'Built-in kitchen packages sized for apartments.',
  ),
  brand(
    'Dorrumby',
    'value',
    ['cooling', 'laundry', 'microwaves', 'dishwashers'],
    'D{T}{S}{R}{F}',
    '800 0 upper sans',
    ['Basic', 'Plus'],
    2,
    'Cooling and laundry with few buttons and a low ticket price.',
  ),
  brand(
    'Piantelle',
    'value',
    ['ovens', 'cookers', 'cooktops', 'rangehoods'],
    'PT{S}{T}{R}{F}',
    '500 0.03 title serif',
    ['Uno', 'Due'],
    2,
    'Ovens, cookers and cooktops for rentals, units and first kitchens.',
  ),
  brand(
    'Caldrift',
    'mid',
    ['rangehoods'],
    'CD-{T}{S}{R} {F}',
    '300 0.12 lower sans',
    ['Glide', 'Canopy', 'Still'],
    3,
    'Rangehoods only, each with a published noise figure for every speed.',
  ),
  brand(
    'Cellaric',
    'mid',
    ['wine'],
    'CL{S}{R}-{F}',
    '400 0.08 title serif',
    ['Cave', 'Vault'],
    2,
    'Wine cabinets from 24 to 190 bottles with one or two temperature zones.',
  ),
  brand(
    'Crematto',
    'mid',
    ['coffee'],
    'CR {T}{S}{R}{F}',
    '700 0.01 lower serif',
    ['Piazza', 'Corso'],
    2,
    'Espresso machines with metal portafilters and parts that can be replaced.',
  ),
  brand(
    'Ristrel',
    'premium',
    ['coffee', 'breakfast'],
    'R{T}-{S}{R}{F}',
    '500 0.14 upper sans',
    ['Mono', 'Doppio'],
    3,
    'Dual-boiler coffee machines and variable-temperature kettles.',
  ),
  brand(
    'Tumbrell',
    'value',
    ['laundry', 'irons'],
    'TB{S}{T}{R}{F}',
    '700 0.02 lower sans',
    ['Rinse', 'Line'],
    2,
    'Washers, dryers and irons at entry prices.',
  ),
  // Bench and floor
  brand(
    'Brindlecup',
    'mid',
    ['breakfast', 'food-prep', 'coffee'],
    'BC{T}{S}{R}{F}',
    '600 0 title serif',
    ['Morning', 'Pantry'],
    2,
    'Kettles, toasters and mixers in matching colours.',
  ),
  brand(
    'Whiskarra',
    'premium',
    ['food-prep'],
    'WK-{T}{S}{R}{F}',
    '600 0.05 upper serif',
    ['Bench', 'Pastry'],
    5,
    'Stand mixers and blenders with metal drives.',
  ),
  brand(
    'Zestrio',
    'value',
    ['food-prep', 'breakfast'],
    'Z{T}{S}{R}{F}',
    '800 -0.02 lower sans',
    ['Snap', 'Go'],
    1,
    'Small kitchen appliances for small benches.',
  ),
  brand(
    'Plainfare',
    'value',
    ['microwaves', 'breakfast', 'food-prep', 'irons'],
    'PF{S}{T}{R}{F}',
    '500 0 title sans',
    ['Everyday', 'Home'],
    1,
    'Everyday bench appliances without menus or apps.',
  ),
  brand(
    'Pressingham',
    'mid',
    ['irons', 'breakfast'],
    'PR-{S}{R}{F}',
    '500 0.04 title serif',
    ['Crease', 'Collar'],
    2,
    'Irons and steam stations with descaling that needs no cartridge.',
  ),
  brand(
    'Whirrow',
    'premium',
    ['floor-care', 'robots', 'air-care'],
    'WH{S}{T}{R}{F}',
    '300 0.06 lower sans',
    ['V1', 'V2', 'V3'],
    3,
    'Cordless vacuums with swappable batteries and washable filters.',
  ),
  brand(
    'Dustrel',
    'mid',
    ['floor-care'],
    'DU-{T}{S}{R}{F}',
    '700 0.02 title sans',
    ['Reach', 'Cyclone'],
    2,
    'Barrel and stick vacuums for carpet and hard floor.',
  ),
  brand(
    'Navibo',
    'mid',
    ['robots'],
    'NB-{T}{S}{R}{F}',
    '600 -0.01 lower sans',
    ['Roam', 'Chart'],
    2,
    'Robot vacuums that map with laser and keep the map on the robot.',
  ),
  // Air
  brand(
    'Boreva',
    'mid',
    ['air-conditioning', 'air-care'],
    'BV{T}{S}{R}{F}',
    '500 0.08 upper sans',
    ['Polar', 'Tundra'],
    5,
    'Reverse cycle air conditioners sized from bedroom to open plan.',
  ),
  brand(
    'Kelvanto',
    'premium',
    ['air-conditioning', 'air-care'],
    'KV-{T}{S}{R}{F}',
    '400 0.16 upper sans',
    ['Silens', 'Aria'],
    5,
    'Quiet split systems and air purifiers with low standby draw.',
  ),
  brand(
    'Sirokka',
    'value',
    ['air-conditioning', 'fans-and-heaters'],
    'SK{T}{S}{R}{F}',
    '800 0 lower sans',
    ['Gust', 'Drift'],
    2,
    'Fans, heaters and portable air conditioners.',
  ),
  brand(
    'Mistlow',
    'mid',
    ['air-care', 'fans-and-heaters'],
    'ML-{T}{S}{R}{F}',
    '400 0.04 title sans',
    ['Clear', 'Calm'],
    2,
    'Dehumidifiers, purifiers, fans and heaters for bedrooms and wet rooms.',
  ),
  // Screens and sound
  brand(
    'Ostravue',
    'premium',
    ['televisions'],
    '{S}OV{T}{R}',
    '300 0.2 upper sans',
    ['Q8', 'Q9'],
    3,
    'OLED and LED televisions from 43 to 98 inches.',
  ),
  brand(
    'Pixenne',
    'mid',
    ['televisions', 'audio'],
    'PX{S}{T}{R}{F}',
    '700 0 lower sans',
    ['U5', 'U7', 'U8'],
    3,
    'Televisions and soundbars that pair with one remote.',
  ),
  brand(
    'Telmora',
    'value',
    ['televisions'],
    'TL{S}-{T}{R}',
    '600 0.02 title sans',
    ['A1', 'A2'],
    2,
    'LED televisions from 32 inches up.',
  ),
  brand(
    'Harkell',
    'premium',
    ['audio'],
    'HK-{T}{S}{R}{F}',
    '500 0.1 upper serif',
    ['Hall', 'Chamber'],
    5,
    'Speakers and soundbars with timber cabinets.',
  ),
  brand(
    'Sonavere',
    'mid',
    ['audio'],
    'SV{T}{S}{R}{F}',
    '400 0.02 lower sans',
    ['Room', 'Port'],
    2,
    'Wireless speakers and soundbars for one room or several.',
  ),
  brand(
    'Thrumble',
    'value',
    ['audio'],
    'TH{S}{T}{R}{F}',
    '800 -0.02 title sans',
    ['Hum', 'Thud'],
    1,
    'Portable speakers and compact soundbars.',
  ),
  // Furniture
  brand(
    'Halden Row',
    'premium',
    ['fabric-sofas', 'leather-sofas', 'tables', 'storage'],
    'HR-{T}{S}{R}-{F}',
    '400 0.06 title serif',
    [],
    10,
    'Sofas, tables and cabinets made to order and delivered by the maker.',
    { supplierDirect: 'halden-row' },
  ),
  brand(
    'Alderwick',
    'mid',
    ['fabric-sofas', 'seating', 'tables'],
    'AW{T}{S}{R}-{F}',
    '500 0.01 title serif',
    [],
    5,
    'Fabric sofas, chairs and tables with replaceable covers and legs.',
  ),
  brand(
    'Loomstead',
    'premium',
    ['fabric-sofas', 'rugs', 'seating'],
    'LS{S}{R}-{T}-{F}',
    '300 0.04 lower serif',
    [],
    10,
    'Upholstery and rugs in wool, linen and cotton.',
  ),
  brand(
    'Corvane',
    'mid',
    ['leather-sofas', 'seating'],
    'CV{T}-{S}{R}{F}',
    '600 0.08 upper sans',
    [],
    7,
    'Leather sofas and armchairs on kiln-dried hardwood frames.',
  ),
  brand(
    'Fennimoor',
    'mid',
    ['tables', 'storage', 'seating'],
    'FM{S}{R}{T}-{F}',
    '600 0 lower sans',
    [],
    5,
    'Oak and walnut tables and cabinets.',
  ),
  brand(
    'Quarterdale',
    'value',
    ['tables', 'storage', 'seating', 'office'],
    'QD{S}{R}-{T}{F}',
    '700 0.01 title sans',
    [],
    2,
    'Flat-packed tables, shelves and chairs.',
  ),
  brand(
    'Tamsel',
    'value',
    ['fabric-sofas', 'leather-sofas', 'beds', 'seating'],
    'TS-{S}{R}{T}{F}',
    '800 -0.01 lower sans',
    [],
    2,
    'Sofas, beds and chairs that arrive in boxes and fit a lift.',
  ),
  brand(
    'Nestrel',
    'mid',
    ['beds', 'storage', 'mattresses'],
    'NS{T}{S}{R}-{F}',
    '500 0.05 title sans',
    [],
    5,
    'Bedroom furniture in four mattress sizes.',
  ),
  brand(
    'Restmoor',
    'premium',
    ['mattresses', 'beds'],
    'RM-{T}{S}{R}{F}',
    '400 0.12 upper serif',
    [],
    10,
    'Pocket-spring mattresses and upholstered beds.',
  ),
  brand(
    'Dozewell',
    'mid',
    ['mattresses'],
    'DZ{T}{S}{R}{F}',
    '700 0 lower sans',
    [],
    10,
    'Foam, latex and hybrid mattresses with a stated firmness.',
  ),
  brand(
    'Workmarl',
    'mid',
    ['office'],
    'WM{S}{R}-{T}{F}',
    '500 0.02 title sans',
    [],
    7,
    'Desks and task chairs rated for eight hours a day.',
  ),
  brand(
    'Studiet',
    'value',
    ['office'],
    'SU{T}{S}{R}{F}',
    '600 -0.01 lower sans',
    [],
    2,
    'Desks and chairs for study corners.',
  ),
  brand(
    'Lanternby',
    'mid',
    ['lighting'],
    'LB-{T}{S}{R}{F}',
    '400 0.04 title serif',
    [],
    3,
    'Lamps in metal, glass and paper with standard bulb fittings.',
  ),
  brand(
    'Glimmet',
    'value',
    ['lighting', 'mirrors'],
    'GL{S}{R}{T}{F}',
    '700 0 lower sans',
    [],
    1,
    'Simple lamps and mirrors.',
  ),
  brand(
    'Weftly',
    'mid',
    ['rugs'],
    'WF-{S}{R}{F}',
    '300 0.02 lower serif',
    [],
    2,
    'Flat-woven and tufted rugs in five sizes.',
  ),
  brand(
    'Mirrane',
    'mid',
    ['mirrors', 'lighting'],
    'MR{T}{S}{R}{F}',
    '300 0.14 upper sans',
    [],
    5,
    'Mirrors with copper-free glass and slim frames.',
  ),
  brand(
    'Saltgrove',
    'premium',
    ['outdoor', 'tables'],
    'SG{T}{S}{R}-{F}',
    '500 0.06 title serif',
    [],
    5,
    'Outdoor furniture in teak and powder-coated aluminium for coastal air.',
  ),
  brand(
    'Wickerby',
    'mid',
    ['outdoor'],
    'WB{S}{R}{T}{F}',
    '600 0.01 title sans',
    [],
    3,
    'Woven outdoor lounges and tables.',
  ),
  brand(
    'Emberfold',
    'premium',
    ['barbecues'],
    'EF-{S}{R}{F}',
    '700 0.06 upper sans',
    ['Range', 'Trek'],
    10,
    'Stainless barbecues with cast burners.',
  ),
  brand(
    'Cinderby',
    'value',
    ['barbecues', 'outdoor'],
    'CB{T}{S}{R}{F}',
    '800 0.01 title sans',
    ['Yard', 'Deck'],
    2,
    'Barbecues and outdoor settings for balconies and yards.',
  ),
  // Water, fittings
  brand(
    'Basinelle',
    'premium',
    ['sinks', 'taps'],
    'BS-{T}{S}{R}{F}',
    '300 0.1 lower serif',
    ['Lago', 'Riva'],
    10,
    'Sinks and taps in brushed metal finishes.',
  ),
  brand(
    'Tapworth',
    'mid',
    ['taps', 'sinks'],
    'TW{T}{S}{R}{F}',
    '600 0.02 title sans',
    ['Swan', 'Bend'],
    7,
    'Kitchen and laundry taps with ceramic cartridges.',
  ),
  brand(
    'Undermill',
    'value',
    ['sinks', 'taps'],
    'UM{S}{T}{R}{F}',
    '700 0 title sans',
    ['Trade', 'Plain'],
    5,
    'Pressed steel sinks and tubs.',
  ),
  brand(
    'Fitwright',
    'mid',
    ['accessories'],
    'FW-{T}{S}{R}{F}',
    '700 0.03 upper sans',
    [],
    1,
    'Installation kits, hoses, shelves and filters.',
  ),
  brand(
    'Softspare',
    'value',
    ['accessories'],
    'SS{T}{S}{R}{F}',
    '500 -0.01 lower sans',
    [],
    1,
    'Bags, filters and cleaning packs.',
  ),
]

const byLine = new Map<BrandLine, readonly Brand[]>()

export function makersOf(line: BrandLine): readonly Brand[] {
  const known = byLine.get(line)
  if (known) return known
  const found = brands.filter((brand) => brand.lines.includes(line))
  if (found.length === 0) throw new Error(`no brand makes ${line}`)
  byLine.set(line, found)
  return found
}
