"""Spare parts and accessories. The plan tells them apart by `form`, which it reads from the title."""
import math

import materials as mt
from parts import badge, box, cushion, disc, ellipse, front, label, lathe, prism, puck, rod, rounded_rect, slab, tube


def _coil(radius, pipe, turns, material, z=0.0):
    points = []
    for i in range(turns * 24):
        a = 2 * math.pi * i / 24
        r = radius * (1 - 0.03 * (i // 24))
        points.append((r * math.cos(a), r * math.sin(a), z + pipe + pipe * 2 * (i / 24) * 0.55))
    tube(points, pipe, material, smooth=False)
    return points


def hose(p):
    points = _coil(p.w * 0.46, 0.011, 3, mt.plain('#8d9297', 0.5))
    for point, way in ((points[0], -1), (points[-1], 1)):
        rod(point, (point[0], point[1] + way * 0.05, point[2]), 0.0165, mt.plain('#2b5f9e' if way > 0 else '#d7d9da', 0.4), vertices=12)
    return 'low'


def duct(p):
    """A concertina of aluminium foil or white plastic."""
    long = max(p.d, p.h, p.w)
    r = min(p.w, p.h) / 2
    skin = mt.plain('#c2c5c8', 0.3, 0.9) if p.finish == 'grey' else mt.plain('#eceded', 0.45)
    ribs = int(long / 0.013)
    profile = [(r * (0.99 if i % 2 else 0.93), -long / 2 + long * i / ribs) for i in range(ribs + 1)]
    lathe(profile, skin, at=(0, 0, r), axis='y', smooth_angle=20)
    for y in (-long / 2, long / 2 - 0.03):
        lathe([(r * 0.9, y), (r * 1.02, y), (r * 1.02, y + 0.03), (r * 0.94, y + 0.03)], mt.plain('#3a3d40', 0.5), at=(0, 0, r * 1.0), axis='y')
    disc(0, -long / 2 + 0.01, -long / 2 + 0.014, r, r * 0.9, mt.plain('#1d1e20', 0.8))
    return 'low'


def battery(p):
    body = mt.plain('#232528', 0.45, coat=0.2)
    slab(-p.w / 2, p.w / 2, -p.d / 2, p.d / 2, 0, p.h * 0.72, 0.025, body, bevel=0.008)
    slab(-p.w * 0.36, p.w * 0.36, -p.d * 0.34, p.d * 0.34, p.h * 0.7, p.h, 0.014, body, bevel=0.006)
    for i in range(4):
        box(-0.02 + 0.012 * i, -0.015 + 0.012 * i, -p.d * 0.345, -p.d * 0.33, p.h * 0.78, p.h * 0.94, mt.finish('brass'), bevel=0.001)
    front(-p.w * 0.3, p.w * 0.3, p.h * 0.2, p.h * 0.5, -p.d / 2 - 0.0006, -p.d / 2 + 0.001, 0.006, mt.plain('#c9cccf', 0.5), bevel=0)
    label('25.2 V', 0, -p.d / 2 - 0.001, p.h * 0.35, 0.012, mt.plain('#2b2d30', 0.5))
    return 'low'


def bracket(p):
    metal = mt.finish('matte-black')
    x0, x1 = -p.w / 2, p.w / 2
    y = p.d / 2
    for z in (p.h * 0.22, p.h * 0.7):
        box(x0, x1, y - 0.012, y, z, z + min(0.045, p.h * 0.24), metal, bevel=0.003)
        for i in range(int(p.w / 0.05)):
            x = x0 + 0.03 + 0.05 * i
            front(x - 0.012, x + 0.012, z + p.h * 0.04, z + p.h * 0.06, y - 0.0125, y - 0.011, 0.0045, mt.rubber(), bevel=0)
    for x in (x0 + p.w * 0.24, x1 - p.w * 0.24):
        box(x - 0.018, x + 0.018, -p.d / 2, -p.d / 2 + 0.02, 0, p.h, metal, bevel=0.003)
        for i in range(6):
            disc(x, -p.d / 2 - 0.0005, -p.d / 2 + 0.002, p.h * (0.12 + 0.15 * i), 0.005, mt.rubber(), vertices=16)
    if p.h < 0.1:
        for side in (-1, 1):
            box(side * p.w * 0.26 - 0.012, side * p.w * 0.26 + 0.012, -p.d / 2 + 0.018, y, 0.002, 0.008, metal, bevel=0.001)
    elif p.d > 0.05:
        for side in (-1, 1):
            rod((side * p.w * 0.1, y - 0.01, p.h * 0.47), (side * p.w * 0.22, -p.d / 2 + 0.02, p.h * 0.47), 0.016, metal)
    return 'low'


def rails(p):
    steel = mt.finish('stainless', 'x')
    for y in (-0.05, 0.05):
        box(-p.w / 2, p.w / 2, y - 0.007, y + 0.007, 0, 0.036, steel, bevel=0.002)
        box(-p.w / 2 + 0.06, p.w / 2 + 0.09, y - 0.016, y - 0.007, 0.008, 0.028, mt.chrome(), bevel=0.003)
        for i in range(3):
            disc(-p.w * 0.35 + p.w * 0.35 * i, y - 0.0175, y - 0.0155, 0.018, 0.005, mt.dark(), vertices=16)
    return 'low'


def tray(p):
    """Drip tray or stacking kit: a shallow rim on a board."""
    skin = mt.shell(p.finish)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    slab(x0, x1, y0, y1, 0, 0.008, 0.04, skin)
    for a, b, c, d in ((x0, x1, y0, y0 + 0.012), (x0, x1, y1 - 0.012, y1), (x0, x0 + 0.012, y0 + 0.012, y1 - 0.012), (x1 - 0.012, x1, y0 + 0.012, y1 - 0.012)):
        box(a, b, c, d, 0.001, p.h, skin, bevel=0.004)
    for i in range(7):
        y = y0 + p.d * (i + 1) / 8
        box(x0 + 0.06, x1 - 0.06, y - 0.006, y + 0.006, 0.006, 0.013, skin, bevel=0.003)
    if p.h > 0.06:
        box(x0 + 0.03, x1 - 0.03, y0 - 0.16, y0 + 0.03, 0.028, 0.044, skin, bevel=0.004)
        front(-0.09, 0.09, 0.03, 0.042, y0 - 0.165, y0 - 0.158, 0.005, mt.chrome())
    return 'flat'


def board(p):
    slab(-p.w / 2, p.w / 2, -p.d / 2, p.d / 2, 0, p.h, 0.018, mt.finish('oak', 'x'), bevel=0.004)
    slab(-p.w / 2 + 0.025, -p.w / 2 + 0.05, -0.05, 0.05, p.h - 0.001, p.h + 0.0005, 0.012, mt.plain('#3d2c1c', 0.8), bevel=0)
    return 'flat'


def pads(p):
    cover = mt.cloth('grey')
    for i in range(3):
        with_turn = (i - 1) * 5
        cushion((0.01 * (i - 1), 0.02 * (i - 1), 0.007 + 0.013 * i), (p.w, p.d, 0.014), cover, square=0.3, tilt=(0, 0, with_turn))
    return 'flat'


def brushes(p):
    for k, (x, y) in enumerate(((-0.04, -0.03), (0.045, -0.02), (-0.02, 0.05), (0.06, 0.055))):
        puck(x, y, 0.004, 0.016, 0.014, mt.plain('#2b2d30', 0.45), vertices=32)
        for i in range(3):
            a = 2 * math.pi * i / 3 + k
            end = (x + 0.055 * math.cos(a), y + 0.055 * math.sin(a), 0.004)
            for j in range(9):
                side = (j - 4) * 0.0016
                rod((x + 0.01 * math.cos(a) - side * math.sin(a), y + 0.01 * math.sin(a) + side * math.cos(a), 0.009), (end[0] - side * 2.4 * math.sin(a), end[1] + side * 2.4 * math.cos(a), 0.003), 0.0012, mt.plain('#b9bec2', 0.6), vertices=6, bevel=0)
    return 'flat'


def trim_kit(p):
    steel = mt.finish('stainless', 'x')
    x0, x1, t = -p.w / 2, p.w / 2, 0.045
    for a, b, low, high in ((x0, x1, 0, t), (x0, x1, p.h - t, p.h), (x0, x0 + t, t, p.h - t), (x1 - t, x1, t, p.h - t)):
        box(a, b, -0.01, 0.01, low, high, steel, bevel=0.003)
    return 'low'


def carton(p):
    """Tablets, bags: goods in printed card."""
    card, ink = mt.plain('#f2f1ec', 0.6), mt.plain('#2f6f8f' if p.h > p.w else '#5c7f52', 0.5)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    box(x0, x1, y0, y1, 0, p.h, card, bevel=0.0012)
    box(x0 - 0.0003, x1 + 0.0003, y0 - 0.0003, y1 + 0.0003, p.h * 0.08, p.h * 0.4, ink, bevel=0.0008)
    size = min(p.w, p.h) * 0.2
    cushion((0, y0 + 0.001, p.h * 0.66), (size * 1.7, 0.008, size * 1.15), mt.plain('#7fb3c8', 0.3), square=0.4)
    for i in range(3):
        box(x0 + p.w * 0.14, x0 + p.w * (0.62 - 0.1 * i), y0 - 0.0008, y0, p.h * (0.32 - 0.08 * i), p.h * (0.335 - 0.08 * i), mt.plain('#f7f7f4', 0.5), bevel=0)
    return 'low'


def bottle(p):
    r = min(p.w, p.d) / 2
    lathe([(r * 0.92, 0), (r, 0.006), (r, p.h * 0.66), (r * 0.86, p.h * 0.76), (r * 0.42, p.h * 0.84), (r * 0.4, p.h * 0.86)], mt.plain('#f1f2f0', 0.35, coat=0.3))
    lathe([(r * 0.46, p.h * 0.855), (r * 0.46, p.h * 0.985), (r * 0.42, p.h), (0, p.h)], mt.plain('#2f6f8f', 0.4))
    lathe([(r * 1.004, p.h * 0.14), (r * 1.004, p.h * 0.6)], mt.plain('#cfe0e6', 0.5))
    label('500 ml', 0, -r * 1.01, p.h * 0.24, 0.012, mt.plain('#2f6f8f', 0.5))
    label('DESCALER', 0, -r * 1.01, p.h * 0.46, 0.0105, mt.plain('#1f3f52', 0.5))
    return 'tall'


def stand(p):
    metal = mt.finish('matte-black')
    slab(-p.w / 2, p.w / 2, -p.d / 2, p.d / 2, 0, 0.016, 0.05, metal, bevel=0.004)
    rod((0, p.d * 0.2, 0.014), (0, p.d * 0.2, p.h * 0.96), 0.026, metal)
    if p.h > 1:
        for x in (-p.w * 0.28, p.w * 0.28):
            box(x - 0.018, x + 0.018, p.d * 0.2 - 0.06, p.d * 0.2 - 0.04, p.h * 0.68, p.h, metal, bevel=0.003)
        for z in (p.h * 0.76, p.h * 0.92):
            box(-p.w * 0.3, p.w * 0.3, p.d * 0.2 - 0.045, p.d * 0.2 - 0.025, z, z + 0.04, metal, bevel=0.003)
        slab(-p.w * 0.34, p.w * 0.34, -p.d * 0.3, p.d * 0.3, p.h * 0.42, p.h * 0.42 + 0.012, 0.03, mt.black_glass())
    else:
        slab(-p.w * 0.46, p.w * 0.46, -p.d * 0.3, p.d * 0.4, p.h - 0.012, p.h, 0.03, metal)
    return 'tall'


def plumbing_kit(p):
    points = _coil(p.w * 0.4, 0.006, 4, mt.plain('#e4e6e7', 0.4))
    for i, (x, y) in enumerate(((0.02, 0.0), (-0.03, 0.02), (0.01, -0.04))):
        rod((x, y, 0.012), (x + 0.03, y + 0.01, 0.012), 0.012, mt.chrome(), vertices=6)
        rod((x + 0.03, y + 0.01, 0.012), (x + 0.044, y + 0.014, 0.012), 0.008, mt.finish('brass'))
    return 'low'


forms = {
    'hose': hose, 'duct': duct, 'battery': battery, 'bracket': bracket, 'rails': rails, 'tray': tray, 'board': board, 'pads': pads,
    'brushes': brushes, 'trim-kit': trim_kit, 'carton': carton, 'bottle': bottle, 'stand': stand, 'plumbing-kit': plumbing_kit,
}

builders = {'accessory': lambda p: forms[p.text('form', 'carton')](p)}
