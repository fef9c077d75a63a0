"""Sofas, chaise sofas and armchairs."""
import materials as mt
from parts import box, cushion, leg, pad, rod, tube, upholstered


def _leg_material(p):
    return mt.finish(p.accent or 'black', 'z')


def _legs(p, x0, x1, y0, y1, height, style):
    material = _leg_material(p)
    if style == 'plinth':
        box(x0 + 0.05, x1 - 0.05, y0 + 0.05, y1 - 0.05, 0, height, material, bevel=0.003)
        return
    for x in (x0 + 0.09, x1 - 0.09):
        for y in (y0 + 0.09, y1 - 0.09):
            out_x, out_y = (0.025 if x > (x0 + x1) / 2 else -0.025), (0.02 if y > (y0 + y1) / 2 else -0.02)
            if style == 'metal':
                rod((x, y, height), (x, y, 0), 0.011, material)
            else:
                leg((x, y, height), (x + out_x, y + out_y, 0), 0.05, material, taper=0.55)


def _arm(p, x0, x1, y0, y1, z0, z1, style, fabric):
    if style == 'round':
        upholstered(x0, x1, y0, y1, z0, z1 - 0.04, fabric, radius=0.05)
        pad(x0 - 0.008, x1 + 0.008, y0 - 0.006, y1, z1 - (x1 - x0) * 0.8, z1, fabric, square=0.4)
    elif style == 'slope':
        upholstered(x0, x1, y0 + 0.01, y1, z0, z1 - 0.03, fabric, radius=min(0.06, (x1 - x0) * 0.42))
        upholstered(x0 + 0.006, x1 - 0.006, (y0 + y1) / 2, y1, z1 - 0.12, z1 + 0.02, fabric, radius=0.05)
    else:
        upholstered(x0, x1, y0, y1, z0, z1, fabric, radius=0.022)


def _throw(centre, size, material, lean):
    cushion(centre, (size, size * 0.3, size), material, square=0.5, dents=0.012, tilt=(-24, lean, 0))


def _frame(p, x0, x1, y0, seats, fabric, arms=(True, True)):
    """Base, arms, back and cushions between x0 and x1. Returns where the seat lies."""
    y1 = p.d_seat / 2 + (y0 + p.d_seat / 2)
    style = p.text('arms', 'track')
    foot = 0.05 if p.text('legs') == 'plinth' else 0.135
    arm_w = {'track': 0.14, 'slope': 0.19, 'round': 0.2}.get(style, 0.15)
    arm_top = p.h * 0.74
    seat_top = min(0.46, p.h * 0.56)
    base_top = seat_top - 0.17
    in0, in1 = x0 + (arm_w if arms[0] else 0), x1 - (arm_w if arms[1] else 0)
    upholstered(x0 + 0.012, x1 - 0.012, y0 + 0.035, y1 - 0.02, foot, base_top + 0.02, fabric, radius=0.025)
    upholstered(x0 + 0.006, x1 - 0.006, y1 - 0.2, y1, foot + 0.04, p.h * 0.9, fabric, radius=0.055)
    if arms[0]:
        _arm(p, x0, x0 + arm_w, y0 + 0.01, y1 - 0.012, foot, arm_top, style, fabric)
    if arms[1]:
        _arm(p, x1 - arm_w, x1, y0 + 0.01, y1 - 0.012, foot, arm_top, style, fabric)
    each = (in1 - in0) / seats
    for i in range(seats):
        a, b = in0 + each * i + 0.003, in0 + each * (i + 1) - 0.003
        cushion(((a + b) / 2, (y0 + y1 - 0.17) / 2, seat_top - 0.085), (b - a, y1 - 0.17 - y0, 0.18), fabric, square=0.3, crown=0.16, dents=0.006)
        cushion(((a + b) / 2, y1 - 0.25, seat_top + (p.h - seat_top) * 0.48), (b - a + 0.01, 0.23, (p.h - seat_top) * 1.06), fabric, square=0.42, dents=0.012, tilt=(-11, 0, 0))
    return foot, seat_top, in0, in1


def sofa(p):
    fabric = mt.cloth(p.finish)
    p.d_seat = p.d
    seats = p.number('seats', 3)
    x0, x1, y0 = -p.w / 2, p.w / 2, -p.d / 2
    foot, seat_top, in0, in1 = _frame(p, x0, x1, y0, seats, fabric)
    _legs(p, x0, x1, y0, p.d / 2, foot, p.text('legs', 'timber'))
    return 'wide'


builders = {'sofa': sofa}
