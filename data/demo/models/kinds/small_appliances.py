"""Kettles, toasters and other benchtop appliances, and irons."""
import math

import materials as mt
from parts import badge, box, cushion, disc, display, ellipse, feet, front, knob, label, lathe, prism, puck, rod, rounded_rect, slab, tube, vents


def _black():
    return mt.plain('#1a1b1d', 0.38, coat=0.3)


def kettle(p):
    skin = mt.shell(p.finish, 'z')
    r = p.d * 0.46
    h = p.h
    x = -(p.w / 2 - r) + 0.012
    puck(x, 0, 0, 0.018, r * 0.98, _black(), bevel=0.004)
    lathe([(r * 0.94, 0.02), (r * 0.98, 0.03), (r * 0.98, 0.036), (r * 0.9, h * 0.45), (r * 0.7, h * 0.78), (r * 0.68, h * 0.8)], skin, at=(x, 0, 0))
    lathe([(r * 0.985, 0.019), (r * 0.992, 0.03), (r * 0.98, 0.034)], mt.chrome(), at=(x, 0, 0))
    lathe([(r * 0.69, h * 0.8), (r * 0.67, h * 0.83), (r * 0.5, h * 0.875), (0, h * 0.89)], skin, at=(x, 0, 0))
    lathe([(0, h * 0.88), (0.011, h * 0.885), (0.009, h * 0.91), (0.016, h * 0.93), (0.013, h * 0.95), (0, h * 0.955)], _black(), at=(x, 0, 0), steps=40)
    if p.text('spout') == 'gooseneck':
        tube([(x - r * 0.85, 0, h * 0.3), (x - r * 1.35, 0, h * 0.42), (x - r * 1.3, 0, h * 0.68), (x - r * 1.75, 0, h * 0.84)], 0.007, skin)
    else:
        prism([(x - r * 0.5, h * 0.8), (x - r * 1.12, h * 0.83), (x - r * 1.0, h * 0.72), (x - r * 0.66, h * 0.6)], -0.022, 0.022, skin, bevel=0.014, segments=4)
    grip = p.w / 2 - 0.012
    tube([(x + r * 0.55, 0, h * 0.83), (x + r * 0.95, 0, h * 0.93), (grip - 0.006, 0, h * 0.86), (grip, 0, h * 0.6), (grip - 0.012, 0, h * 0.34), (x + r * 0.9, 0, h * 0.26)], 0.0125, _black(), resolution=8)
    front(x - 0.011, x + 0.011, h * 0.2, h * 0.5, -r * 0.985, -r * 0.9, 0.01, mt.plain('#26292c', 0.15, coat=0.7), bevel=0.001)
    badge(x, -r * 0.985, 0.052, 0.034)
    return 'low'


