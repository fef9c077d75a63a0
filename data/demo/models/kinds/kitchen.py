"""Rangehoods, coffee machines, sinks and taps."""
import math

import materials as mt
from parts import badge, box, cushion, disc, display, ellipse, feet, front, group, highlight, knob, label, lathe, leg, open_box, prism, puck, rod, rounded_rect, slab, tube, vents


def _filters(x0, x1, y0, y1, z, count):
    """Aluminium grease filters under a hood."""
    for i in range(count):
        a = x0 + (x1 - x0) * i / count + 0.006
        b = x0 + (x1 - x0) * (i + 1) / count - 0.006
        box(a, b, y0, y1, z - 0.004, z, mt.plain('#8e9296', 0.4, 0.9), bevel=0.002)
        for k in range(12):
            x = a + (b - a) * (k + 0.5) / 12
            box(x - 0.003, x + 0.003, y0 + 0.012, y1 - 0.012, z - 0.006, z - 0.003, mt.plain('#6d7175', 0.4, 0.9), bevel=0.001)


def _hood_lights(x0, x1, y, z):
    for x in (x0, x1):
        puck(x, y, z - 0.004, z, 0.024, mt.glow('#fff1d6', 2.5), vertices=32)


def canopy(p):
    skin = mt.shell(p.finish, 'x')
    upright = mt.shell(p.finish, 'z')
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    lip, slope = 0.055, min(0.2, p.h * 0.25)
    flue = 0.16
    box(x0, x1, y0, y1, 0, lip, skin, bevel=0.003)
    _filters(x0 + 0.06, x1 - 0.06, y0 + 0.06, y1 - 0.05, 0, 3 if p.w > 0.85 else 2)
    _hood_lights(x0 + p.w * 0.25, x1 - p.w * 0.25, y0 + 0.035, 0)
    prism([(y0 + 0.002, lip), (y1, lip), (y1, lip + slope), (y1 - 0.3, lip + slope), (y0 + 0.002, lip + 0.004)], x0 + 0.002, x1 - 0.002, skin, plane='yz', bevel=0.002)
    box(-flue, flue, y1 - 0.28, y1, lip + slope - 0.06, lip + slope + (p.h - lip - slope) * 0.52, upright, bevel=0.003)
    box(-flue + 0.003, flue - 0.003, y1 - 0.277, y1, lip + slope, p.h, upright, bevel=0.003)
    for i in range(5):
        disc((i - 2) * 0.032, y0 - 0.003, y0, lip / 2, 0.008, mt.chrome() if p.finish != 'stainless' else mt.plain('#55595d', 0.3, 0.8), vertices=32)
    badge(x0 + 0.1, y0, lip / 2, 0.06)
    return 'hood'


def undermount(p):
    skin = mt.shell(p.finish, 'x')
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    base = 0.02
    box(x0 + 0.03, x1 - 0.03, y0 + 0.03, y1 - 0.02, base, p.h - 0.06, mt.plain('#9a9da0', 0.4, 0.9), bevel=0.004)
    box(x0 + 0.12, x1 - 0.12, y0 + 0.06, y1 - 0.05, p.h - 0.06, p.h - 0.03, mt.plain('#85888b', 0.45, 0.9))
    puck(0, 0, p.h - 0.03, p.h, 0.075, mt.plain('#35373a', 0.5))
    slab(x0, x1, y0, y1, 0, base, 0.012, skin, bevel=0.003)
    _filters(x0 + 0.05, x1 - 0.05, y0 + 0.07, y1 - 0.05, 0, 2)
    _hood_lights(x0 + 0.1, x1 - 0.1, y0 + 0.035, 0)
    for i in range(4):
        disc(x1 - 0.2 + 0.03 * i, y0 - 0.002, y0, base / 2, 0.006, mt.plain('#3a3d40', 0.3), vertices=24)
    return 'hood'


