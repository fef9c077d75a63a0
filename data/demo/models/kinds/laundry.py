"""Washing machines, dryers and dishwashers."""
import math

import materials as mt
from parts import badge, bar_handle, box, disc, display, feet, front, group, knob, label, lathe, open_box, puck, rack, rod, slab, vents


def _ink(p):
    return mt.plain('#d9dde0' if mt.is_dark(p.finish) else '#4a4e52', 0.5)


def _controls(p, y, z0, z1, time):
    """Detergent drawer, programme knob with printed ring, display and keys."""
    skin, height = mt.shell(p.finish), z1 - z0
    mid = (z0 + z1) / 2
    x0, x1 = -p.w / 2, p.w / 2
    front(x0 + 0.02, x0 + p.w * 0.31, z0 + height * 0.12, z1 - height * 0.14, y - 0.004, y + 0.003, 0.008, skin, bevel=0.0025)
    front(x0 + 0.05, x0 + p.w * 0.25, z0 + height * 0.16, z0 + height * 0.3, y - 0.0045, y, 0.006, mt.dark(), bevel=0.0005)
    badge(x0 + p.w * 0.165, y - 0.004, mid + height * 0.12, 0.075)
    front(-p.w * 0.17, x1 - 0.02, z0 + height * 0.1, z1 - height * 0.1, y - 0.0015, y + 0.002, 0.012, mt.black_glass(), bevel=0.0005)
    radius = height * 0.27
    knob(-p.w * 0.06, y - 0.0015, mid, radius, 0.026, mt.chrome(), mark=mt.dark())
    for i in range(11):
        angle = math.pi * (-0.22 + 1.44 * i / 10)
        dx, dz = radius * 1.4 * math.cos(angle), radius * 1.4 * math.sin(angle)
        disc(-p.w * 0.06 + dx, y - 0.0022, y, mid + dz, 0.0016, mt.glow('#e8eef2', 1.1 if i == 7 else 0.5), bevel=0, vertices=12)
    label(time, p.w * 0.17, y - 0.002, mid + height * 0.1, height * 0.2, mt.glow('#dbeaff', 1.7))
    for i in range(5):
        x = p.w * (0.1 + 0.06 * i)
        front(x - 0.009, x + 0.009, mid - height * 0.24, mid - height * 0.215, y - 0.002, y, 0.001, mt.glow('#b7c4cd', 0.6), bevel=0)
    disc(x1 - 0.055, y - 0.003, y, mid, 0.012, mt.dark(), bevel=0.001)
    disc(x1 - 0.055, y - 0.0036, y, mid, 0.004, mt.glow('#ffffff', 0.9), bevel=0, vertices=24)


def _drum(p, y, z, radius):
    steel = mt.lit('#a3a8ac', 0.1, 0.3, 0.85)
    lathe([(radius, 0), (radius * 0.98, 0.05), (radius * 0.95, 0.3), (0, 0.32)], steel, at=(0, y, z), axis='y', caps=False)
    for i in range(3):
        angle = math.pi * (0.5 + 2 * i / 3)
        x, up = radius * 0.86 * math.cos(angle), radius * 0.86 * math.sin(angle)
        box(x - 0.022, x + 0.022, y + 0.04, y + 0.27, z + up - 0.022, z + up + 0.022, mt.plain('#8f9498', 0.4), bevel=0.012)
    for ring in range(4):
        for i in range(14):
            angle = 2 * math.pi * (i + ring % 2 / 2) / 14
            r = radius * (0.2 + 0.2 * ring)
            disc(r * math.cos(angle), y + 0.313, y + 0.32, z + r * math.sin(angle), 0.0055, mt.dark(), bevel=0, vertices=8)