def toaster(p):
    skin = mt.shell(p.finish, 'x')
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    four = p.number('slices', 2) > 2
    feet(x0 + 0.04, x1 - 0.04, y0 + 0.03, y1 - 0.03, 0.014, radius=0.012)
    side = rounded_rect(y0, y1, 0.026, p.h, min(0.045, p.d * 0.22), steps=10)
    prism(side, x0 + 0.016, x1 - 0.016, skin, plane='yz', bevel=0.003)
    for a, b in ((x0 + 0.004, x0 + 0.017), (x1 - 0.017, x1 - 0.004)):
        prism(rounded_rect(y0 + 0.002, y1 - 0.002, 0.02, p.h - 0.003, min(0.043, p.d * 0.21), steps=10), a, b, _black() if mt.nature(p.finish) == 'metal' else skin, plane='yz', bevel=0.008)
    box(x0 + 0.02, x1 - 0.02, y0 + 0.01, y1 - 0.01, 0.012, 0.028, _black())
    slots = (-p.d * 0.26, p.d * 0.04) if p.d > 0.22 and four else (-p.d * 0.2, p.d * 0.2)
    if four and p.d > 0.22:
        slots = (-p.d * 0.3, -p.d * 0.11, p.d * 0.11, p.d * 0.3)
    for y in slots:
        slab(x0 + 0.05, x1 - 0.05, y - 0.017, y + 0.017, p.h - 0.002, p.h + 0.0012, 0.016, mt.chrome(), bevel=0.0005)
        slab(x0 + 0.054, x1 - 0.054, y - 0.014, y + 0.014, p.h, p.h + 0.0016, 0.013, mt.plain('#0d0d0e', 0.7), bevel=0)
    # Controls sit on the front so that they are in the picture.
    columns = (-p.w * 0.22, p.w * 0.22) if four else (p.w * 0.27,)
    for x in columns:
        front(x - 0.004, x + 0.004, 0.075, p.h * 0.78, y0 - 0.0006, y0 + 0.004, 0.004, mt.plain('#0d0d0e', 0.6), bevel=0)
        box(x - 0.022, x + 0.022, y0 - 0.022, y0 + 0.002, p.h * 0.66, p.h * 0.74, _black(), bevel=0.006)
        knob(x, y0, 0.056, 0.016, 0.014, mt.chrome(), mark=mt.dark())
        for i in range(3):
            disc(x + 0.034 + 0.0, y0 - 0.003, y0 + 0.001, 0.045 + 0.02 * i, 0.0065, mt.plain('#d8dadc', 0.3), vertices=24)
    badge(-p.w * 0.2 if not four else 0, y0, p.h * 0.5, 0.05)
    return 'low'


def blender(p):
    skin = mt.shell(p.finish)
    r = min(p.w, p.d) * 0.42
    base = p.h * 0.36
    lathe([(r * 0.98, 0.004), (r, 0.014), (r * 0.98, base * 0.3), (r * 0.76, base * 0.94), (r * 0.7, base)], skin)
    puck(0, 0, base, base + 0.012, r * 0.66, _black())
    knob(0, -r * 0.9, base * 0.42, 0.026, 0.024, mt.chrome(), mark=mt.dark())
    for x in (-0.042, 0.042):
        disc(x, -r * 0.93, -r * 0.75, base * 0.3, 0.008, _black(), vertices=24)
    badge(0, -r * 0.79, base * 0.84, 0.045)
    jar = mt.clear('#dfeaec', 0.1)
    top = p.h * 0.9
    lathe([(r * 0.55, base + 0.012), (r * 0.6, base + 0.02), (r * 0.86, top)], jar)
    lathe([(r * 0.5, base + 0.022), (r * 0.55, base + 0.022), (r * 0.81, top)], jar)
    lathe([(r * 0.9, top - 0.006), (r * 0.9, top + 0.014), (r * 0.82, top + 0.022), (0, top + 0.022)], _black())
    puck(0, 0, top + 0.02, p.h, r * 0.34, mt.clear('#8b9093', 0.4))
    tube([(r * 0.83, 0, top - 0.02), (r * 1.3, 0, top - 0.04), (r * 1.24, 0, base + 0.1), (r * 0.64, 0, base + 0.07)], 0.011, jar)
    for angle in (0.4, 2.0, 3.6, 5.2):
        rod((0, 0, base + 0.03), (r * 0.32 * math.cos(angle), r * 0.32 * math.sin(angle), base + 0.045), 0.004, mt.chrome(), end_radius=0.002)
    # A smoothie fills the jar, which also keeps it from vanishing against the page.
    fill = base + (top - base) * 0.55
    lathe([(0, base + 0.026), (r * 0.5, base + 0.026), (r * 0.68, fill), (0, fill)], mt.plain('#b8476a', 0.35))
    return 'tall'