def slideout(p):
    skin = mt.shell(p.finish, 'x')
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    box(x0, x1, y0 + 0.05, y1, 0.035, p.h - 0.03, mt.plain('#a9adb0', 0.4, 0.8), bevel=0.003)
    box(-0.13, 0.13, y0 + 0.08, y1 - 0.04, p.h - 0.03, p.h, mt.plain('#5a5d60', 0.5))
    box(x0, x1, y0 + 0.03, y1, 0.008, 0.034, mt.plain('#7d8184', 0.4, 0.8), bevel=0.002)
    box(x0 + 0.01, x1 - 0.01, y0, y0 + 0.2, 0.002, 0.024, mt.plain('#8e9296', 0.4, 0.9), bevel=0.002)
    box(x0, x1, y0 - 0.012, y0 + 0.012, 0, 0.055, skin, bevel=0.004)
    _filters(x0 + 0.03, x1 - 0.03, y0 + 0.03, y1 - 0.05, 0.004, 2)
    for i in range(3):
        front(x1 - 0.15 + 0.035 * i, x1 - 0.13 + 0.035 * i, 0.022, 0.034, y0 - 0.015, y0 - 0.01, 0.003, mt.plain('#33363a', 0.35))
    badge(x0 + 0.09, y0 - 0.012, 0.028, 0.055)
    return 'hood'


def _portafilter(y, z, x=0.0):
    steel = mt.chrome()
    puck(x, y, z - 0.035, z, 0.034, steel)
    rod((x, y - 0.03, z - 0.018), (x, y - 0.15, z - 0.032), 0.011, mt.plain('#191a1c', 0.35, coat=0.4), end_radius=0.014)
    for side in (-0.011, 0.011):
        tube([(x + side, y, z - 0.035), (x + side, y - 0.006, z - 0.055)], 0.006, steel)


def _cup(x, y, z, size=1.0):
    china = mt.plain('#f4f3ef', 0.2, coat=0.5)
    lathe([(0.016, 0), (0.02, 0.002), (0.03, 0.028), (0.033, 0.05), (0.0305, 0.05), (0.027, 0.028), (0.0, 0.012)], china, at=(x, y, z))
    puck(x, y, z + 0.038, z + 0.041, 0.029, mt.plain('#3a1f10', 0.35))
    tube([(x + 0.03, y, z + 0.042), (x + 0.05, y, z + 0.034), (x + 0.027, y, z + 0.016)], 0.0038, china)


