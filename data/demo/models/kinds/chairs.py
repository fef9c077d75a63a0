"""Dining chairs, bar stools, benches and office chairs."""
import math

import materials as mt
from parts import box, cushion, ellipse, leg, pad, prism, puck, rod, rounded_rect, slab, tube, upholstered


def _padded(p):
    return mt.nature(p.finish) in ('fabric', 'leather') or p.text('seat') == 'padded'


def dining_chair(p):
    padded = _padded(p)
    frame_name = p.finish if not padded and mt.nature(p.finish) in ('wood', 'paint') else (p.accent or 'black')
    frame = mt.shell(frame_name, 'z')
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    seat = 0.455
    thick = 0.034
    if p.has('arms'):
        x0, x1 = x0 + 0.02, x1 - 0.02
    for x in (x0 + 0.035, x1 - 0.035):
        leg((x, y0 + 0.06, seat - 0.02), (x * 1.03, y0 + 0.025, 0), 0.036, frame, taper=0.65)
        # The back legs carry on upwards as the posts of the back.
        tube([(x * 1.02, y1 - 0.005, 0.004), (x, y1 - 0.055, seat * 0.55), (x, y1 - 0.06, seat), (x * 0.99, y1 - 0.02, p.h - 0.01)], 0.0165, frame, resolution=6)
    for y in (y0 + 0.062, y1 - 0.07):
        box(x0 + 0.035, x1 - 0.035, y - 0.01, y + 0.01, seat - 0.075, seat - 0.024, mt.shell(frame_name, 'x'), bevel=0.003)
    for x in (x0 + 0.038, x1 - 0.038):
        box(x - 0.01, x + 0.01, y0 + 0.06, y1 - 0.07, seat - 0.075, seat - 0.024, mt.shell(frame_name, 'y'), bevel=0.003)
    cover = mt.cloth(p.finish) if padded else None
    if padded:
        pad(x0 + 0.004, x1 - 0.004, y0, y1 - 0.05, seat - 0.034, seat + 0.04, cover, square=0.24, crown=0.16)
        cushion((0, y1 - 0.035, p.h - 0.17), (p.w - 0.07, 0.06, 0.3), cover, square=0.3, tilt=(-6, 0, 0))
    else:
        slab(x0 + 0.006, x1 - 0.006, y0 + 0.004, y1 - 0.045, seat - 0.026, seat, 0.05, mt.shell(p.finish, 'y'), bevel=0.01)
        pad(x0 + 0.045, x1 - 0.045, y0 + 0.04, y1 - 0.085, seat - 0.016, seat + 0.006, mt.shell(p.finish, 'y'), square=0.3)
        for low, high in ((p.h - 0.105, p.h - 0.012), (p.h - 0.225, p.h - 0.165)):
            points = []
            for k in range(9):
                x = (x0 + 0.036) + (x1 - x0 - 0.072) * k / 8
                points.append((x, y1 - 0.028 + 0.022 * (1 - ((k - 4) / 4) ** 2)))
            outline = points + [(x, y + 0.018) for x, y in reversed(points)]
            prism(outline, low, high, mt.shell(p.finish, 'x'), plane='xy', bevel=0.006)
    if p.has('arms'):
        for x in (x0 + 0.03, x1 - 0.03):
            tube([(x, y1 - 0.05, seat + 0.23), (x * 1.03, (y0 + y1) / 2, seat + 0.215), (x * 1.03, y0 + 0.1, seat + 0.205)], 0.015, frame)
            rod((x, y0 + 0.09, seat - 0.02), (x * 1.03, y0 + 0.11, seat + 0.205), 0.013, frame)
    return 'chair'


def bar_stool(p):
    frame = mt.shell(p.accent or 'black', 'z')
    cover = mt.cloth(p.finish) if mt.nature(p.finish) != 'wood' else mt.finish(p.finish, 'x')
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    back = p.has('back')
    seat = p.h if not back else min(0.76, p.h - 0.2)
    corners = [(x, y) for x in (x0 + 0.02, x1 - 0.02) for y in (y0 + 0.02, y1 - 0.02)]
    for x, y in corners:
        rod((x * 0.78, y * 0.78, seat - 0.06), (x, y, 0), 0.0115, frame)
    share = 1 - 0.22 * 0.36
    ring = [(x * share, y * share, 0.25) for x, y in (corners[0], corners[2], corners[3], corners[1])]
    tube(ring, 0.009, frame, smooth=False, closed=True)
    pad(x0 + 0.02, x1 - 0.02, y0 + 0.02, y1 - 0.02, seat - 0.085, seat, cover, square=0.32, crown=0.1)
    if back:
        for x in (x0 * 0.62, x1 * 0.62):
            tube([(x, y1 * 0.6, seat - 0.06), (x, y1 - 0.01, seat + 0.02), (x, y1 + 0.005, p.h - 0.06)], 0.0105, frame)
        cushion((0, y1 - 0.012, p.h - 0.11), (p.w * 0.9, 0.055, 0.21), cover, square=0.36, tilt=(-5, 0, 0))
    return 'chair'