def stand_mixer(p):
    skin = mt.shell(p.finish)
    x0, x1 = -p.w / 2, p.w / 2
    w = p.d * 0.3
    slab(x0, x1 - 0.03, -w, w, 0.004, 0.034, 0.07, skin, bevel=0.01)
    neck = x1 - 0.11
    prism([(neck - 0.03, 0.03), (x1 - 0.03, 0.03), (x1 - 0.02, p.h * 0.66), (neck + 0.005, p.h * 0.66)], -w * 0.72, w * 0.72, skin, bevel=0.03, segments=6)
    head = p.h * 0.8
    cushion(((x0 + x1) / 2 + 0.01, 0, head), (p.w * 0.94, p.d * 0.52, p.h * 0.34), skin, square=0.62, steps=40)
    band = (x0 + x1) / 2 + 0.01
    for z in (head - 0.012, head + 0.004):
        tube([(band + a, b, z) for a, b in ellipse(0, 0, p.w * 0.472, p.d * 0.262, power=0.42)], 0.0022, mt.chrome(), smooth=False, closed=True, resolution=3)
    disc_x = x0 + 0.014
    rod((disc_x + 0.02, 0, head + 0.002), (disc_x - 0.004, 0, head + 0.002), 0.031, mt.chrome())
    knob(x1 - 0.1, -p.d * 0.25, head - 0.016, 0.013, 0.016, mt.chrome())
    badge(band + 0.02, -p.d * 0.262, head + 0.026, 0.07)
    bowl_x, r = x0 + p.w * 0.34, p.d * 0.44
    steel = mt.plain('#c9cccf', 0.16, 1.0)
    low = 0.036
    lathe([(r * 0.5, low), (r * 0.52, low + 0.012), (r * 0.8, low + 0.03), (r * 0.97, low + p.h * 0.2), (r, low + p.h * 0.36), (r * 1.03, low + p.h * 0.365), (r * 0.97, low + p.h * 0.35), (r * 0.6, low + 0.05), (0, low + 0.03)], steel, at=(bowl_x, 0, 0))
    tube([(bowl_x, -r * 0.98, low + p.h * 0.31), (bowl_x, -r * 1.38, low + p.h * 0.28), (bowl_x, -r * 1.3, low + p.h * 0.12), (bowl_x, -r * 0.9, low + p.h * 0.1)], 0.008, steel)
    puck(bowl_x, 0, head - p.h * 0.17, head - p.h * 0.1, 0.028, mt.chrome())
    rod((bowl_x, 0, low + p.h * 0.28), (bowl_x, 0, head - p.h * 0.15), 0.008, mt.chrome())
    return 'low'


def food_processor(p):
    skin = mt.shell(p.finish)
    r = min(p.w, p.d) * 0.44
    base = p.h * 0.32
    slab(-r, r, -r, r, 0.006, base, r * 0.35, skin, bevel=0.012)
    knob(0, -r, base * 0.52, 0.03, 0.024, mt.chrome(), mark=mt.dark())
    badge(0, -r, base * 0.86, 0.045)
    glass = mt.clear('#dfe8ea', 0.12)
    top = p.h * 0.7
    puck(0, 0, base, base + 0.014, r * 0.9, _black())
    lathe([(r * 0.84, base + 0.012), (r * 0.92, top)], glass)
    lathe([(r * 0.8, base + 0.014), (r * 0.88, top)], glass)
    lathe([(r * 0.95, top - 0.004), (r * 0.95, top + 0.008), (r * 0.7, top + 0.03), (0, top + 0.034)], mt.clear('#cdd6d9', 0.2))
    slab(-r * 0.32, r * 0.38, -r * 0.05, r * 0.62, top + 0.01, p.h - 0.012, r * 0.16, mt.clear('#c2cbce', 0.3))
    slab(-r * 0.25, r * 0.31, r * 0.02, r * 0.55, top + 0.06, p.h, r * 0.13, _black(), bevel=0.006)
    tube([(r * 0.9, 0, top - 0.015), (r * 1.28, 0, top - 0.03), (r * 1.22, 0, base + 0.06), (r * 0.86, 0, base + 0.04)], 0.011, _black())
    puck(0, 0, base, top - 0.03, 0.016, _black())
    for i in range(3):
        angle = 2 * math.pi * i / 3 + 0.5
        rod((0, 0, base + 0.03), (r * 0.72 * math.cos(angle), r * 0.72 * math.sin(angle), base + 0.05), 0.006, mt.chrome(), end_radius=0.003)
    # Carrots and greens, chopped.
    for i in range(26):
        angle, reach = i * 2.4, r * 0.74 * math.sqrt((i % 13 + 1) / 14)
        cushion((reach * math.cos(angle), reach * math.sin(angle), base + 0.026 + 0.012 * (i % 3)), (0.026, 0.02, 0.018), mt.plain(('#d9772c', '#7c9b45', '#e3a23d')[i % 3], 0.5), square=0.7, steps=8, tilt=(i * 31 % 90, i * 17 % 90, 0))
    return 'tall'