def coffee_machine(p):
    """A pump machine when it is wide; a bean-to-cup tower when it is narrow and deep."""
    skin = mt.shell(p.finish, 'x')
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    deck = 0.075
    steel = mt.finish('stainless', 'x')
    back = y0 + p.d * 0.52
    head = p.h * 0.66
    feet(x0 + 0.03, x1 - 0.03, y0 + 0.05, y1 - 0.03, 0.012, radius=0.012)
    box(x0, x1, back, y1, 0.01, p.h - 0.02, skin, bevel=0.014, segments=4)
    box(x0 + 0.0015, x1 - 0.0015, y0 + 0.05, y1 - 0.02, head, p.h - 0.021, skin, bevel=0.014, segments=4)
    box(x0 + 0.0015, x1 - 0.0015, y0, back + 0.03, 0.009, deck, skin, bevel=0.012, segments=4)
    box(x0 + 0.012, x1 - 0.012, y0 + 0.012, back - 0.004, deck - 0.003, deck + 0.002, mt.plain('#2b2d30', 0.4), bevel=0.001)
    for i in range(int(p.w / 0.014) - 2):
        x = x0 + 0.02 + 0.014 * i
        box(x, x + 0.008, y0 + 0.02, back - 0.014, deck, deck + 0.005, mt.chrome(), bevel=0.001)
    wide = p.w > 0.24
    mid = -p.w * 0.08 if wide else 0
    if wide:
        puck(mid, y0 + p.d * 0.26, head - 0.03, head + 0.005, 0.036, mt.chrome())
        _portafilter(y0 + p.d * 0.26, head - 0.022, mid)
        wand = x1 - 0.035
        tube([(wand, y0 + 0.09, head + 0.01), (wand + 0.006, y0 + 0.07, head - 0.06), (wand - 0.004, y0 + 0.05, deck + 0.06)], 0.0045, mt.chrome())
        rod((wand - 0.004, y0 + 0.05, deck + 0.1), (wand - 0.004, y0 + 0.05, deck + 0.06), 0.008, mt.rubber())
        _dial = (head + p.h) / 2 - 0.01
        disc(mid, y0 + 0.042, y0 + 0.052, _dial, 0.032, mt.chrome())
        disc(mid, y0 + 0.041, y0 + 0.045, _dial, 0.027, mt.plain('#f3f2ee', 0.4))
        box(mid - 0.0012, mid + 0.0012, y0 + 0.0402, y0 + 0.041, _dial, _dial + 0.02, mt.plain('#c03a2c', 0.4), bevel=0)
        for x in (x0 + 0.035, x0 + 0.075):
            disc(x, y0 + 0.044, y0 + 0.052, _dial, 0.014, steel, vertices=40)
        knob(x1 - 0.045, y0 + 0.05, _dial, 0.02, 0.022, mt.plain('#1c1d1f', 0.35), mark=mt.plain('#e8e8e8', 0.4))
        lathe([(0.045, 0), (0.06, 0.035), (0.062, 0.06), (0, 0.062)], mt.clear('#6b6f73', 0.5), at=(x0 + 0.075, y1 - 0.09, p.h - 0.062))
        badge(mid, y0 + 0.05, head + 0.016, 0.05)
    else:
        front(-p.w * 0.36, p.w * 0.36, head + 0.012, p.h - 0.035, y0 + 0.048, y0 + 0.054, 0.01, mt.black_glass())
        for i in range(4):
            disc(-p.w * 0.24 + p.w * 0.16 * i, y0 + 0.0475, y0 + 0.049, (head + p.h) / 2 - 0.01, 0.006, mt.glow('#e8eef2', 0.9), vertices=20)
        box(-0.032, 0.032, y0 + 0.06, back, head - 0.05, head + 0.004, mt.plain('#2a2c2f', 0.35), bevel=0.008)
        for x in (-0.012, 0.012):
            puck(x, y0 + p.d * 0.2, head - 0.062, head - 0.048, 0.005, mt.chrome(), vertices=20)
        box(x0 + 0.012, x1 - 0.012, y1 - 0.13, y1 - 0.01, p.h - 0.022, p.h - 0.004, mt.plain('#2a2c2f', 0.3), bevel=0.006)
        badge(0, y0 + 0.05, p.h - 0.03, 0.04)
    _cup(mid, y0 + p.d * 0.24, deck + 0.006)
    # Rail on top that warms the cups.
    tube([(x0 + 0.02, y0 + 0.08, p.h), (x1 - 0.02, y0 + 0.08, p.h), (x1 - 0.02, y1 - 0.04, p.h), (x0 + 0.02, y1 - 0.04, p.h)], 0.003, mt.chrome(), smooth=False, closed=True)
    for x in (x0 + 0.02, x1 - 0.02):
        for y in (y0 + 0.08, y1 - 0.04):
            rod((x, y, p.h - 0.022), (x, y, p.h), 0.003, mt.chrome())
    return 'low'


