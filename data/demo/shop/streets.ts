import type { Country } from '../../../src/brands/apps.ts'
import { localityIdOf } from '../../../src/modules/geo/geo.ts'
import type { NewStreet } from '../../../src/modules/geo/streets-store.server.ts'

/**
 * Streets of a few places, so that the demonstration suggests addresses. Written by hand: common names of the kind that such places have,
 * from no list and no map. A real shop imports its own (npm run import:streets).
 */

type Place = readonly [suburb: string, state: string | null, postcode: string]

const streets: Readonly<Record<Country, readonly (readonly [Place, readonly string[]])[]>> = {
  AU: [
    [
      ['Sydney', 'NSW', '2000'],
      ['Bridge Street', 'Castle Lane', 'Collier Street', 'Market Street', "O'Connell Street", 'Observatory Rise'],
    ],
    [
      ['Surry Hills', 'NSW', '2010'],
      ['Albion Avenue', 'Bakery Lane', 'Collier Lane', 'Crown Terrace', 'Fern Place', 'St Martin Street'],
    ],
    [
      ['Waterloo', 'NSW', '2017'],
      ['Botany View', 'Collins Street', 'Elizabeth Lane', 'Foundry Lane', 'Kensington Parade', 'Wellington Place'],
    ],
    [
      ['Crows Nest', 'NSW', '2065'],
      ['Alexander Lane', 'Falcon Avenue', 'Hume Crescent', 'Ridge Street', 'Willoughby Lane'],
    ],
    [
      ['Melbourne', 'VIC', '3000'],
      ['Collins Street', 'Elizabeth Street', 'Flinders Lane', 'Queen Street', 'Russell Place', 'The Esplanade'],
    ],
    [
      ['Richmond', 'VIC', '3121'],
      ['Bridge Road', 'Church Street', 'Coppin Grove', 'Lennox Terrace', 'Tannery Street', 'Yarra Walk'],
    ],
    [
      ['Brisbane City', 'QLD', '4000'],
      ['Adelaide Street', 'Albert Lane', 'Colony Street', 'Creek Parade', 'River Terrace North'],
    ],
    [
      ['West End', 'QLD', '4101'],
      ['Boundary Road', 'Hargrave Street', 'Jacaranda Avenue', 'Mount Olive Street', 'Vulture Lane'],
    ],
    [
      ['Adelaide', 'SA', '5000'],
      ['Colonel Square', 'Gouger Lane', 'Grenfell Place', 'King William Terrace', 'North Parade'],
    ],
    [
      ['Perth', 'WA', '6000'],
      ['Barrack Lane', 'Colin Street', 'Hay Place', 'Swan Terrace', 'Wellington Crescent'],
    ],
    [
      ['Hobart', 'TAS', '7000'],
      ['Battery Row', 'Davey Lane', 'Liverpool Terrace', 'Salamanca Walk'],
    ],
    [
      ['Canberra', 'ACT', '2600'],
      ['Acacia Crescent', 'Banksia Place', 'Constitution Circuit', 'Wattle Street'],
    ],
    [
      ['Darwin', 'NT', '0800'],
      ['Cavenagh Lane', 'Esplanade East', 'Mitchell Place', 'Smith Terrace'],
    ],
  ],
  NZ: [
    [
      ['Ponsonby', null, '1011'],
      [
        'College Hill Road',
        'Franklin Terrace',
        'Karaka Street',
        'Pōhutukawa Avenue',
        'Three Lamps Lane',
        'Vermont Place',
      ],
    ],
    [
      ['Auckland Central', null, '1010'],
      ['Albert Lane', 'Customs Quay', 'High Street', 'Kōwhai Place', 'Queen Street', 'Wellesley Terrace'],
    ],
    [
      ['Te Aro', null, '6011'],
      ['Courtenay Row', 'Cuba Lane', 'Dixon Terrace', 'Tōtara Street', 'Willis Place'],
    ],
    [
      ['Christchurch Central', null, '8011'],
      ['Avon Terrace', 'Cathedral Lane', 'Colombo Place', 'Kahikatea Street', 'Worcester Row'],
    ],
    [
      ['Taupo', null, '3330'],
      ['Lake View Road', 'Rimu Street', 'Spa Terrace', 'Tūī Street'],
    ],
  ],
}

export const demoStreets: readonly NewStreet[] = (['AU', 'NZ'] as const).flatMap((country) =>
  streets[country].flatMap(([[suburb, state, postcode], names]) => {
    const localityId = localityIdOf(country, { suburb, state, postcode })
    return names.map((name) => ({ localityId, country, name, isDemo: true }))
  }),
)