def air_fryer(p):
    skin = mt.shell(p.finish)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2 + 0.05, p.d / 2
    twin = p.number('drawers', 1) == 2
    slab(x0, x1, y0, y1, 0.01, p.h, min(p.w, p.d) * 0.24, skin, bevel=0.035)
    feet(x0 + 0.07, x1 - 0.07, y0 + 0.07, y1 - 0.07, 0.012, radius=0.014)
    low, high = 0.025, p.h * 0.62
    spans = ((x0 + 0.022, -0.003), (0.003, x1 - 0.022)) if twin else ((x0 + 0.03, x1 - 0.03),)
    for a, b in spans:
        mid = (a + b) / 2
        front(a, b, low, high, y0 - 0.014, y0 + 0.03, 0.025, skin, bevel=0.008)
        front(a + 0.03, b - 0.03, low + 0.03, high - 0.075, y0 - 0.0155, y0, 0.018, mt.black_glass(), bevel=0.001)
        grip = high - 0.036
        box(mid - 0.045, mid + 0.045, y0 - 0.058, y0 - 0.034, grip - 0.016, grip + 0.016, _black(), bevel=0.01)
        box(mid - 0.016, mid + 0.016, y0 - 0.05, y0, grip - 0.012, grip + 0.012, _black(), bevel=0.005)
        if twin:
            continue
    panel = mt.black_glass()
    front(-p.w * 0.32, p.w * 0.32, high + 0.018, p.h - 0.04, y0 - 0.004, y0 + 0.02, 0.02, panel, bevel=0.002)
    label('180°', -p.w * 0.12 if twin else 0, y0 - 0.0046, (high + p.h) / 2 + 0.006, 0.02, mt.glow('#f3f6f8', 1.4))
    if twin:
        label('15:00', p.w * 0.14, y0 - 0.0046, (high + p.h) / 2 + 0.006, 0.018, mt.glow('#f3f6f8', 1.4))
    for i in range(6):
        disc((i - 2.5) * p.w * 0.09, y0 - 0.0046, y0, high + 0.034, 0.0045, mt.glow('#aebac2', 0.7), vertices=20)
    badge(0, y0 - 0.014, low + 0.014, 0.05)
    return 'low'


def rice_cooker(p):
    skin = mt.shell(p.finish)
    r = min(p.w, p.d) / 2
    h = p.h - 0.03
    lathe([(r * 0.8, 0.006), (r * 0.92, 0.012), (r, h * 0.3), (r, h * 0.66), (r * 0.96, h * 0.74)], skin)
    puck(0, 0, 0, 0.012, r * 0.8, mt.rubber())
    lathe([(r * 0.965, h * 0.745), (r * 0.97, h * 0.765), (r * 0.9, h * 0.9), (r * 0.5, h * 0.99), (0, h)], skin if mt.nature(p.finish) != 'metal' else mt.plain('#d7d9da', 0.3))
    lathe([(r * 0.97, h * 0.738), (r * 0.975, h * 0.746), (r * 0.965, h * 0.754)], mt.chrome())
    front(-0.055, 0.055, h * 0.2, h * 0.6, -r * 1.03, -r * 0.7, 0.02, mt.black_glass(), bevel=0.003)
    label('COOK', 0, -r * 1.034, h * 0.3, 0.011, mt.glow('#e9a14a', 1.3))
    label('0:32', 0, -r * 1.034, h * 0.48, 0.018, mt.glow('#e8eef2', 1.4))
    puck(0, r * 0.3, h * 0.95, h * 1.02, 0.02, mt.plain('#c7cacc', 0.3, 0.8))
    tube([(-r * 0.72, 0, h * 0.86), (-r * 0.5, -r * 0.1, p.h), (r * 0.5, -r * 0.1, p.h), (r * 0.72, 0, h * 0.86)], 0.009, _black())
    box(-0.02, 0.02, -r * 1.02, -r * 0.88, h * 0.7, h * 0.78, _black(), bevel=0.006)
    return 'low'


