"""Sofas, armchairs and outdoor lounges."""
import materials as mt
from parts import box, cushion, leg, pad, rod, tube, upholstered


def _legs(p, x0, x1, y0, y1, height, style):
    material = mt.finish(p.accent or 'black', 'z')
    if style == 'plinth':
        box(x0 + 0.05, x1 - 0.05, y0 + 0.05, y1 - 0.05, 0, height, material, bevel=0.003)
        return
    for x in (x0 + 0.09, x1 - 0.09):
        for y in (y0 + 0.09, y1 - 0.09):
            out_x, out_y = (0.025 if x > (x0 + x1) / 2 else -0.025), (0.02 if y > (y0 + y1) / 2 else -0.02)
            if style == 'metal':
                rod((x, y, height), (x, y, 0), 0.012, material)
            else:
                leg((x, y, height), (x + out_x, y + out_y, 0), 0.05, material, taper=0.55)


def _arm(x0, x1, y0, y1, z0, z1, style, fabric):
    if style == 'round':
        upholstered(x0, x1, y0, y1, z0, z1 - 0.04, fabric, radius=0.05)
        pad(x0 - 0.008, x1 + 0.008, y0 - 0.006, y1, z1 - (x1 - x0) * 0.8, z1, fabric, square=0.4)
    elif style == 'slope':
        upholstered(x0, x1, y0 + 0.01, y1, z0, z1 - 0.03, fabric, radius=min(0.06, (x1 - x0) * 0.42))
        upholstered(x0 + 0.006, x1 - 0.006, (y0 + y1) / 2, y1, z1 - 0.12, z1 + 0.02, fabric, radius=0.05)
    else:
        upholstered(x0, x1, y0, y1, z0, z1, fabric, radius=0.022)


ARM_WIDTH = {'track': 0.14, 'slope': 0.19, 'round': 0.2}


def _frame(p, x0, x1, y0, y1, seats, fabric, style='track', foot=0.135, arms=(True, True)):
    """Base, arms, back and cushions. Returns the span of the seat and its height."""
    arm_w = ARM_WIDTH.get(style, 0.15)
    seat_top = min(0.46, p.h * 0.56)
    base_top = seat_top - 0.17
    in0, in1 = x0 + (arm_w if arms[0] else 0), x1 - (arm_w if arms[1] else 0)
    upholstered(x0 + 0.012, x1 - 0.012, y0 + 0.035, y1 - 0.02, foot, base_top + 0.02, fabric, radius=0.025)
    upholstered(x0 + 0.006, x1 - 0.006, y1 - 0.2, y1, foot + 0.04, p.h * 0.9, fabric, radius=0.055)
    for a, b, has in ((x0, x0 + arm_w, arms[0]), (x1 - arm_w, x1, arms[1])):
        if has:
            _arm(a, b, y0 + 0.01, y1 - 0.012, foot, p.h * 0.74, style, fabric)
    each = (in1 - in0) / seats
    for i in range(seats):
        a, b = in0 + each * i + 0.003, in0 + each * (i + 1) - 0.003
        cushion(((a + b) / 2, (y0 + y1 - 0.17) / 2, seat_top - 0.085), (b - a, y1 - 0.17 - y0, 0.18), fabric, square=0.3, crown=0.16, dents=0.006)
        cushion(((a + b) / 2, y1 - 0.25, seat_top + (p.h - seat_top) * 0.48), (b - a + 0.01, 0.23, (p.h - seat_top) * 1.06), fabric, square=0.42, dents=0.012, tilt=(-11, 0, 0))
    return in0, in1, seat_top


def _foot(p):
    return 0.05 if p.text('legs') == 'plinth' else 0.135


def sofa(p):
    fabric = mt.cloth(p.finish)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    _frame(p, x0, x1, y0, y1, p.number('seats', 3), fabric, p.text('arms', 'track'), _foot(p))
    _legs(p, x0, x1, y0, y1, _foot(p), p.text('legs', 'timber'))
    return 'wide'


def sofa_chaise(p):
    fabric = mt.cloth(p.finish)
    left = p.text('side', 'right') == 'left'
    x0, x1, y1 = -p.w / 2, p.w / 2, p.d / 2
    y0 = y1 - min(0.98, p.d * 0.62)
    seats = p.number('seats', 3)
    foot = _foot(p)
    in0, in1, seat_top = _frame(p, x0, x1, y0, y1, seats, fabric, 'track', foot)
    each = (in1 - in0) / seats
    a, b = (x0, in0 + each) if left else (in1 - each, x1)
    # The chaise carries on from the last seat to the full depth.
    upholstered(a + 0.012, b - 0.004, -p.d / 2 + 0.03, y0 + 0.1, foot, seat_top - 0.15, fabric, radius=0.025)
    pad_a, pad_b = (a + 0.004, b - 0.003) if left else (a + 0.003, b - 0.004)
    pad(pad_a, pad_b, -p.d / 2, y0 + 0.02, seat_top - 0.175, seat_top + 0.005, fabric, square=0.26, crown=0.1, dents=0.005)
    style = p.text('legs', 'timber')
    _legs(p, x0, x1, y0, y1, foot, style)
    _legs(p, a, b, -p.d / 2, y0, foot, style)
    side = in1 - 0.24 if left else in0 + 0.24
    cushion((side, y1 - 0.42, seat_top + 0.2), (0.46, 0.15, 0.44), mt.cloth('linen' if p.finish not in ('linen', 'cream', 'sand') else 'clay'), square=0.55, dents=0.015, tilt=(-20, -8, 6))
    return 'chaise'