def coffee_builtin(p):
    x0, x1, y, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    trim = mt.shell(p.finish, 'x')
    body = mt.plain('#6c7073', 0.45, 0.8)
    niche0, niche1, low, high = -0.13, 0.13, 0.07, p.h * 0.66
    box(x0 + 0.02, x1 - 0.02, y + 0.16, y1, 0.01, p.h - 0.01, body, bevel=0.003)
    for a, b, c, d in ((x0 + 0.02, niche0, 0.01, p.h - 0.01), (niche1, x1 - 0.02, 0.01, p.h - 0.01), (niche0, niche1, 0.01, low - 0.005), (niche0, niche1, high + 0.001, p.h - 0.01)):
        box(a, b, y + 0.029, y + 0.161, c, d, body, bevel=0)
    for a, b, c, d in ((x0, niche0, 0, p.h * 0.7), (niche1, x1, 0, p.h * 0.7), (niche0, niche1, 0, low), (x0, x1, p.h * 0.7, p.h)):
        box(a, b, y, y + 0.03, c, d, trim, bevel=0.002)
    box(niche0, niche1, y, y + 0.03, high, p.h * 0.7, trim, bevel=0.001)
    front(x0 + 0.006, x1 - 0.006, p.h * 0.7 + 0.004, p.h - 0.006, y - 0.002, y + 0.002, 0.006, mt.black_glass())
    label('Flat white', 0, y - 0.0026, p.h * 0.86, 0.024, mt.glow('#e8f0f6', 1.4))
    for i in range(6):
        disc((i - 2.5) * 0.07, y - 0.0026, y, p.h * 0.77, 0.008, mt.glow('#b7c4cd', 0.7), vertices=24)
    box(niche0, niche1, y + 0.14, y + 0.15, low, high, mt.lit('#55595d', 0.25))
    for x in (niche0, niche1 - 0.004):
        box(x, x + 0.004, y + 0.02, y + 0.15, low, high, mt.lit('#484b4f', 0.2))
    box(niche0, niche1, y + 0.01, y + 0.15, low - 0.004, low + 0.004, mt.plain('#8e9296', 0.3, 0.9))
    box(-0.04, 0.04, y + 0.02, y + 0.12, high - 0.06, high, mt.plain('#303337', 0.3), bevel=0.01)
    for x in (-0.014, 0.014):
        puck(x, y + 0.06, high - 0.078, high - 0.058, 0.006, mt.chrome(), vertices=20)
    _cup(0, y + 0.06, low + 0.004)
    highlight(1, 0.06, y, p.h * 0.5)
    badge(x0 + 0.08, y, 0.04, 0.06)
    return 'low'


def _bowl(x0, x1, y0, y1, top, deep, skin, inner):
    """A basin: four walls with a drain."""
    t = 0.006
    box(x0, x1, y0, y0 + t, top - deep, top - 0.001, inner, bevel=0.002)
    box(x0, x1, y1 - t, y1, top - deep, top - 0.001, inner, bevel=0.002)
    box(x0, x0 + t, y0, y1, top - deep, top - 0.001, inner, bevel=0.002)
    box(x1 - t, x1, y0, y1, top - deep, top - 0.001, inner, bevel=0.002)
    box(x0, x1, y0, y1, top - deep - t, top - deep, inner, bevel=0.002)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2 + 0.03
    lathe([(0.045, 0.001), (0.043, 0.003), (0.034, 0.001), (0.03, -0.004), (0, -0.004)], mt.chrome(), at=(cx, cy, top - deep))


def sink(p):
    """A sink laid on its bowls; a laundry tub stands in its cabinet."""
    inner = mt.shell(p.finish, 'x')
    tall = p.h > 0.5
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    if tall:
        white = mt.plain('#f1f1ef', 0.35, coat=0.3)
        box(x0, x1, y0 + 0.02, y1, 0.08, p.h - 0.06, white, bevel=0.003)
        box(x0 + 0.03, x1 - 0.03, y0 + 0.06, y1 - 0.02, 0, 0.08, mt.dark())
        doors = max(1, p.number('doors', 1 if p.w < 0.55 else 2))
        for i in range(doors):
            a, b = x0 + p.w * i / doors + 0.003, x0 + p.w * (i + 1) / doors - 0.003
            box(a, b, y0, y0 + 0.018, 0.085, p.h - 0.07, white, bevel=0.002)
            hx = b - 0.03 if i == 0 else a + 0.03
            rod((hx, y0 - 0.012, p.h - 0.27), (hx, y0 - 0.012, p.h - 0.13), 0.005, mt.chrome())
    top = p.h
    deep = 0.17 if tall else p.h - 0.006
    bowls, drainer = p.number('bowls', 1), p.has('drainer')
    rim = 0.03 if not tall else 0.04
    share = 0.6 if drainer else 1.0
    spans, left = [], x0 + rim
    usable = (p.w - 2 * rim) * share
    for i in range(bowls):
        width = usable / bowls
        spans.append((left, left + width - (0.02 if i < bowls - 1 or drainer else 0)))
        left += width
    near, far = y0 + rim, y1 - 0.075
    plate = 0.004
    z = (top - plate, top)
    box(x0, x1, y0, near, *z, inner, bevel=0.0015)
    box(x0, x1, far, y1, *z, inner, bevel=0.0015)
    edges = [x0] + [v for span in spans for v in span] + [x1]
    for a, b in zip(edges[::2], edges[1::2]):
        box(a, b, near, far, *z, inner, bevel=0)
    for a, b in spans:
        _bowl(a, b, near, far, top, deep, inner, inner)
    if drainer:
        for i in range(9):
            x = spans[-1][1] + 0.05 + (x1 - spans[-1][1] - 0.09) * i / 8
            box(x - 0.003, x + 0.003, near + 0.03, far - 0.03, top - 0.001, top + 0.003, inner, bevel=0.002)
    puck(0, y1 - 0.037, top, top + 0.003, 0.018, mt.chrome(), vertices=32)
    return 'low' if tall else 'basin'


