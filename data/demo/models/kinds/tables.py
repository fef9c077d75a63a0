"""Dining, coffee, side and outdoor tables, and desks."""
import materials as mt
from parts import box, ellipse, leg, prism, puck, rod, rounded_rect, slab


def _outline(p, shape):
    if shape in ('round', 'oval'):
        return ellipse(0, 0, p.w / 2, p.d / 2, steps=96)
    return rounded_rect(-p.w / 2, p.w / 2, -p.d / 2, p.d / 2, 0.03 if shape == 'square' else 0.012)


def _base(p, axis='z'):
    return mt.shell(p.accent or ('black' if mt.nature(p.finish) != 'wood' else p.finish), axis)


def _top(p, shape, thick, name=None):
    prism(_outline(p, shape), p.h - thick, p.h, mt.shell(name or p.finish, 'x'), plane='xy', bevel=min(0.008, thick * 0.3))


def dining_table(p):
    shape = p.text('shape', 'rectangular')
    thick = 0.03
    _top(p, shape, thick)
    base, under = _base(p), p.h - thick
    legs = p.text('legs', 'four')
    if legs == 'pedestal':
        r = min(p.w, p.d)
        puck(0, 0, 0, 0.025, r * 0.29, base, bevel=0.008, top=r * 0.28)
        puck(0, 0, 0.025, under - 0.02, r * 0.13, base, top=r * 0.08)
        puck(0, 0, under - 0.02, under, r * 0.2, base)
    elif legs == 'trestle':
        for x in (-p.w * 0.31, p.w * 0.31):
            for y in (-1, 1):
                leg((x, y * p.d * 0.14, under), (x, y * p.d * 0.38, 0), 0.065, base, taper=0.8, round_=False)
            box(x - 0.03, x + 0.03, -p.d * 0.38, p.d * 0.38, under - 0.04, under, base)
        box(-p.w * 0.31, p.w * 0.31, -0.02, 0.02, under * 0.42, under * 0.42 + 0.07, _base(p, 'x'))
    else:
        straight = shape == 'rectangular'
        inset_x, inset_y = (p.w / 2 - 0.085, p.d / 2 - 0.085) if straight else (p.w * 0.3, p.d * 0.28)
        for x in (-inset_x, inset_x):
            for y in (-inset_y, inset_y):
                leg((x, y, under), (x * 1.02, y * 1.03, 0), 0.072, base, taper=0.6, round_=not straight)
        _apron(inset_x - 0.012, inset_y - 0.012, under - 0.075, under, _base(p, 'x'))
    return 'wide'


def _apron(x, y, z0, z1, material):
    for side in (-y, y):
        box(-x, x, side - 0.011, side + 0.011, z0, z1, material)
    for side in (-x, x):
        box(side - 0.011, side + 0.011, -y, y, z0, z1, material)


def coffee_table(p):
    shape = p.text('shape', 'rectangular')
    round_ = shape in ('round', 'oval')
    thick = 0.028
    _top(p, shape, thick)
    base, under = _base(p), p.h - thick
    x, y = (p.w * 0.32, p.d * 0.3) if round_ else (p.w / 2 - 0.05, p.d / 2 - 0.05)
    if p.number('drawers', 0):
        if round_:
            prism(ellipse(0, 0, p.w * 0.4, p.d * 0.4), under - 0.1, under, mt.shell(p.finish, 'x'), plane='xy')
        else:
            box(-p.w / 2 + 0.03, p.w / 2 - 0.03, -p.d / 2 + 0.03, p.d / 2 - 0.03, under - 0.12, under, mt.shell(p.finish, 'x'))
            box(-p.w / 2 + 0.05, p.w / 2 - 0.05, -p.d / 2 + 0.022, -p.d / 2 + 0.04, under - 0.108, under - 0.012, mt.shell(p.finish, 'x'))
            rod((-0.05, -p.d / 2 + 0.014, under - 0.06), (0.05, -p.d / 2 + 0.014, under - 0.06), 0.005, base)
    for sx in (-x, x):
        for sy in (-y, y):
            leg((sx, sy, under), (sx * 1.1, sy * 1.1, 0), 0.042, base, taper=0.6)
    if not round_:
        shelf = p.h * 0.3
        box(-x, x, -y, y, shelf, shelf + 0.014, mt.shell(p.finish, 'x'), bevel=0.004)
    return 'low'


def side_table(p):
    round_ = p.text('shape', 'round') == 'round'
    _top(p, 'round' if round_ else 'square', 0.022)
    base, under = _base(p), p.h - 0.022
    if round_:
        puck(0, 0, 0, 0.014, p.w * 0.33, base, bevel=0.005)
        rod((0, 0, 0.01), (0, 0, under), 0.018, base)
        puck(0, 0, under - 0.012, under, p.w * 0.16, base)
    else:
        x, y = p.w / 2 - 0.03, p.d / 2 - 0.03
        for sx in (-x, x):
            for sy in (-y, y):
                box(sx - 0.011, sx + 0.011, sy - 0.011, sy + 0.011, 0, under, base, bevel=0.002)
        box(-x, x, -y, y, p.h * 0.24, p.h * 0.24 + 0.016, mt.shell(p.finish, 'x'))
        _apron(x, y, under - 0.024, under, base)
    return 'low'