def bench(p):
    padded = _padded(p)
    frame_name = (p.accent or 'black') if padded else p.finish
    frame = mt.shell(frame_name, 'z')
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    thick = 0.04
    if padded:
        box(x0 + 0.01, x1 - 0.01, y0 + 0.01, y1 - 0.01, p.h - 0.1, p.h - 0.06, mt.shell(frame_name, 'x'))
        pad(x0, x1, y0, y1, p.h - 0.085, p.h, mt.cloth(p.finish), square=0.16, crown=0.06)
    else:
        slab(x0, x1, y0, y1, p.h - thick, p.h, 0.012, mt.shell(p.finish, 'x'), bevel=0.006)
    top = p.h - (0.08 if padded else thick)
    for x in (x0 + 0.09, x1 - 0.09):
        for y in (y0 + 0.05, y1 - 0.05):
            leg((x, y, top), (x * 1.03, y * 1.08, 0), 0.05, frame, taper=0.6)
    for y in (y0 + 0.06, y1 - 0.06):
        box(x0 + 0.09, x1 - 0.09, y - 0.01, y + 0.01, top - 0.06, top, mt.shell(frame_name, 'x'))
    return 'wide'


def office_chair(p):
    frame = mt.shell(p.accent or 'black')
    hard = mt.plain('#232528', 0.45)
    fabric = mt.cloth(p.finish)
    r = p.w * 0.46
    seat = 0.47
    for i in range(5):
        angle = 2 * math.pi * i / 5 + 0.3
        x, y = r * math.cos(angle), r * math.sin(angle)
        leg((x * 0.1, y * 0.1, 0.11), (x, y, 0.075), 0.05, frame, taper=0.6)
        for side in (-0.014, 0.014):
            dx, dy = -math.sin(angle) * side, math.cos(angle) * side
            rod((x + dx * 0.5, y + dy * 0.5, 0.028), (x + dx * 1.6, y + dy * 1.6, 0.028), 0.028, hard, vertices=24)
        rod((x, y, 0.04), (x, y, 0.085), 0.011, hard)
    puck(0, 0, 0.085, 0.15, 0.038, frame)
    rod((0, 0, 0.14), (0, 0, seat - 0.09), 0.021, mt.chrome())
    rod((0, 0, 0.14), (0, 0, 0.3), 0.029, hard)
    box(-0.12, 0.12, -0.1, 0.14, seat - 0.1, seat - 0.07, hard, bevel=0.012)
    pad(-0.25, 0.25, -0.26, 0.22, seat - 0.075, seat + 0.015, fabric, square=0.34, crown=0.12)
    tube([(0, 0.12, seat - 0.085), (0, 0.27, seat - 0.05), (0, 0.31, seat + 0.16), (0, 0.29, seat + 0.3)], 0.021, frame)
    headrest = p.has('headrest')
    top = p.h - (0.2 if headrest else 0.0)
    # The back is a frame with mesh stretched in it, curved towards the sitter.
    outline = rounded_rect(-0.225, 0.225, seat + 0.06, top, 0.09)
    bend = lambda x, z: 0.245 + 0.035 * (z - seat) / max(0.1, top - seat) - 0.35 * x * x
    tube([(x, bend(x, z), z) for x, z in outline], 0.0135, frame, smooth=False, closed=True)
    cushion((0, 0.245, (seat + 0.06 + top) / 2), (0.43, 0.035, top - seat - 0.09), fabric, square=0.26, tilt=(-3, 0, 0))
    if headrest:
        rod((0, 0.285, top - 0.05), (0, 0.275, p.h - 0.09), 0.013, frame)
        cushion((0, 0.255, p.h - 0.075), (0.29, 0.06, 0.15), fabric, square=0.45, tilt=(-6, 0, 0))
    if p.has('arms'):
        for side in (-1, 1):
            x = side * 0.29
            tube([(side * 0.14, 0.02, seat - 0.085), (x, 0.02, seat - 0.06), (x, 0.03, seat + 0.17)], 0.016, frame)
            pad(x - 0.042, x + 0.042, -0.13, 0.12, seat + 0.165, seat + 0.2, hard, square=0.35)
    return 'chair'


builders = {'dining-chair': dining_chair, 'bar-stool': bar_stool, 'bench': bench, 'office-chair': office_chair}