def _door(p, y, z, radius, smoked, ring):
    """The round door: outer ring, inner ring, bowl of glass, grip."""
    lathe([(radius * 0.74, 0.004), (radius * 0.77, -0.026), (radius * 0.9, -0.036), (radius * 0.985, -0.024), (radius, 0.002)], ring, at=(0, y, z), axis='y', caps=False)
    inner = mt.plain('#202225', 0.25, coat=0.5)
    lathe([(radius * 0.66, 0.0), (radius * 0.68, -0.02), (radius * 0.74, -0.022), (radius * 0.77, -0.02)], inner, at=(0, y, z), axis='y', caps=False)
    glass = mt.plain('#0b0c0e', 0.04, coat=1.0) if smoked else mt.clear('#c7d0d6', 0.2)
    lathe([(0, -0.004), (radius * 0.4, -0.006), (radius * 0.6, -0.012), (radius * 0.69, -0.016)], glass, at=(0, y, z), axis='y')
    front(radius * 0.8, radius * 0.93, z - radius * 0.2, z + radius * 0.2, y - 0.04, y - 0.02, radius * 0.06, mt.plain('#2a2c2f', 0.35), bevel=0.004)


def _front_loader(p, smoked, vented, time):
    skin = mt.shell(p.finish)
    x0, x1, y, y1 = -p.w / 2, p.w / 2, -p.d / 2 + 0.03, p.d / 2
    panel = p.h - 0.125
    foot = 0.014
    feet(x0 + 0.05, x1 - 0.05, y + 0.05, y1 - 0.05, foot + 0.002, radius=0.022)
    radius = min(p.w * 0.35, (panel - 0.1) * 0.38)
    z = 0.1 + (panel - 0.1) * 0.53
    open_box(x0, x1, y + 0.02, y1, foot, p.h - 0.03, 0.02, skin, back=mt.dark())
    box(x0, x1, y + 0.002, y1, p.h - 0.028, p.h, skin, bevel=0.008)
    # The front is a frame around the opening, so that the drum lies behind the glass.
    for a, b, low, high in ((x0, -radius * 0.66, foot + 0.09, panel - 0.003), (radius * 0.66, x1, foot + 0.09, panel - 0.003)):
        box(a, b, y, y + 0.021, low, high, skin, bevel=0)
    for low, high in ((z + radius * 0.62, panel - 0.003), (foot + 0.09, z - radius * 0.62)):
        box(-radius * 0.66, radius * 0.66, y, y + 0.021, low, high, skin, bevel=0)
    # A round collar hides the corners of the opening.
    lathe([(radius * 0.6, 0.012), (radius * 0.62, -0.0008), (radius * 0.96, -0.0008), (radius * 0.97, 0.001)], skin, at=(0, y, z), axis='y', caps=False)
    box(x0, x1, y, y + 0.021, foot, foot + 0.087, skin, bevel=0.003)
    box(x0, x1, y, y + 0.021, panel, p.h - 0.03, skin, bevel=0.003)
    box(x0 + 0.004, x1 - 0.004, y + 0.004, y + 0.02, panel - 0.004, panel + 0.001, mt.dark(), bevel=0)
    ring = mt.plain('#2b2d30', 0.3, 0.7) if mt.is_dark(p.finish) or smoked else mt.plain('#c4c8cb', 0.2, 1.0)
    lathe([(radius * 0.6, 0.0), (radius * 0.64, -0.018), (radius * 0.8, -0.002)], mt.rubber(), at=(0, y + 0.004, z), axis='y', caps=False)
    if not smoked or p.open:
        _drum(p, y - 0.016, z, radius * 0.6)
    with group((-radius, y, z), turn_z=-112 if p.open else 0):
        _door(p, y - 0.002, z, radius, smoked and not p.open, ring)
    _controls(p, y, panel, p.h - 0.03, time)
    if vented:
        vents(x0 + 0.08, x1 - 0.08, foot + 0.03, foot + 0.065, y, 30)
    else:
        front(x1 - 0.15, x1 - 0.04, foot + 0.02, foot + 0.075, y - 0.001, y + 0.001, 0.006, skin, bevel=0.0008)
    return 'low'


