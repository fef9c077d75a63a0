import type { Finish } from '../model-words.ts'

type Nature = 'metal' | 'paint' | 'glass' | 'wood' | 'fabric' | 'leather' | 'stone' | 'weave'

type Material = {
  readonly nature: Nature
  readonly base: string
  /** How strongly it answers the light: 0.5 is matte, 1 ordinary, 1.8 polished. */
  readonly sheen: number
}

const made = (nature: Nature, base: string, sheen = 1) => ({ nature, base, sheen })

/** What the models' surfaces are made of, by the finishes of `model-words.ts`. */
export const materials = {
  stainless: made('metal', '#c5c7c8'),
  'dark-stainless': made('metal', '#5c5f63', 0.8),
  black: made('paint', '#26282a', 1.1),
  white: made('paint', '#f1f1ef', 0.8),
  'glass-black': made('glass', '#17191c'),
  red: made('paint', '#b0231f', 1),
  cream: made('paint', '#eee2c8'),
  sage: made('paint', '#a5b299'),
  chrome: made('metal', '#cfd3d6', 1.7),
  brass: made('metal', '#bf9d5a', 1.1),
  'matte-black': made('paint', '#2d2e2f', 0.7),
  oak: made('wood', '#c9a475'),
  walnut: made('wood', '#74503a'),
  ash: made('wood', '#dfcfb4'),
  linen: made('fabric', '#ddd6c9'),
  sand: made('fabric', '#c9b598'),
  charcoal: made('fabric', '#4d4f53'),
  navy: made('fabric', '#2e3c58'),
  forest: made('fabric', '#385443'),
  clay: made('fabric', '#b36f53'),
  blush: made('fabric', '#dab4a8'),
  grey: made('fabric', '#9c9e9f'),
  'leather-tan': made('leather', '#a2683d'),
  'leather-black': made('leather', '#2d2a29'),
  marble: made('stone', '#e9e6e2'),
  rattan: made('weave', '#c49c68'),
} as const satisfies Record<Finish, Material>
