"""Vacuum cleaners."""
import math

import materials as mt
from parts import badge, box, cushion, disc, ellipse, front, label, lathe, prism, puck, rod, slab, tube


def stick(p):
    skin = mt.shell(p.finish)
    dark, metal = mt.plain('#26282b', 0.4, coat=0.2), mt.plain('#b4b8bc', 0.25, 0.9)
    w, lean = min(p.w, 0.26), 0.1
    y = -0.05
    # Floor head with a soft roller that shows through its window.
    slab(-w / 2, w / 2, y - 0.06, y + 0.06, 0.012, 0.062, 0.03, dark, bevel=0.012)
    rod((-w / 2 + 0.012, y - 0.045, 0.03), (w / 2 - 0.012, y - 0.045, 0.03), 0.03, mt.cloth(p.finish if p.finish != 'white' else 'grey'))
    box(-w / 2 + 0.03, w / 2 - 0.03, y - 0.05, y + 0.01, 0.058, 0.066, skin, bevel=0.006)
    rod((0, y + 0.02, 0.05), (0, y + 0.045, 0.13), 0.022, dark)
    along = lambda t: (0, y + 0.04 + lean * t, 0.12 + (p.h - 0.16) * t)
    rod(along(0), along(0.62), 0.0165, metal)
    rod(along(0.56), along(0.66), 0.021, dark)
    # Motor, clear bin with cyclone, grip.
    a, b = along(0.66), along(0.86)
    rod(a, b, 0.05, skin, end_radius=0.044)
    bin_y = -0.075
    rod((0, a[1] + bin_y, a[2] - 0.03), (0, a[1] + bin_y + 0.02, a[2] + 0.13), 0.047, mt.clear('#bcc4ca', 0.35))
    rod((0, a[1] + bin_y, a[2] - 0.02), (0, a[1] + bin_y + 0.02, a[2] + 0.12), 0.03, mt.plain('#5a5e63', 0.35, 0.5))
    rod((0, a[1] + bin_y, a[2] + 0.12), (0, a[1] + bin_y + 0.022, a[2] + 0.17), 0.05, skin)
    rod((0, a[1] + bin_y - 0.002, a[2] - 0.04), (0, a[1] + bin_y, a[2] - 0.026), 0.05, dark)
    box(-0.03, 0.03, a[1] + bin_y, a[1] + 0.01, a[2] + 0.02, a[2] + 0.11, dark, bevel=0.012)
    c = along(0.97)
    tube([(0, b[1], b[2] - 0.02), (0, c[1] - 0.03, c[2] + 0.02), (0, c[1] + 0.05, c[2] + 0.01), (0, c[1] + 0.075, c[2] - 0.1), (0, b[1] + 0.03, b[2] - 0.16)], 0.0165, dark, resolution=8)
    rod((0, b[1] - 0.055, b[2] - 0.05), (0, b[1] - 0.03, b[2] - 0.04), 0.026, mt.black_glass())
    badge(0, a[1] + bin_y - 0.05, a[2] + 0.148, 0.035)
    return 'tall'


def barrel(p):
    skin = mt.shell(p.finish)
    dark = mt.plain('#26282b', 0.4, coat=0.2)
    r = p.h * 0.42
    for side in (-1, 1):
        x = side * (p.w / 2 - 0.02)
        rod((x - 0.018, p.d * 0.16, r * 0.86), (x + 0.018, p.d * 0.16, r * 0.86), r * 0.86, dark, vertices=56)
        rod((x - 0.02, p.d * 0.16, r * 0.86), (x + 0.02, p.d * 0.16, r * 0.86), r * 0.5, skin, vertices=48)
    cushion((0, 0.02, p.h * 0.46), (p.w * 0.84, p.d * 0.92, p.h * 0.74), skin, square=0.62, steps=40)
    cushion((0, -p.d * 0.2, p.h * 0.5), (p.w * 0.6, p.d * 0.44, p.h * 0.66), mt.plain('#3b4046', 0.1, coat=0.7), square=0.66, steps=32)
    tube([(0, -p.d * 0.25, p.h * 0.8), (0, -p.d * 0.12, p.h * 0.98), (0, p.d * 0.12, p.h * 0.98), (0, p.d * 0.26, p.h * 0.78)], 0.015, dark, resolution=8)
    puck(0, -p.d * 0.38, 0.0, 0.04, 0.028, dark)
    for x in (-0.05, 0.05):
        disc(x, p.d * 0.3, p.d * 0.48, p.h * 0.6, 0.024, dark)
    hose = [(0, -p.d * 0.38, p.h * 0.5), (0.03, -p.d * 0.62, p.h * 0.6), (p.w * 0.6, -p.d * 0.75, p.h * 1.1), (p.w * 0.95, -p.d * 0.35, p.h * 1.9), (p.w * 0.86, -p.d * 0.1, p.h * 2.35)]
    tube(hose, 0.018, dark, resolution=6)
    top = hose[-1]
    rod(top, (p.w * 0.82, -p.d * 0.16, p.h * 2.5), 0.021, skin)
    rod((p.w * 0.84, -p.d * 0.14, p.h * 2.42), (p.w * 1.2, -p.d * 0.75, 0.07), 0.016, mt.plain('#b4b8bc', 0.25, 0.9))
    slab(p.w * 1.2 - 0.13, p.w * 1.2 + 0.13, -p.d * 0.75 - 0.08, -p.d * 0.75 + 0.03, 0.006, 0.04, 0.02, dark, bevel=0.01)
    badge(0, -p.d * 0.43, p.h * 0.5, 0.05)
    return 'low'