def armchair(p):
    fabric = mt.cloth(p.finish)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    wood = mt.finish(p.accent or 'oak', 'y')
    foot = 0.16
    arm = min(0.15, p.w * 0.17)
    seat_top = min(0.45, p.h * 0.55)
    upholstered(x0 + 0.02, x1 - 0.02, y0 + 0.04, y1 - 0.06, foot, seat_top - 0.12, fabric, radius=0.035)
    upholstered(x0 + arm * 0.3, x1 - arm * 0.3, y1 - 0.19, y1, foot + 0.06, p.h, fabric, radius=0.075)
    for a in (x0, x1 - arm):
        _arm(a, a + arm, y0 + 0.02, y1 - 0.04, foot + 0.01, min(0.62, p.h * 0.74), 'round', fabric)
    cushion((0, (y0 + y1 - 0.17) / 2, seat_top - 0.07), (p.w - 2 * arm - 0.004, y1 - y0 - 0.17, 0.17), fabric, square=0.32, crown=0.2, dents=0.006)
    cushion((0, y1 - 0.25, seat_top + (p.h - seat_top) * 0.46), (p.w - 2 * arm, 0.19, (p.h - seat_top) * 1.0), fabric, square=0.45, dents=0.012, tilt=(-13, 0, 0))
    if p.text('base') == 'rocking':
        for x in (x0 + 0.1, x1 - 0.1):
            tube([(x, y0 - 0.02, 0.075), (x, y0 + p.d * 0.28, 0.018), (x, y1 - p.d * 0.28, 0.018), (x, y1 + 0.05, 0.085)], 0.017, wood)
            for y in (y0 + 0.16, y1 - 0.16):
                rod((x, y, 0.02), (x, y, foot + 0.01), 0.015, wood)
    else:
        for x in (x0 + 0.09, x1 - 0.09):
            for y in (y0 + 0.1, y1 - 0.1):
                leg((x, y, foot + 0.01), (x * 1.06, y * 1.08, 0), 0.046, wood, taper=0.5)
    return 'low'


def outdoor_lounge(p):
    frame_finish = p.finish
    wood = mt.nature(frame_finish) == 'wood'
    frame = mt.shell(frame_finish, 'x') if mt.nature(frame_finish) != 'weave' else mt.finish(frame_finish)
    fabric = mt.cloth(p.accent or 'charcoal')
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    t = 0.05 if wood else 0.035
    seat, arm_z, back_z = 0.26, min(0.56, p.h * 0.8), p.h
    for x in (x0, x1 - t):
        box(x, x + t, y0, y0 + t, 0, arm_z, frame, bevel=0.004)
        box(x, x + t, y1 - t, y1, 0, back_z - 0.06, frame, bevel=0.004)
        box(x - 0.012, x + t + 0.012, y0 - 0.01, y1, arm_z - 0.002, arm_z + 0.024, frame, bevel=0.004)
        box(x + 0.004, x + t - 0.004, y0 + t, y1 - t, seat - 0.05, seat, frame, bevel=0.003)
        for i in range(5):
            y = y0 + t + (p.d - 2 * t) * (i + 0.5) / 5
            box(x + t * 0.3, x + t * 0.7, y - 0.012, y + 0.012, seat, arm_z, frame, bevel=0.002)
    for y in (y0, y1 - t):
        box(x0 + t, x1 - t, y, y + t, seat - 0.06, seat, frame, bevel=0.004)
    box(x0 + t, x1 - t, y1 - t, y1, back_z - 0.13, back_z - 0.06, frame, bevel=0.004)
    slats = int(p.w / 0.09)
    for i in range(slats):
        x = x0 + t + (p.w - 2 * t) * (i + 0.5) / slats
        box(x - 0.02, x + 0.02, y1 - t * 0.7, y1 - t * 0.3, seat, back_z - 0.1, frame, bevel=0.002)
    box(x0 + t, x1 - t, y0 + t, y1 - t, seat - 0.03, seat - 0.012, frame, bevel=0.001)
    seats = p.number('seats', 3)
    each = (p.w - 2 * t) / seats
    for i in range(seats):
        a, b = x0 + t + each * i + 0.004, x0 + t + each * (i + 1) - 0.004
        pad(a, b, y0 + 0.01, y1 - 0.12, seat, seat + 0.15, fabric, square=0.26, crown=0.12, dents=0.005)
        cushion(((a + b) / 2, y1 - 0.15, seat + 0.15 + (p.h - seat - 0.15) * 0.5), (b - a, 0.17, (p.h - seat - 0.1)), fabric, square=0.38, dents=0.012, tilt=(-13, 0, 0))
    return 'wide'


builders = {'sofa': sofa, 'sofa-chaise': sofa_chaise, 'armchair': armchair, 'outdoor-lounge': outdoor_lounge}