def outdoor_table(p):
    shape = p.text('shape', 'rectangular')
    frame = mt.shell(p.finish, 'z')
    wood = mt.nature(p.finish) == 'wood'
    under = p.h - 0.03
    if shape == 'rectangular':
        count = max(6, round(p.d / 0.11))
        each = p.d / count
        for i in range(count):
            y = -p.d / 2 + each * i
            box(-p.w / 2, p.w / 2, y + 0.003, y + each - 0.003, under, p.h, mt.shell(p.finish, 'x'), bevel=0.003)
        x, y = p.w / 2 - 0.09, p.d / 2 - 0.08
    else:
        _top(p, shape, 0.03)
        x, y = p.w * 0.29, p.d * 0.27
    for sx in (-x, x):
        for sy in (-y, y):
            leg((sx, sy, under), (sx * 1.05, sy * 1.05, 0), 0.075 if wood else 0.05, frame, taper=0.8, round_=False)
    _apron(x, y, under - 0.07, under, mt.shell(p.finish, 'x'))
    return 'wide'


def desk(p):
    thick = 0.026
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    slab(x0, x1, y0, y1, p.h - thick, p.h, 0.02, mt.shell(p.finish, 'x'), bevel=0.004)
    base, under = mt.shell(p.accent or 'black', 'z'), p.h - thick
    style = p.text('legs', 'four')
    if style == 'column':
        for x in (x0 + 0.2, x1 - 0.2):
            box(x - 0.045, x + 0.045, y0 + 0.06, y1 - 0.06, 0.012, 0.04, base, bevel=0.008)
            box(x - 0.04, x + 0.04, -0.035, 0.035, 0.03, under * 0.55, base, bevel=0.004)
            box(x - 0.033, x + 0.033, -0.028, 0.028, under * 0.5, under, base, bevel=0.003)
            box(x - 0.03, x + 0.03, y0 + 0.08, y1 - 0.08, under - 0.03, under, base, bevel=0.003)
            for y in (y0 + 0.08, y1 - 0.08):
                puck(x, y, 0, 0.014, 0.02, mt.rubber(), vertices=24)
        box(x0 + 0.2, x1 - 0.2, -0.02, 0.02, under - 0.045, under - 0.005, base)
        box(x1 - 0.42, x1 - 0.3, y0 + 0.006, y0 + 0.05, under - 0.022, under, mt.dark(), bevel=0.004)
    elif style == 'frame':
        for x in (x0 + 0.03, x1 - 0.06):
            for y in (y0 + 0.03, y1 - 0.06):
                box(x, x + 0.03, y, y + 0.03, 0, under, base, bevel=0.002)
            box(x, x + 0.03, y0 + 0.03, y1 - 0.03, 0, 0.03, base, bevel=0.002)
            box(x, x + 0.03, y0 + 0.03, y1 - 0.03, under - 0.03, under, base, bevel=0.002)
        box(x0 + 0.05, x1 - 0.05, y1 - 0.06, y1 - 0.03, under - 0.03, under, base, bevel=0.002)
    else:
        for x in (x0 + 0.06, x1 - 0.06):
            for y in (y0 + 0.06, y1 - 0.06):
                leg((x, y, under), (x * 1.02, y * 1.04, 0), 0.052, base, taper=0.6)
        _apron(-x0 - 0.06, -y0 - 0.06, under - 0.07, under, base)
    drawers = p.number('drawers', 0)
    if drawers:
        a, b = x1 - 0.46, x1 - 0.08
        high = 0.4
        box(a, b, y0 + 0.05, y1 - 0.08, under - high, under, mt.shell(p.finish, 'x'), bevel=0.003)
        for i in range(drawers):
            z1 = under - 0.008 - (high - 0.012) * i / drawers
            z0 = z1 - (high - 0.012) / drawers + 0.004
            box(a + 0.006, b - 0.006, y0 + 0.034, y0 + 0.052, z0, z1, mt.shell(p.finish, 'x'), bevel=0.002)
            rod(((a + b) / 2 - 0.06, y0 + 0.02, (z0 + z1) / 2), ((a + b) / 2 + 0.06, y0 + 0.02, (z0 + z1) / 2), 0.005, base)
    return 'wide'


builders = {
    'dining-table': dining_table,
    'coffee-table': coffee_table,
    'side-table': side_table,
    'outdoor-table': outdoor_table,
    'desk': desk,
}
