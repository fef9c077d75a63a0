"""Dining, coffee and side tables, desks and benches."""
import materials as mt
from parts import box, ellipse, leg, prism, puck, rod, rounded_rect


def top_outline(p, shape):
    if shape in ('round', 'oval'):
        return ellipse(0, 0, p.w / 2, p.d / 2, steps=96)
    return rounded_rect(-p.w / 2, p.w / 2, -p.d / 2, p.d / 2, 0.012)


def _base_material(p, axis='z'):
    if mt.nature(p.finish) == 'wood' and mt.nature(p.accent or p.finish) != 'metal':
        return mt.finish(p.finish, axis) if p.accent in (None, 'oak') else mt.finish(p.accent, axis)
    return mt.finish(p.accent or 'black', axis)


def dining_table(p):
    shape = p.text('shape', 'rectangular')
    thick = 0.03
    slab = mt.shell(p.finish, 'x')
    prism(top_outline(p, shape), p.h - thick, p.h, slab, plane='xy', bevel=0.006)
    base = _base_material(p)
    under = p.h - thick
    legs = p.text('legs', 'four')
    if legs == 'pedestal':
        puck(0, 0, 0, 0.025, min(p.w, p.d) * 0.29, base, bevel=0.008, top=min(p.w, p.d) * 0.28)
        puck(0, 0, 0.025, under - 0.02, min(p.w, p.d) * 0.13, base, top=min(p.w, p.d) * 0.08)
        puck(0, 0, under - 0.02, under, min(p.w, p.d) * 0.2, base)
    elif legs == 'trestle':
        for x in (-p.w * 0.31, p.w * 0.31):
            for y in (-1, 1):
                leg((x, y * p.d * 0.14, under), (x, y * p.d * 0.38, 0), 0.065, base, taper=0.8, round_=False)
            box(x - 0.03, x + 0.03, -p.d * 0.38, p.d * 0.38, under - 0.04, under, base)
        box(-p.w * 0.31, p.w * 0.31, -0.02, 0.02, under * 0.42, under * 0.42 + 0.07, mt.finish(p.accent if mt.nature(p.accent or '') == 'wood' else 'black', 'x'))
    else:
        inset_x, inset_y = (p.w * 0.3, p.d * 0.28) if shape != 'rectangular' else (p.w / 2 - 0.085, p.d / 2 - 0.085)
        for x in (-inset_x, inset_x):
            for y in (-inset_y, inset_y):
                leg((x, y, under), (x * 1.02, y * 1.03, 0), 0.072, base, taper=0.6, round_=shape != 'rectangular')
        apron = mt.finish(p.finish, 'x') if mt.nature(p.finish) == 'wood' else base
        for y in (-inset_y + 0.012, inset_y - 0.012):
            box(-inset_x, inset_x, y - 0.011, y + 0.011, under - 0.075, under, apron)
        for x in (-inset_x + 0.012, inset_x - 0.012):
            box(x - 0.011, x + 0.011, -inset_y, inset_y, under - 0.075, under, apron)
    return 'wide'


builders = {'dining-table': dining_table}