def robot(p):
    skin = mt.shell(p.finish)
    dark = mt.plain('#26282b', 0.4, coat=0.2)
    dock = p.has('dock')
    tall = 0.096 if dock else p.h
    r = min(p.w, 0.35) / 2
    y = -p.d / 2 + r if dock else 0
    lathe([(r * 0.92, 0.012), (r, 0.02), (r, tall * 0.62), (r * 0.985, tall * 0.74), (r * 0.95, tall * 0.8)], dark, at=(0, y, 0))
    lathe([(r * 0.95, tall * 0.76), (r * 0.94, tall * 0.81), (r * 0.9, tall * 0.83), (0, tall * 0.835)], skin, at=(0, y, 0))
    lathe([(r * 0.27, tall * 0.82), (r * 0.27, tall * 0.97), (r * 0.24, tall), (0, tall)], dark, at=(0, y + r * 0.18, 0))
    lathe([(r * 0.274, tall * 0.86), (r * 0.274, tall * 0.92)], mt.black_glass(), at=(0, y + r * 0.18, 0))
    puck(0, y - r * 0.48, tall * 0.83, tall * 0.85, r * 0.11, mt.plain('#d4d7d9', 0.25, 0.5))
    puck(0, y - r * 0.48, tall * 0.845, tall * 0.853, r * 0.05, mt.glow('#ffffff', 1.1))
    # The side brush: three tufts of bristles that fan out from a hub under the rim.
    cx, cy = -r * 0.68, y - r * 0.68
    puck(cx, cy, 0.006, 0.016, 0.014, mt.plain('#3a3d41', 0.4), vertices=24)
    for arm in range(3):
        for bristle in range(7):
            angle = 2 * math.pi * arm / 3 + 0.35 + 0.045 * (bristle - 3)
            reach = 0.062 - 0.0012 * abs(bristle - 3)
            rod((cx + 0.01 * math.cos(angle), cy + 0.01 * math.sin(angle), 0.009), (cx + reach * math.cos(angle), cy + reach * math.sin(angle), 0.003), 0.0009, mt.plain('#5b6066', 0.7), vertices=6, bevel=0)
    for side in (-1, 1):
        rod((side * r * 0.82 - 0.012, y, 0.03), (side * r * 0.82 + 0.012, y, 0.03), 0.03, mt.rubber(), vertices=32)
    if dock:
        back = p.d / 2
        slab(-p.w / 2, p.w / 2, back - p.d * 0.42, back, 0.16, p.h, 0.06, skin, bevel=0.016)
        box(-p.w / 2 + 0.01, p.w / 2 - 0.01, back - 0.12, back - 0.01, 0, 0.17, dark, bevel=0.012)
        for side in (-1, 1):
            box(side * p.w * 0.44 - 0.03, side * p.w * 0.44 + 0.03, back - p.d * 0.42, back - 0.02, 0, 0.17, skin, bevel=0.014)
        box(-p.w / 2 + 0.02, p.w / 2 - 0.02, -p.d * 0.1, back - 0.03, 0, 0.014, dark, bevel=0.005)
        front(-p.w * 0.02, p.w * 0.02, p.h * 0.7, p.h * 0.72, back - p.d * 0.42 - 0.0015, back - p.d * 0.42, 0.002, mt.glow('#dff0ff', 1.5), bevel=0)
        badge(0, back - p.d * 0.42, p.h * 0.8, 0.05)
        return 'low'
    return 'puck'


builders = {'vacuum-stick': stick, 'vacuum-barrel': barrel, 'vacuum-robot': robot}
