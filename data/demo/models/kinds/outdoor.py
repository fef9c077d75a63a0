"""Barbecues."""
import math

import materials as mt
from parts import badge, bar_handle, box, disc, group, knob, lathe, prism, rod, tube


def _shelf(x0, x1, y0, y1, z, steel):
    box(x0, x1, y0, y1, z - 0.03, z, steel, bevel=0.006)
    for k in range(3):
        x = x0 + (x1 - x0) * (k + 0.5) / 3
        rod((x, y0 - 0.012, z - 0.03), (x, y0 - 0.012, z - 0.045), 0.003, steel)
    tube([(x0 + 0.02, y0 - 0.014, z - 0.012), (x1 - 0.02, y0 - 0.014, z - 0.012)], 0.006, steel, smooth=False)


def _lid(p, x0, x1, y0, y1, z, rise, turn):
    """A hood whose profile is a quarter of a barrel."""
    depth = y1 - y0
    profile = [(y0, z), (y0, z + rise * 0.18)]
    for i in range(1, 9):
        a = math.pi / 2 * i / 8
        profile.append((y0 + depth * 0.62 * (1 - math.cos(a)), z + rise * (0.18 + 0.82 * math.sin(a))))
    profile += [(y1 - 0.04, z + rise), (y1, z + rise * 0.7), (y1, z)]
    with group((0, y1, z), turn_x=turn):
        prism(profile, x0 + 0.012, x1 - 0.012, mt.shell(p.finish, 'x'), plane='yz', bevel=0.004, smooth_angle=35)
        for a, b in ((x0, x0 + 0.014), (x1 - 0.014, x1)):
            prism(profile, a, b, mt.plain('#232527', 0.5), plane='yz', bevel=0.006)
        high = z + rise * 0.2
        bar_handle((x0 + 0.09, y0 - 0.055, high), (x1 - 0.09, y0 - 0.055, high), 0.058, mt.finish('stainless', 'x'), radius=0.013)
        disc(0, y0 + depth * 0.03 - 0.012, y0 + depth * 0.1, z + rise * 0.52, 0.036, mt.chrome())
        disc(0, y0 + depth * 0.03 - 0.0135, y0 + depth * 0.05, z + rise * 0.52, 0.03, mt.plain('#f1f0ec', 0.4))
        box(-0.001, 0.001, y0 + depth * 0.03 - 0.0142, y0 + depth * 0.03 - 0.0135, z + rise * 0.52, z + rise * 0.52 + 0.02, mt.plain('#b83226', 0.4), bevel=0)
        badge(0, y0, z + rise * 0.1, 0.09)


def barbecue(p):
    skin, steel = mt.shell(p.finish, 'x'), mt.finish('stainless', 'x')
    burners = p.number('burners', 4)
    lidded = p.text('lid', 'yes') != 'no'
    deck = min(0.88, p.h * (0.74 if lidded else 0.97))
    y0, y1 = -p.d / 2 + 0.06, p.d / 2
    side = p.w * 0.21
    x0, x1 = -p.w / 2 + side, p.w / 2 - side
    for x in (x0 + 0.05, x1 - 0.05):
        for y in (y0 + 0.08, y1 - 0.06):
            disc(x, y - 0.012, y + 0.012, 0.035, 0.035, mt.rubber(), vertices=32)
            rod((x, y, 0.05), (x, y, 0.09), 0.012, mt.chrome())
    box(x0, x1, y0 + 0.03, y1, 0.085, deck - 0.16, mt.plain('#4e5154', 0.45, 0.5), bevel=0.004)
    doors = 2
    for i in range(doors):
        a, b = x0 + (x1 - x0) * i / doors + 0.003, x0 + (x1 - x0) * (i + 1) / doors - 0.003
        box(a, b, y0 + 0.012, y0 + 0.03, 0.092, deck - 0.17, skin, bevel=0.004)
        hx = b - 0.03 if i == 0 else a + 0.03
        bar_handle((hx, y0 - 0.02, deck * 0.42), (hx, y0 - 0.02, deck * 0.68), 0.034, steel, radius=0.008)
    box(x0 - 0.004, x1 + 0.004, y0, y1, deck - 0.16, deck, steel if mt.nature(p.finish) == 'metal' else mt.plain('#2a2c2f', 0.4), bevel=0.006)
    panel = y0 - 0.012
    box(x0, x1, panel, y0 + 0.02, deck - 0.15, deck - 0.02, steel, bevel=0.008)
    for i in range(burners):
        x = x0 + (x1 - x0) * (i + 0.5) / burners
        knob(x, panel, deck - 0.085, 0.026, 0.034, mt.plain('#1d1e20', 0.35, coat=0.4), mark=mt.plain('#e8e8e8', 0.4))
        lathe([(0.036, 0), (0.038, -0.004), (0.034, -0.005)], mt.chrome(), at=(x, panel, deck - 0.085), axis='y')
    for a, b in ((-p.w / 2, x0 - 0.006), (x1 + 0.006, p.w / 2)):
        _shelf(a, b, y0 + 0.05, y1 - 0.04, deck - 0.02, steel)
    grill = deck + 0.004
    for i in range(int((x1 - x0) / 0.018)):
        x = x0 + 0.02 + 0.018 * i
        if x > x1 - 0.02:
            break
        if x < x0 + (x1 - x0) * 0.6:
            rod((x, y0 + 0.03, grill), (x, y1 - 0.05, grill), 0.0045, mt.plain('#17181a', 0.55), vertices=10)
    box(x0 + (x1 - x0) * 0.62, x1 - 0.02, y0 + 0.03, y1 - 0.05, deck, deck + 0.012, mt.plain('#1b1c1e', 0.4), bevel=0.004)
    if lidded:
        _lid(p, x0, x1, y0 + 0.01, y1, deck + 0.008, p.h - deck - 0.01, -72 if p.open else 0)
    return 'low'


builders = {'barbecue': barbecue}