def washer_top(p):
    skin = mt.shell(p.finish)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    deck = p.h - 0.12
    feet(x0 + 0.06, x1 - 0.06, y0 + 0.06, y1 - 0.06, 0.02)
    box(x0, x1, y0, y1, 0.02, deck, skin, bevel=0.018, segments=4)
    box(x0 + 0.01, x1 - 0.01, y0 + 0.001, y1 - 0.001, 0.085, 0.088, mt.dark(), bevel=0)
    back = y1 - 0.13
    # The console leans back at the rear of the deck.
    with group((0, back, deck), turn_x=-14):
        box(x0 + 0.006, x1 - 0.006, back, back + 0.085, deck - 0.02, p.h - 0.005, skin, bevel=0.014, segments=4)
        front(x0 + 0.05, x1 - 0.05, deck + 0.025, p.h - 0.02, back - 0.0015, back + 0.002, 0.012, mt.black_glass(), bevel=0.0005)
        label('0:48', 0, back - 0.002, deck + 0.068, 0.026, mt.glow('#dbeaff', 1.7))
        for i in range(5):
            disc(x0 + 0.1 + 0.032 * i, back - 0.003, back, deck + 0.066, 0.008, mt.plain('#8b9197', 0.3), vertices=24)
        knob(x1 - 0.12, back - 0.0015, deck + 0.066, 0.026, 0.022, mt.chrome(), mark=mt.dark())
    inset, near = 0.055, y0 + 0.05
    if p.open:
        puck(0, (near + back) / 2, deck - 0.002, deck + 0.002, min(p.w, p.d) * 0.36, mt.dark())
        lathe([(0.2, 0), (0.21, 0.006), (0.2, 0.01)], mt.plain('#b9bdc0', 0.25, 1.0), at=(0, (near + back) / 2, deck + 0.001))
    with group((0, back - 0.02, deck), turn_x=-72 if p.open else 0):
        slab(x0 + inset, x1 - inset, near, back - 0.02, deck - 0.001, deck + 0.016, 0.05, mt.plain('#c9cdd0', 0.3, 0.6) if not mt.is_dark(p.finish) else mt.dark(), bevel=0.005)
        slab(x0 + inset + 0.04, x1 - inset - 0.04, near + 0.045, back - 0.06, deck + 0.012, deck + 0.018, 0.04, mt.black_glass(), bevel=0.002)
    front(-0.07, 0.07, deck - 0.05, deck - 0.025, y0 - 0.002, y0 + 0.004, 0.01, mt.dark(), bevel=0.001)
    badge(x0 + 0.1, y0, deck - 0.06, 0.085)
    return 'topload'


def _dish_tub(p, x0, x1, y, y1, z0, z1):
    open_box(x0, x1, y, y1, z0, z1, 0.006, mt.lit('#aeb3b7', 0.22, 0.3, 0.9))
    white = mt.plain('#eceff0', 0.25)
    for share, reach in ((0.18, 0.0), (0.58, 0.0)):
        z = z0 + (z1 - z0) * share
        rack(x0 + 0.025, x1 - 0.025, y + 0.02 - reach, y1 - 0.03, z, mt.plain('#8d949a', 0.35), wires=16)
        for i in range(9):
            plate = x0 + 0.09 + (x1 - x0 - 0.18) * i / 8
            rod((plate, y + 0.13, z + 0.1), (plate + 0.008, y + 0.13, z + 0.105), 0.085 + 0.012 * (i % 2), white, bevel=0.003, vertices=48)


