"""Beds and mattresses."""
import materials as mt
from parts import box, cushion, leg, pad, tube, upholstered


def _bedding(x0, x1, y0, y1, z):
    """Mattress, quilt with a turned-down edge, and pillows at the head."""
    sheet, quilt = mt.cloth('white'), mt.cloth('linen')
    pad(x0, x1, y0, y1, z, z + 0.24, sheet, square=0.16)
    top = z + 0.22
    fold = y0 + (y1 - y0) * 0.66
    cushion(((x0 + x1) / 2, (y0 + fold) / 2 - 0.01, top - 0.08), (x1 - x0 + 0.07, fold - y0 + 0.05, 0.29), quilt, square=0.22, crown=0.1, dents=0.012)
    cushion(((x0 + x1) / 2, fold - 0.06, top + 0.055), (x1 - x0 + 0.06, 0.3, 0.07), sheet, square=0.3, dents=0.02)
    count = 1 if x1 - x0 < 1.2 else 2
    each = (x1 - x0) / count
    for i in range(count):
        cx = x0 + each * (i + 0.5)
        cushion((cx, y1 - 0.17, top + 0.16), (min(0.72, each * 0.92), 0.17, 0.46), sheet, square=0.55, dents=0.02, tilt=(-32, 0, 0))
        cushion((cx, y1 - 0.36, top + 0.13), (min(0.68, each * 0.86), 0.15, 0.42), mt.cloth('linen'), square=0.55, dents=0.02, tilt=(-42, 0, 0))


def bed(p):
    padded = p.text('head', 'padded') == 'padded'
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    rail_top = 0.36
    leg_material = mt.shell(p.accent or 'black', 'z')
    if padded:
        cover = mt.cloth(p.finish)
        upholstered(x0, x1, y1 - 0.1, y1, 0.06, p.h, cover, radius=0.035)
        channels = max(4, round(p.w / 0.22))
        for i in range(channels):
            a, b = x0 + 0.03 + (p.w - 0.06) * i / channels, x0 + 0.03 + (p.w - 0.06) * (i + 1) / channels
            pad(a, b, y1 - 0.15, y1 - 0.06, rail_top, p.h - 0.03, cover, square=0.3)
        upholstered(x0, x1, y0, y0 + 0.07, 0.12, rail_top, cover, radius=0.025)
        for x in (x0, x1 - 0.07):
            upholstered(x, x + 0.07, y0 + 0.04, y1 - 0.08, 0.12, rail_top, cover, radius=0.025)
    else:
        wood, upright = mt.shell(p.finish, 'x'), mt.shell(p.finish, 'z')
        for x in (x0, x1 - 0.06):
            box(x, x + 0.06, y1 - 0.06, y1, 0, p.h, upright, bevel=0.006)
            box(x + 0.012, x + 0.045, y0 + 0.05, y1 - 0.05, 0.18, rail_top - 0.02, mt.shell(p.finish, 'y'), bevel=0.004)
        box(x0 + 0.055, x1 - 0.055, y1 - 0.05, y1 - 0.015, p.h - 0.14, p.h - 0.01, wood, bevel=0.006)
        box(x0 + 0.055, x1 - 0.055, y1 - 0.045, y1 - 0.02, rail_top - 0.04, rail_top + 0.08, wood, bevel=0.004)
        slats = max(5, round(p.w / 0.13))
        for i in range(slats):
            x = x0 + 0.06 + (p.w - 0.12) * (i + 0.5) / slats
            box(x - 0.022, x + 0.022, y1 - 0.042, y1 - 0.024, rail_top + 0.06, p.h - 0.13, upright, bevel=0.003)
        box(x0 + 0.01, x1 - 0.01, y0 + 0.005, y0 + 0.04, 0.18, rail_top - 0.02, wood, bevel=0.004)
    for x in (x0 + 0.06, x1 - 0.06):
        for y in (y0 + 0.06, y1 - 0.09):
            leg((x, y, 0.19), (x, y, 0), 0.055, leg_material if padded else mt.shell(p.finish, 'z'), taper=0.7)
    _bedding(x0 + 0.06, x1 - 0.06, y0 + 0.06, y1 - 0.12, rail_top - 0.08)
    return 'bed'


def mattress(p):
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    cover, band = mt.cloth('white'), mt.cloth('grey')
    box(x0 + 0.004, x1 - 0.004, y0 + 0.004, y1 - 0.004, 0, p.h - 0.05, cover, bevel=0.05, segments=6)
    box(x0, x1, y0, y1, p.h * 0.28, p.h * 0.62, band, bevel=0.045, segments=6)
    rows, columns = max(5, round(p.d / 0.2)), max(4, round(p.w / 0.2))
    for j in range(rows):
        for i in range(columns):
            a, b = x0 + p.w * i / columns, x0 + p.w * (i + 1) / columns
            c, d = y0 + p.d * j / rows, y0 + p.d * (j + 1) / rows
            cushion(((a + b) / 2, (c + d) / 2, p.h - 0.035), (b - a, d - c, 0.07), cover, square=0.35, steps=10)
    for z in (0.03, p.h - 0.055):
        tube([(x0 + 0.03, y0 - 0.002, z), (x1 - 0.03, y0 - 0.002, z), (x1 + 0.002, y0 + 0.03, z), (x1 + 0.002, y1 - 0.03, z), (x1 - 0.03, y1 + 0.002, z), (x0 + 0.03, y1 + 0.002, z), (x0 - 0.002, y1 - 0.03, z), (x0 - 0.002, y0 + 0.03, z)], 0.008, band, smooth=False, closed=True)
    return 'bed'


builders = {'bed': bed, 'mattress': mattress}
