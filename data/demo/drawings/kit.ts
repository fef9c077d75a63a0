import {
  asShell,
  gradient,
  isDark,
  isLight,
  isTextured,
  material,
  shade,
  texture,
  type Grain,
  type Material,
  type Role,
} from './materials.ts'
import { coordinate, svg, times, type Ink } from './svg.ts'

export type DrawingSpec = {
  kind: string
  finish: string
  accent: string | null
  options: Record<string, string | number>
  widthMm: number
  heightMm: number
  depthMm: number
}

/**
 * Where the camera stands. `front` and `profile` look straight at the object (a profile shows its longer side), `plan` straight down,
 * `raised` from the front but a little above, so that a bed or a table shows its top.
 */
export type View = 'front' | 'profile' | 'plan' | 'raised'

/** What the object looks like from its side, for the dimension drawing; `same` is for what looks alike from
 * everywhere, `envelope` for what is shown only as the room it needs. */
export type Side =
  | 'box'
  | 'slab'
  | 'same'
  | 'sofa'
  | 'chair'
  | 'table'
  | 'bed'
  | 'screen'
  | 'hood'
  | 'swivel'
  | 'envelope'

export type Kind = {
  readonly view: View
  readonly side?: Side
  /** Shown hanging or mounted: the shadow falls on the wall behind. */
  readonly wall?: boolean
  /** For `raised`: which part of the depth the camera sees as height. */
  readonly tilt?: number
  /** What the drawing is made of, from back to front. */
  readonly draw: (s: Scene) => Ink
}

export type Family = Readonly<Record<string, Kind>>

export const canvas = 800
const roomForObject = 660
const roomAcross = 712

type PanelOptions = { r?: number; m?: Material; role?: Role; along?: Grain; edge?: boolean }

/**
 * One object in the studio. It knows where the object stands on the canvas and hands out lit surfaces.
 *
 * One convention carries the line drawings: matter is opaque, light is translucent. Whatever only lights or shades has an opacity, a
 * light fill or class "l", and disappears when the object is drawn as lines.
 */
export class Scene {
  readonly spec: DrawingSpec
  readonly body: Material
  /** Pixels per millimetre. */
  readonly k: number
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  /** Depth in pixels, and for a raised view how far the back edge is up and in. */
  readonly d: number
  readonly rise: number
  readonly taper: number
  #prefix: string
  #defs = new Map<string, { id: string; markup: string }>()
  #view: View
  #wall: boolean
  #bare: boolean
  #repeats = 0
  #under = ''
  #over = ''

  /** `bare` leaves texture away, for line drawings. */
  constructor(spec: DrawingSpec, kind: Kind, prefix: string, bare = false) {
    this.spec = spec
    this.#bare = bare
    this.body = material(spec.finish)
    this.#prefix = prefix
    const wide = kind.view === 'profile' ? Math.max(spec.widthMm, spec.depthMm) : spec.widthMm
    const tall = kind.view === 'plan' ? spec.depthMm : spec.heightMm
    const tilt = kind.view === 'raised' ? (kind.tilt ?? 0.28) : 0
    this.taper = tilt === 0 ? 0 : 0.12
    const whole = tall * (1 - this.taper) + spec.depthMm * tilt
    // A long low thing may come nearer to the sides than a tall one to the top and bottom.
    this.k = Math.min((wide > whole * 1.5 ? roomAcross : roomForObject) / wide, roomForObject / Math.max(tall, whole))
    this.w = wide * this.k
    this.h = tall * this.k
    this.d = spec.depthMm * this.k
    this.rise = this.d * tilt
    this.x = (canvas - this.w) / 2
    const seen = tilt === 0 ? this.h : Math.max(this.h, whole * this.k)
    this.y = (canvas + seen) / 2 - this.h
    this.#view = kind.view
    this.#wall = kind.wall ?? false
  }

  get right(): number {
    return this.x + this.w
  }
  get bottom(): number {
    return this.y + this.h
  }
  get cx(): number {
    return this.x + this.w / 2
  }
  get cy(): number {
    return this.y + this.h / 2
  }
  /** The shorter side; sizes of details hang on it. */
  get u(): number {
    return Math.min(this.w, this.h)
  }