def dishwasher(p):
    skin = mt.shell(p.finish, 'x')
    x0, x1, y, y1 = -p.w / 2, p.w / 2, -p.d / 2 + 0.022, p.d / 2
    kick, top = 0.1, p.h
    bar = p.text('handles', 'bar') == 'bar'
    side = mt.plain('#8a8e91', 0.4, 0.6)
    freestanding = p.h > 0.83
    box(x0 + 0.02, x1 - 0.02, y + 0.06, y1 - 0.02, 0.012, kick, mt.dark())
    feet(x0 + 0.05, x1 - 0.05, y + 0.08, y1 - 0.06, 0.014)
    if p.open:
        open_box(x0, x1, y + 0.022, y1, kick, top - 0.03, 0.012, side)
        _dish_tub(p, x0 + 0.013, x1 - 0.013, y + 0.023, y1 - 0.02, kick + 0.012, top - 0.045)
    else:
        box(x0, x1, y + 0.024, y1, kick, top - 0.03, side, bevel=0.002)
    box(x0, x1, y + 0.004, y1, top - 0.03, top, skin if freestanding else side, bevel=0.005)
    if not p.open:
        box(x0 + 0.01, x1 - 0.01, y + 0.018, y + 0.025, kick + 0.01, top - 0.03, mt.rubber())
    with group((0, y + 0.02, kick), turn_x=84 if p.open else 0):
        panel = top - 0.13
        box(x0, x1, y, y + 0.018, kick + 0.006, panel if not bar else top - 0.034, skin, bevel=0.004)
        if bar:
            bar_handle((x0 + 0.06, y - 0.04, top - 0.1), (x1 - 0.06, y - 0.04, top - 0.1), 0.04, mt.finish('stainless', 'x') if mt.nature(p.finish) != 'metal' else skin)
            display(0.1, 0.2, top - 0.066, top - 0.042, y, '2:10')
        else:
            box(x0, x1, y + 0.01, y + 0.018, panel, panel + 0.03, mt.dark(), bevel=0.001)
            box(x0, x1, y, y + 0.018, panel + 0.026, top - 0.034, skin, bevel=0.004)
            display(-0.06, 0.06, panel + 0.042, top - 0.05, y, '2:10')
        badge(x0 + 0.08, y, top - 0.056, 0.07)
        if p.open:
            box(x0 + 0.02, x1 - 0.02, y + 0.018, y + 0.024, kick + 0.02, top - 0.05, mt.plain('#aeb3b7', 0.3, 1.0))
            box(-0.12, 0.02, y + 0.023, y + 0.03, kick + 0.3, kick + 0.42, mt.plain('#d5d9db', 0.4), bevel=0.006)
    return 'low'


def dishwasher_drawer(p):
    skin = mt.shell(p.finish, 'x')
    x0, x1, y, y1 = -p.w / 2, p.w / 2, -p.d / 2 + 0.022, p.d / 2
    count = p.number('drawers', 2)
    each = p.h / count
    bar = p.text('handles', 'bar') == 'bar'
    box(x0 + 0.004, x1 - 0.004, y + 0.024, y1, 0.004, p.h - 0.004, mt.plain('#8a8e91', 0.4, 0.6), bevel=0.002)
    for i in range(count):
        z0, z1 = each * i + 0.003, each * (i + 1) - 0.003
        pull = 0.36 if p.open and i == count - 1 else 0
        with group((0, 0, 0), shift=(0, -pull, 0)):
            box(x0, x1, y, y + 0.02, z0, z1 if bar else z1 - 0.03, skin, bevel=0.004)
            if not bar:
                box(x0, x1, y + 0.01, y + 0.02, z1 - 0.032, z1, mt.dark(), bevel=0.001)
            else:
                bar_handle((x0 + 0.06, y - 0.04, z1 - 0.055), (x1 - 0.06, y - 0.04, z1 - 0.055), 0.04, mt.finish('stainless', 'x'))
            display(-0.045, 0.045, z0 + 0.03, z0 + 0.05, y, '1:05')
            if i == count - 1:
                badge(x0 + 0.07, y, z0 + 0.04, 0.075, dark=mt.nature(p.finish) == 'metal')
            if pull:
                tub = mt.lit('#aeb3b7', 0.15, 0.3, 0.9)
                box(x0 + 0.02, x1 - 0.02, y + 0.02, y + 0.5, z0 + 0.02, z0 + 0.04, tub)
                for x in (x0 + 0.02, x1 - 0.035):
                    box(x, x + 0.015, y + 0.02, y + 0.5, z0 + 0.02, z1 - 0.05, tub)
                rack(x0 + 0.05, x1 - 0.05, y + 0.04, y + 0.46, z0 + 0.1, mt.plain('#8d949a', 0.35))
                for k in range(8):
                    plate = x0 + 0.1 + (p.w - 0.2) * k / 7
                    rod((plate, y + 0.24, z0 + 0.21), (plate + 0.008, y + 0.24, z0 + 0.215), 0.1, mt.plain('#eceff0', 0.25), bevel=0.003, vertices=48)
    return 'topload'


builders = {
    'washer-front': lambda p: _front_loader(p, smoked=False, vented=False, time='1:24'),
    'washer-dryer': lambda p: _front_loader(p, smoked=False, vented=True, time='3:10'),
    'dryer': lambda p: _front_loader(p, smoked=True, vented=True, time='2:05'),
    'washer-top': washer_top,
    'dishwasher': dishwasher,
    'dishwasher-drawer': dishwasher_drawer,
}