def iron(p):
    skin = mt.shell(p.finish)
    station = p.has('station')
    length = min(p.w, 0.3)
    base = 0.0
    if station:
        base = p.h * 0.46
        slab(-p.w / 2, p.w / 2, -p.d / 2, p.d / 2, 0.01, base - 0.01, 0.06, skin, bevel=0.02)
        feet(-p.w / 2 + 0.06, p.w / 2 - 0.06, -p.d / 2 + 0.05, p.d / 2 - 0.05, 0.012, radius=0.014)
        box(-p.w / 2 + 0.02, p.w / 2 - 0.02, -p.d * 0.35, p.d * 0.35, base - 0.012, base, _black(), bevel=0.005)
        knob(0, -p.d / 2, base * 0.52, 0.022, 0.016, mt.chrome(), mark=mt.dark())
        tube([(p.w * 0.42, p.d * 0.2, base * 0.5), (p.w * 0.52, p.d * 0.25, base * 0.3), (p.w * 0.44, p.d * 0.3, base), (length * 0.46, 0, base + 0.1)], 0.008, _black())
    half = min(p.d, 0.12) * 0.46
    nose, heel = -length * 0.5, length * 0.46
    outline = [(nose + length * t, half * min(1, math.sqrt(t) * 1.25)) for t in (0, 0.02, 0.06, 0.12, 0.2, 0.3, 0.42, 0.6, 0.96)]
    shape = outline + [(x, -y) for x, y in reversed(outline[1:])]
    prism(shape, base + 0.002, base + 0.01, mt.chrome(), plane='xy', bevel=0.001)
    prism([(x * 0.97, y * 0.94) for x, y in shape], base + 0.01, base + 0.042, skin, plane='xy', bevel=0.014, segments=4)
    prism([(x * 0.86 + 0.012, y * 0.66) for x, y in shape], base + 0.04, base + 0.07, mt.plain('#d9dde0', 0.35) if mt.is_dark(p.finish) else _black(), plane='xy', bevel=0.014, segments=4)
    tube([(nose * 0.66, 0, base + 0.055), (nose * 0.42, 0, base + 0.118), (0.02, 0, base + 0.132), (heel * 0.86, 0, base + 0.12), (heel * 0.9, 0, base + 0.05)], 0.0155, skin, resolution=8)
    puck(0.005, 0, base + 0.066, base + 0.08, 0.022, mt.plain('#c8ccd0', 0.3))
    puck(nose * 0.4, 0, base + 0.128, base + 0.14, 0.009, _black(), vertices=24)
    if not station:
        tube([(heel * 0.9, 0, base + 0.1), (heel + 0.03, 0, base + 0.11), (heel + 0.05, 0.02, base + 0.05), (heel + 0.04, 0.06, 0.006)], 0.0045, _black())
    return 'low'


builders = {
    'kettle': kettle,
    'toaster': toaster,
    'blender': blender,
    'stand-mixer': stand_mixer,
    'food-processor': food_processor,
    'air-fryer': air_fryer,
    'rice-cooker': rice_cooker,
    'iron': iron,
}