  // What the spec says

  number(name: string, otherwise: number, min = 0, max = 40): number {
    const value = Number(this.spec.options[name] ?? otherwise)
    return Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : otherwise
  }

  text(name: string, otherwise: string): string {
    return String(this.spec.options[name] ?? otherwise)
  }

  has(name: string): boolean {
    const value = this.text(name, '')
    return value !== '' && value !== '0' && value !== 'no' && value !== 'false'
  }

  /** The second finish, or the first of these that suits when the spec names none. */
  accent(otherwise: string): Material {
    return material(this.spec.accent ?? otherwise)
  }

  /** Metal for handles and knobs that belongs to this body. */
  get trim(): Material {
    if (this.spec.accent) return asShell(material(this.spec.accent))
    // A shade lighter than a dark body, or the handle would sink into the door.
    if (this.body.name === 'dark-stainless') return { ...this.body, name: 'dark-trim', base: shade(this.body.base, 12) }
    if (this.body.nature === 'metal') return this.body
    return material(isDark(this.body) ? 'dark-stainless' : 'stainless')
  }

  /** The body as lacquer, metal or glass. */
  get shell(): Material {
    return asShell(this.body)
  }

  // Definitions shared by what is drawn

  #def(key: string, make: (id: string) => string): string {
    const known = this.#defs.get(key)
    if (known) return known.id
    const id = `${this.#prefix}${this.#defs.size.toString(36)}`
    this.#defs.set(key, { id, markup: make(id) })
    return id
  }

  define(key: string, make: (id: string) => string): string {
    return `url(#${this.#def(key, make)})`
  }

  fill(role: Role, m: Material = this.body): string {
    return this.define(`${m.name} ${role}`, (id) => gradient(id, m, role))
  }

  /** The body's colour (or m's), lighter or darker, without light. */
  tone(steps: number, m: Material = this.body): string {
    return shade(m.base, steps)
  }

  grain(along: Grain, m: Material = this.body): string | null {
    if (this.#bare || !isTextured(m)) return null
    return this.define(`${m.name} ${along}`, (id) => texture(id, m, along))
  }

  /** A fade between transparent and one colour; `stops` are offset and opacity. */
  fade(
    colour: string,
    axis: 'across' | 'down' | 'slant' | 'round',
    stops: readonly (readonly [number, number])[],
  ): string {
    return this.define(`${colour} ${axis} ${stops.join(' ')}`, (id) => {
      const inner = stops.map(
        ([at, opacity]) => svg`<stop offset="${String(at)}" stop-color="${colour}" stop-opacity="${String(opacity)}"/>`,
      )
      if (axis === 'round') return svg`<radialGradient id="${id}">${inner.join('')}</radialGradient>`
      const end = axis === 'across' ? 'x2="1" y2="0"' : axis === 'down' ? 'x2="0" y2="1"' : 'x2="1" y2="1"'
      return svg`<linearGradient id="${id}" x1="0" y1="0" ${end}>${inner.join('')}</linearGradient>`
    })
  }

  // Shadows

  get #blur(): string {
    return this.define(
      'blur',
      (id) =>
        svg`<filter id="${id}" x="-20%" y="-300%" width="140%" height="700%"><feGaussianBlur stdDeviation="13 7"/></filter>`,
    )
  }

  /** Where the object stands: a wide soft shadow and a thin dark one at the contact. */
  ground(x: number, width: number, y: number = this.bottom, strength: '.16' | '.24' | '.34' = '.34'): string {
    this.#under += svg`<rect x="${x - 6}" y="${y - 9}" width="${width + 12}" height="20" rx="10" opacity="${strength}" filter="${this.#blur}"/>`
    // What stands on legs lets light in under it and touches the floor only at its feet.
    if (strength === '.16') return ''
    const contact = this.fade('#000', 'round', [
      [0, 0.5],
      [0.7, 0.28],
      [1, 0],
    ])
    this.#under += svg`<ellipse cx="${x + width / 2}" cy="${y}" rx="${width / 2 + 5}" ry="4.5" fill="${contact}"/>`
    return ''
  }

  /** The little dark pool under one leg. */
  footer(cx: number, y: number, width: number): string {
    const contact = this.fade('#000', 'round', [
      [0, 0.5],
      [0.7, 0.28],
      [1, 0],
    ])
    this.#under += svg`<ellipse cx="${cx + width * 0.3}" cy="${y}" rx="${width + 5}" ry="${Math.max(3, width * 0.22)}" fill="${contact}"/>`
    return ''
  }

  /** The soft shadow on the wall or table right behind an object of this outline. */
  behind(d: string): string {
    const flat = this.#view === 'plan'
    const blur = this.define(
      'behind',
      (id) =>
        svg`<filter id="${id}" x="-30%" y="-60%" width="160%" height="220%"><feGaussianBlur stdDeviation="${flat ? 8 : 13}"/></filter>`,
    )
    this.#under += svg`<path d="${d}" transform="translate(0 ${flat ? 9 : 15})" opacity="${flat ? '.3' : '.22'}" filter="${blur}"/>`
    return ''
  }

  /** Drawn with the object but not part of its measured body: a cable, a stand the maker does not count. */
  extra(markup: string): string {
    this.#over += markup
    return ''
  }

  // Surfaces

  /** A lit shape with its material's texture and a fine outline, which is what keeps white on white in sight. */
  skin(d: string, role: Role = 'face', m: Material = this.body, along: Grain = 'level'): string {
    const tex = this.grain(along, m)
    return svg`<path d="${d}" fill="${this.fill(role, m)}" stroke="${this.outline(m)}" stroke-width=".8"/>${tex !== null && svg`<path d="${d}" fill="${tex}"/>`}`
  }

  outline(m: Material = this.body): string {
    return shade(m.base, isLight(m) ? -17 : -14)
  }

  /** A flat front: door, drawer, slab. */
  panel(x: number, y: number, w: number, h: number, o: PanelOptions = {}): string {
    const { r = 3, m = this.body, role = 'face', along = h > w ? 'upright' : 'level', edge = true } = o
    const tex = this.grain(along, m)
    const at = svg`x="${x}" y="${y}" width="${w}" height="${h}"${r > 0 && svg` rx="${Math.min(r, w / 2, h / 2)}"`}`
    return svg`<rect ${at} fill="${this.fill(role, m)}" stroke="${this.outline(m)}" stroke-width=".8"/>${tex !== null && svg`<rect ${at} fill="${tex}"/>`}${edge && w > 8 && h > 8 && this.edge(x, y, w, h, r, m)}`
  }

  /** Light caught by the upper left edge, lost at the lower right. */
  edge(x: number, y: number, w: number, h: number, r: number, m: Material = this.body): string {
    const rim = this.define(
      'rim',
      (id) =>
        svg`<linearGradient id="${id}" x1="0" y1="0" x2=".7" y2="1"><stop stop-color="#fff" stop-opacity=".75"/><stop offset=".35" stop-color="#fff" stop-opacity=".1"/><stop offset=".6" stop-opacity=".02"/><stop offset="1" stop-opacity=".4"/></linearGradient>`,
    )
    return svg`<rect x="${x + 1.2}" y="${y + 1.2}" width="${w - 2.4}" height="${h - 2.4}" rx="${Math.max(0, r - 1)}" fill="none" stroke="${rim}" stroke-width="1.4" opacity="${isDark(m) ? '.45' : '.8'}"/>`
  }

  /** A shaded hollow: behind shelves, in a niche. */
  hollow(x: number, y: number, w: number, h: number, r = 2, m: Material = this.body): string {
    return svg`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${this.fill('inside', m)}"/>`
  }

  /** A joint between two parts: dark, with light on the lower lip. */
  gap(x1: number, y1: number, x2: number, y2: number, m: Material = this.body): string {
    const level = Math.abs(x2 - x1) > Math.abs(y2 - y1)
    const [dx, dy] = level ? [0, 1.4] : [1.4, 0]
    return svg`<path d="M${x1} ${y1}L${x2} ${y2}" fill="none" stroke="${shade(m.base, -32)}" stroke-width="1.6"/><path d="M${x1 + dx} ${y1 + dy}L${x2 + dx} ${y2 + dy}" fill="none" stroke="#fff" stroke-width="1" opacity=".35"/>`
  }

  line(d: string, colour: string, width: number): string {
    return svg`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
  }

  /** A line that only shades: a fold, a crease, a reflection. */
  crease(d: string, width: number, opacity: string, colour = '#000'): string {
    return svg`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`
  }

  /** A bar handle, upright or level, standing off its door on two posts. */
  bar(x: number, y: number, w: number, h: number, m: Material = this.trim): string {
    const upright = h > w
    const t = upright ? w : h
    const shadow = svg`<rect x="${x + t * (upright ? 0.75 : 0.1)}" y="${y + t * (upright ? 0.25 : 0.8)}" width="${w}" height="${h}" rx="${t / 2}" opacity=".22"/>`
    const post = (px: number, py: number) =>
      svg`<rect x="${px}" y="${py}" width="${upright ? t * 1.3 : t * 0.9}" height="${upright ? t * 0.9 : t * 1.3}" fill="${shade(m.base, -26)}"/>`
    const posts = upright
      ? [post(x, y + h * 0.08), post(x, y + h * 0.92 - t)]
      : [post(x + w * 0.06, y), post(x + w * 0.94 - t, y)]
    return svg`${shadow}${posts}<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${t / 2}" fill="${this.fill(upright ? 'post' : 'rail', m)}" stroke="${this.outline(m)}" stroke-width=".6"/>`
  }

  /** A grip cut into the edge of a door. */
  recess(x: number, y: number, w: number, h: number, m: Material = this.body): string {
    return svg`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${Math.min(w, h) / 2.2}" fill="${this.fill('inside', m)}" stroke="${shade(m.base, -30)}" stroke-width=".8"/>`
  }

  knob(cx: number, cy: number, r: number, m: Material = this.trim): string {
    return svg`<circle cx="${cx + r * 0.12}" cy="${cy + r * 0.3}" r="${r * 1.06}" opacity=".25"/><circle cx="${cx}" cy="${cy}" r="${r}" fill="${this.fill('post', m)}" stroke="${shade(m.base, -26)}" stroke-width=".8"/><circle cx="${cx}" cy="${cy}" r="${r * 0.8}" fill="${this.fill('ball', m)}"/><path d="M${cx} ${cy - r * 0.75}v${r * 0.5}" stroke="${isDark(m) ? '#fff' : '#33363a'}" stroke-width="${Math.max(1.2, r * 0.11)}" stroke-linecap="round"/>`
  }

  button(cx: number, cy: number, r: number, m: Material = this.trim): string {
    return svg`<circle cx="${cx}" cy="${cy}" r="${r}" fill="${this.fill('ball', m)}" stroke="${shade(m.base, -24)}" stroke-width=".7"/>`
  }

  lamp(cx: number, cy: number, r: number, colour = '#e8f4ff'): string {
    return svg`<circle cx="${cx}" cy="${cy}" r="${r}" fill="${colour}"/>`
  }

  /** Black glass showing a few digits, drawn as segments. */
  display(x: number, y: number, w: number, h: number, digits: string, colour = '#cfe8f5'): string {
    const size = Math.min(h * 0.5, (w * 0.8) / (digits.length * 0.72))
    const wide = segmentsWidth(digits, size)
    return svg`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${Math.min(3, h / 4)}" fill="#101215" stroke="#3a3d41" stroke-width=".7"/>${this.digits(x + (w - wide) / 2, y + (h - size) / 2, size, digits, colour)}`
  }

  digits(x: number, y: number, size: number, digits: string, colour = '#cfe8f5'): string {
    return svg`<path d="${segments(x, y, size, digits)}" fill="none" stroke="${colour}" stroke-width="${Math.max(1, size * 0.11)}" stroke-linecap="round"/>`
  }

  /** Dark glass with the studio window leaning in it. */
  glass(x: number, y: number, w: number, h: number, r = 3): string {
    const deep = material('glass-black')
    return svg`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${this.fill('face', deep)}" stroke="#0c0d0f" stroke-width=".8"/>${this.reflection(x, y, w, h)}`
  }

  reflection(x: number, y: number, w: number, h: number): string {
    const light = this.fade('#fff', 'slant', [
      [0, 0.2],
      [0.5, 0.05],
      [1, 0],
    ])
    return svg`<path class="l" d="M${x + 2} ${y + 2}h${w * 0.62}L${x + w * 0.3} ${y + h - 2}H${x + 2}z" fill="${light}"/>`
  }

  /** A faint upright band of light on a dark lacquered front, which would otherwise be a hole in the page. */
  gloss(x: number, y: number, w: number, h: number): string {
    const light = this.fade('#fff', 'across', [
      [0, 0.02],
      [0.25, 0.11],
      [0.42, 0.12],
      [0.75, 0.01],
      [1, 0],
    ])
    return svg`<rect class="l" x="${x + 1}" y="${y + 1}" width="${w - 2}" height="${h - 2}" rx="4" fill="${light}"/>`
  }

  /** The round door of a washer: bezel, ring, glass, and the drum behind it. */
  porthole(cx: number, cy: number, r: number, bezel: Material, ring: Material, dark = false): string {
    const steel = material('stainless')
    const glass = this.define(
      'bowl',
      (id) =>
        svg`<radialGradient id="${id}" cx=".45" cy=".4" r=".65"><stop stop-color="${dark ? '#2d3034' : '#7e858b'}"/><stop offset=".55" stop-color="${dark ? '#1d1f22' : '#42474c'}"/><stop offset="1" stop-color="#111315"/></radialGradient>`,
    )
    const holes = dark
      ? []
      : [0.28, 0.5].flatMap((ringAt, turn) =>
          times(8 + turn * 6, (i) => {
            const angle = (i / (8 + turn * 6)) * Math.PI * 2 + turn * 0.3
            return svg`M${cx + Math.cos(angle) * r * ringAt} ${cy + Math.sin(angle) * r * ringAt}h.1`
          }),
        )
    const vanes = dark
      ? []
      : times(3, (i) => {
          const angle = (i / 3) * Math.PI * 2 - Math.PI / 2
          const at = (turn: number, far: number) =>
            svg`${cx + Math.cos(angle + turn) * r * far} ${cy + Math.sin(angle + turn) * r * far}`
          return svg`<path d="M${at(-0.16, 0.66)}L${at(-0.07, 0.2)}L${at(0.07, 0.2)}L${at(0.16, 0.66)}z" fill="${shade(steel.base, -38)}" opacity=".7"/>`
        })
    return svg`<circle class="l" cx="${cx + r * 0.02}" cy="${cy + r * 0.06}" r="${r * 1.04}" opacity=".18"/><circle cx="${cx}" cy="${cy}" r="${r}" fill="${this.fill('ball', bezel)}" stroke="${this.outline(bezel)}" stroke-width="1"/><circle cx="${cx}" cy="${cy}" r="${r * 0.87}" fill="${this.fill('post', ring)}" stroke="${shade(ring.base, -30)}" stroke-width=".8"/><circle cx="${cx}" cy="${cy}" r="${r * 0.78}" fill="#15171a"/><circle cx="${cx}" cy="${cy}" r="${r * 0.7}" fill="${glass}"/>${vanes}${holes.length > 0 && svg`<path d="${holes}" stroke="#0c0d0e" stroke-width="${r * 0.04}" stroke-linecap="round" opacity=".7"/>`}<path d="M${cx - r * 0.62} ${cy + r * 0.05}A${r * 0.63} ${r * 0.63} 0 0 1 ${cx - r * 0.1} ${cy - r * 0.6}Q${cx - r * 0.42} ${cy - r * 0.3} ${cx - r * 0.62} ${cy + r * 0.05}z" fill="#fff" opacity=".3"/><path d="M${cx + r * 0.62} ${cy + r * 0.14}A${r * 0.63} ${r * 0.63} 0 0 1 ${cx + r * 0.2} ${cy + r * 0.6}" fill="none" stroke="#fff" stroke-width="${r * 0.03}" stroke-linecap="round" opacity=".3"/>`
  }

  /** A tapering leg from (x1, y1) down to (x2, y2). */
  leg(
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    wide: number,
    narrow = wide * 0.65,
    m: Material = this.body,
  ): string {
    return this.skin(
      svg`M${x1 - wide / 2} ${y1}L${x2 - narrow / 2} ${y2}h${narrow}L${x1 + wide / 2} ${y1}z`,
      'post',
      m,
      'upright',
    )
  }

  /** A filled cushion: swollen sides, soft corners, a piped seam. */
  cushion(
    x: number,
    y: number,
    w: number,
    h: number,
    o: { m?: Material; r?: number; swell?: number; seam?: boolean; crown?: number } = {},
  ): string {
    const {
      m = this.body,
      r = Math.min(w, h) * 0.22,
      swell = Math.min(w, h) * 0.05,
      seam = true,
      crown = swell * 1.4,
    } = o
    const d = svg`M${x + r} ${y}Q${x + w / 2} ${y - crown} ${x + w - r} ${y}Q${x + w} ${y} ${x + w} ${y + r}Q${x + w + swell} ${y + h / 2} ${x + w} ${y + h - r}Q${x + w} ${y + h} ${x + w - r} ${y + h}Q${x + w / 2} ${y + h + swell * 0.4} ${x + r} ${y + h}Q${x} ${y + h} ${x} ${y + h - r}Q${x - swell} ${y + h / 2} ${x} ${y + r}Q${x} ${y} ${x + r} ${y}z`
    const roll = this.fade('#000', 'across', [
      [0, 0.2],
      [0.1, 0.04],
      [0.5, 0],
      [0.88, 0.05],
      [1, 0.26],
    ])
    const i = Math.max(3, r * 0.3)
    return svg`${this.skin(d, 'pad', m)}<path class="l" d="${d}" fill="${roll}"/>${seam && svg`${this.crease(svg`M${x + i} ${y + r}Q${x + i} ${y + i} ${x + r} ${y + i}Q${x + w / 2} ${y + i - crown * 0.8} ${x + w - r} ${y + i}Q${x + w - i} ${y + i} ${x + w - i} ${y + r}`, 1.3, '.3', shade(m.base, -30))}`}${m.nature === 'leather' && this.crease(svg`M${x + r} ${y + h * 0.2}Q${x + w * 0.4} ${y + h * 0.1} ${x + w * 0.7} ${y + h * 0.2}`, h * 0.08, '.1', '#fff')}`
  }

  /** Folds running from a cushion's corners. */
  folds(x: number, y: number, w: number, h: number): string {
    return this.crease(
      svg`M${x + w * 0.04} ${y + h * 0.08}q${w * 0.07} ${h * 0.1} ${w * 0.08} ${h * 0.26}M${x + w * 0.96} ${y + h * 0.08}q${-w * 0.06} ${h * 0.12} ${-w * 0.06} ${h * 0.24}M${x + w * 0.05} ${y + h * 0.93}q${w * 0.1} ${-h * 0.06} ${w * 0.14} ${-h * 0.18}M${x + w * 0.95} ${y + h * 0.93}q${-w * 0.08} ${-h * 0.06} ${-w * 0.12} ${-h * 0.16}`,
      1.6,
      '.16',
    )
  }

  /** Level slots: vents, grilles, speaker cloth. */
  vents(x: number, y: number, w: number, h: number, count: number, m: Material = this.body): string {
    const step = h / count
    return svg`<path d="${times(count, (i) => svg`M${x} ${y + step * (i + 0.5)}h${w}`)}" fill="none" stroke="${shade(m.base, -30)}" stroke-width="${Math.max(1, step * 0.45)}" stroke-linecap="round"/>`
  }

  uprightVents(x: number, y: number, w: number, h: number, count: number, m: Material = this.body): string {
    const step = w / count
    return svg`<path d="${times(count, (i) => svg`M${x + step * (i + 0.5)} ${y}v${h}`)}" fill="none" stroke="${shade(m.base, -30)}" stroke-width="${Math.max(1, step * 0.45)}" stroke-linecap="round"/>`
  }

  /** Shade cast by what is above onto what is below. */
  cast(x: number, y: number, w: number, h: number): string {
    return svg`<rect class="l" x="${x}" y="${y}" width="${w}" height="${h}" fill="${this.fade('#000', 'down', [
      [0, 0.38],
      [0.4, 0.12],
      [1, 0],
    ])}"/>`
  }

  /** Pierced metal or fabric: a field of small dots. */
  dots(d: string, colour: string, step = 7, size = 1.5): string {
    const fill = this.define(
      `dots ${colour} ${step} ${size}`,
      (id) =>
        svg`<pattern id="${id}" width="${String(step)}" height="${String(step)}" patternUnits="userSpaceOnUse"><circle cx="${String(step / 4)}" cy="${String(step / 4)}" r="${String(size)}" fill="${colour}"/><circle cx="${String((step * 3) / 4)}" cy="${String((step * 3) / 4)}" r="${String(size)}" fill="${colour}"/></pattern>`,
    )
    return svg`<path class="l" d="${d}" fill="${fill}"/>`
  }

  /** The same thing `count` times, each moved on by (dx, dy). */
  repeat(count: number, dx: number, dy: number, thing: Ink): Ink {
    if (count < 2) return thing
    const id = `${this.#prefix}r${this.#repeats++}`
    const copy = (i: number) =>
      this.#bare
        ? svg`<g transform="translate(${dx * i} ${dy * i})">${thing}</g>`
        : svg`<use href="#${id}" x="${dx * i}" y="${dy * i}"/>`
    return svg`<g id="${id}">${thing}</g>${times(count - 1, (i) => copy(i + 1))}`
  }

  // Raised views

  /** Pixel of a point in the room: u across 0…1, v from front 0 to back 1, z pixels above the floor. */
  at(u: number, v: number, z: number): readonly [number, number] {
    const scale = 1 - this.taper * v
    return [this.cx + (u - 0.5) * this.w * scale, this.bottom - this.rise * v - z * scale]
  }

  /** A polygon through points of the room. */
  poly(...points: readonly (readonly [number, number, number])[]): string {
    const corners = points.map(([u, v, z]) => {
      const [px, py] = this.at(u, v, z)
      return svg`${px} ${py}`
    })
    return `M${corners.join('L')}z`
  }

  /** The finished picture. */
  finish(markup: Ink): string {
    if (this.#under === '' && (this.#wall || this.#view === 'plan')) {
      this.behind(svg`M${this.x + 3} ${this.y + 3}h${this.w - 6}v${this.h - 6}h${6 - this.w}z`)
    }
    const defs = [...this.#defs.values()].map((d) => d.markup).join('')
    return svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${canvas} ${canvas}" aria-hidden="true"><defs>${defs}</defs><g class="l">${this.#under}</g><g id="${this.#prefix}body">${svg`${markup}`}</g>${this.#over}</svg>`
  }
}

const segmentLines: readonly string[] = ['M0 0H5', 'M5 0V5', 'M5 5V10', 'M0 10H5', 'M0 5V10', 'M0 0V5', 'M0 5H5']
const segmentsOf: Readonly<Record<string, string>> = {
  '0': '012345',
  '1': '12',
  '2': '01643',
  '3': '01623',
  '4': '5612',
  '5': '05623',
  '6': '056432',
  '7': '012',
  '8': '0123456',
  '9': '650123',
  '-': '6',
}

function advance(char: string, size: number): number {
  return size * (char === ':' || char === '.' ? 0.3 : char === '1' ? 0.7 : 0.72)
}

function segmentsWidth(digits: string, size: number): number {
  return [...digits].reduce((sum, char) => sum + advance(char, size), 0) - size * 0.22
}

function segments(x: number, y: number, size: number, digits: string): string {
  let at = x
  let d = ''
  const unit = size / 10
  for (const char of digits) {
    if (char === ':') d += svg`M${at} ${y + size * 0.3}v.1M${at} ${y + size * 0.7}v.1`
    else if (char === '.') d += svg`M${at} ${y + size}v.1`
    else {
      for (const segment of segmentsOf[char] ?? '') {
        const [, mx, my, axis, end] = /M(\d+) (\d+)([HV])(\d+)/.exec(segmentLines[Number(segment)] ?? '') ?? []
        const to = axis === 'H' ? `H${coordinate(at + Number(end) * unit)}` : `V${coordinate(y + Number(end) * unit)}`
        d += svg`M${at + Number(mx) * unit} ${y + Number(my) * unit}${to}`
      }
    }
    at += advance(char, size)
  }
  return d
}