def tap(p):
    metal = mt.finish(p.finish, 'z')
    spout = p.text('spout', 'gooseneck')
    reach = p.d - 0.05
    y = p.d / 2 - 0.028
    puck(0, y, 0, 0.008, 0.027, metal)
    base = 0.1
    puck(0, y, 0.008, base, 0.0225, metal)
    rod((0.02, y, 0.065), (0.045, y, 0.07), 0.014, metal)
    rod((0.042, y, 0.07), (0.062, y - 0.012, 0.13), 0.0055, metal)
    pipe = 0.0125
    if spout == 'square':
        tube([(0, y, base), (0, y, p.h - pipe - 0.012), (0, y - 0.012, p.h - pipe), (0, y - reach + 0.012, p.h - pipe), (0, y - reach, p.h - pipe - 0.012), (0, y - reach, p.h - 0.06)], pipe, metal, smooth=False)
    elif spout in ('straight', 'pull-out'):
        rod((0, y, base - 0.002), (0, y, p.h * 0.62), 0.0215, metal)
        rod((0, y, p.h * 0.6), (0, y - reach * 0.98, p.h - 0.02), 0.016, metal)
        rod((0, y - reach * 0.95, p.h - 0.03), (0, y - reach * 0.97, p.h - 0.075), 0.0165, mt.plain('#2a2c2f', 0.4) if spout == 'pull-out' else metal)
    else:
        radius = reach / 2
        crest = p.h - pipe - radius
        arc = [(0, y - radius + radius * math.cos(a), crest + radius * math.sin(a)) for a in (math.pi * i / 14 for i in range(15))]
        tube([(0, y, base), (0, y, (base + crest) / 2)] + arc + [(0, y - reach, crest - 0.05)], pipe, metal, smooth=False, resolution=8)
        rod((0, y - reach, crest - 0.04), (0, y - reach, crest - 0.11), 0.0165, metal, end_radius=0.0185)
        if 'spring' in spout:
            path = [(0, y, base + 0.05)] + arc
            for (ax, ay, az), (bx, by, bz) in zip(path, path[1:]):
                pieces = 14 if abs(bz - az) > 0.08 else 3
                for k in range(pieces):
                    t = k / pieces
                    cy, cz = ay + (by - ay) * t, az + (bz - az) * t
                    dy, dz = (by - ay) * 0.3 / pieces, (bz - az) * 0.3 / pieces
                    rod((0, cy, cz), (0, cy + dy, cz + dz), 0.0175, mt.chrome() if p.finish != 'matte-black' else metal, vertices=20)
            rod((0, y, base + 0.06), (0, y - reach, base + 0.06), 0.006, metal)
    return 'tall'


builders = {
    'rangehood-canopy': canopy,
    'rangehood-undermount': undermount,
    'rangehood-slideout': slideout,
    'coffee-machine': coffee_machine,
    'coffee-builtin': coffee_builtin,
    'sink': sink,
    'tap': tap,
}
