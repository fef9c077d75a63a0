"""Cabinets: wardrobes, drawers, bookcases, sideboards, TV units and bedside tables."""
import materials as mt
from parts import box, disc, front, group, lathe, leg, open_box, puck, rod, tube, upholstered

BOARD = 0.019
GAP = 0.003


def _skins(p):
    return mt.shell(p.finish, 'x'), mt.shell(p.finish, 'z')


def _legs(p, x0, x1, y0, y1, height, material):
    for x in (x0 + 0.06, x1 - 0.06):
        for y in (y0 + 0.05, y1 - 0.05):
            leg((x, y, height), (x * 1.015, y * 1.02, 0), 0.036, material, taper=0.6)


def _case(p, x0, x1, y0, y1, z0, z1, open_front=False):
    level, upright = _skins(p)
    if open_front:
        open_box(x0, x1, y0, y1, z0, z1, BOARD, level)
        return
    box(x0, x1, y0 + 0.001, y1, z1 - BOARD, z1, level, bevel=0.002)
    box(x0, x1, y0 + 0.001, y1, z0, z0 + BOARD, level, bevel=0.002)
    for a, b in ((x0, x0 + BOARD), (x1 - BOARD, x1)):
        box(a, b, y0 + 0.001, y1, z0 + BOARD, z1 - BOARD, upright, bevel=0.002)
    box(x0 + BOARD, x1 - BOARD, y0 + 0.024, y1, z0 + BOARD, z1 - BOARD, mt.plain('#2c2a28', 0.8), bevel=0)


def _grip(p, x, z, y, length, upright=False):
    metal = mt.shell(p.accent or 'black', 'x')
    if mt.nature(p.accent or 'black') == 'wood':
        disc(x, y - 0.022, y, z, 0.014, mt.finish(p.accent, 'x'), bevel=0.004, vertices=32)
        return
    dx, dz = (0, length / 2) if upright else (length / 2, 0)
    rod((x - dx, y - 0.024, z - dz), (x + dx, y - 0.024, z + dz), 0.0048, metal)
    for s in (-0.8, 0.8):
        rod((x + dx * s, y - 0.024, z + dz * s), (x + dx * s, y, z + dz * s), 0.004, metal)


def drawer(p, x0, x1, z0, z1, y, pull=0.0):
    with group((0, 0, 0), shift=(0, -pull, 0)):
        box(x0 + GAP / 2, x1 - GAP / 2, y, y + BOARD, z0 + GAP / 2, z1 - GAP / 2, mt.shell(p.finish, 'x'), bevel=0.0018)
        _grip(p, (x0 + x1) / 2, (z0 + z1) / 2, y, min(0.16, (x1 - x0) * 0.35))
        if pull:
            inner = mt.plain('#e4ddd0', 0.6)
            for a in (x0 + 0.02, x1 - 0.032):
                box(a, a + 0.012, y + BOARD, y + pull + 0.05, z0 + 0.02, z1 - 0.03, inner)
            box(x0 + 0.02, x1 - 0.02, y + BOARD, y + pull + 0.05, z0 + 0.02, z0 + 0.03, inner)
            upholstered(x0 + 0.05, (x0 + x1) / 2 - 0.02, y + 0.04, y + pull, z0 + 0.03, z1 - 0.035, mt.cloth('linen'), radius=0.02)
            upholstered((x0 + x1) / 2 + 0.02, x1 - 0.05, y + 0.04, y + pull, z0 + 0.03, z1 - 0.045, mt.cloth('grey'), radius=0.02)


def door(p, x0, x1, z0, z1, y, hinge_left, turn=0.0, mirror=False, tall=False):
    sign = -1 if hinge_left else 1
    with group((x0 if hinge_left else x1, y + BOARD, 0), turn_z=sign * turn):
        box(x0 + GAP / 2, x1 - GAP / 2, y, y + BOARD, z0 + GAP / 2, z1 - GAP / 2, mt.shell(p.finish, 'z'), bevel=0.0018)
        if mirror:
            front(x0 + 0.03, x1 - 0.03, z0 + 0.03, z1 - 0.03, y - 0.003, y + 0.001, 0.004, mt.plain('#dfe4e6', 0.03, 1.0), bevel=0.001)
        grip_x = x1 - 0.035 if hinge_left else x0 + 0.035
        _grip(p, grip_x, (z0 + z1) / 2 if tall else z1 - (z1 - z0) * 0.2, y, 0.22 if tall else 0.12, upright=True)


def chest_of_drawers(p):
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    foot = 0.12
    _legs(p, x0, x1, y0 + 0.02, y1, foot, mt.shell(p.finish if mt.nature(p.finish) == 'wood' else p.accent or 'oak', 'z'))
    _case(p, x0, x1, y0, y1, foot, p.h)
    total, columns = p.number('drawers', 4), p.number('columns', 1)
    rows = max(1, round(total / columns))
    for c in range(columns):
        a, b = x0 + BOARD + (p.w - 2 * BOARD) * c / columns, x0 + BOARD + (p.w - 2 * BOARD) * (c + 1) / columns
        for r in range(rows):
            high = p.h - BOARD - (p.h - foot - 2 * BOARD) * r / rows
            low = p.h - BOARD - (p.h - foot - 2 * BOARD) * (r + 1) / rows
            pull = 0.26 if p.open and r == 1 and c == 0 else 0
            drawer(p, a, b, low, high, y0, pull)
    return 'low'


def bedside_table(p):
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    drawers = p.number('drawers', 2)
    foot = 0.16 if drawers < 3 else 0.1
    metal = mt.shell(p.accent or 'black', 'z')
    _legs(p, x0, x1, y0 + 0.02, y1, foot, metal if mt.nature(p.accent or 'black') != 'wood' else mt.finish(p.accent, 'z'))
    niche = 0.12 if drawers < 3 and p.h > 0.48 else 0.0
    _case(p, x0, x1, y0, y1, foot, p.h - niche)
    if niche:
        for a in (x0, x1 - BOARD):
            box(a, a + BOARD, y0, y1, p.h - niche, p.h - BOARD, mt.shell(p.finish, 'z'), bevel=0)
        box(x0, x1, y0, y1, p.h - BOARD, p.h, mt.shell(p.finish, 'x'), bevel=0.002)
        box(x0 + BOARD, x1 - BOARD, y1 - BOARD, y1 - 0.001, p.h - niche, p.h - BOARD, mt.shell(p.finish, 'x'), bevel=0)
    top = p.h - niche - BOARD
    for i in range(drawers):
        high = top - (top - foot - BOARD) * i / drawers
        low = top - (top - foot - BOARD) * (i + 1) / drawers
        drawer(p, x0 + BOARD, x1 - BOARD, low, high, y0, 0.2 if p.open and i == 0 else 0)
    return 'low'


def wardrobe(p):
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    plinth = 0.06
    doors, drawers = p.number('doors', 2), p.number('drawers', 0)
    box(x0 + 0.01, x1 - 0.01, y0 + 0.04, y1, 0, plinth, mt.shell(p.finish, 'x'))
    _case(p, x0, x1, y0, y1, plinth, p.h, open_front=p.open)
    split = plinth + (min(0.22, 0.55 / max(1, drawers)) * min(drawers, 2) if drawers else 0)
    rows = min(drawers, 2) if drawers else 0
    columns = max(1, -(-drawers // max(1, rows))) if drawers else 0
    for i in range(drawers):
        c, r = i % columns, i // columns
        in_row = min(columns, drawers - r * columns)
        a = x0 + BOARD + (p.w - 2 * BOARD) * c / in_row
        b = x0 + BOARD + (p.w - 2 * BOARD) * (c + 1) / in_row
        low = plinth + BOARD * 0.5 + (split - plinth) * r / rows
        drawer(p, a, b, low, low + (split - plinth) / rows, y0)
    each = p.w / doors
    for i in range(doors):
        has_mirror = p.has('mirror') and i == doors // 2
        turn = 100 if p.open and i in (0, doors - 1) else 0
        if p.open and 0 < i < doors - 1:
            continue
        door(p, x0 + each * i, x0 + each * (i + 1), split + BOARD * 0.5, p.h - 0.002, y0, i < doors / 2, turn, has_mirror, tall=True)
    if p.open:
        _clothes(p, x0, x1, y0, y1, split, p.h)
    return 'tall'


def _clothes(p, x0, x1, y0, y1, z0, z1):
    shelf = z1 - 0.3
    box(x0 + BOARD, x1 - BOARD, y0 + 0.04, y1 - BOARD, shelf, shelf + BOARD, mt.shell(p.finish, 'x'))
    box(x0 + BOARD, x1 - BOARD, y0 + 0.03, y1 - BOARD, z0 + 0.001, z0 + BOARD + 0.001, mt.shell(p.finish, 'x'))
    rail = shelf - 0.07
    rod((x0 + BOARD, 0, rail), (x1 - BOARD, 0, rail), 0.0125, mt.chrome())
    tints = ('linen', 'navy', 'grey', 'clay', 'white', 'charcoal', 'sage', 'sand')
    x, i = x0 + 0.08, 0
    while x < x1 - 0.08:
        long = 0.62 + 0.16 * ((i * 5) % 3)
        low = max(z0 + 0.06, rail - 0.05 - long)
        tube([(x, 0, rail + 0.012), (x, 0.012, rail - 0.004), (x, 0, rail - 0.03)], 0.0022, mt.chrome())
        upholstered(x - 0.017, x + 0.017, -0.2, 0.2, low, rail - 0.03, mt.cloth(tints[i % len(tints)]), radius=0.015)
        x += 0.052 + 0.02 * ((i * 3) % 4 == 0)
        i += 1
    for k, tint in enumerate(('sand', 'grey', 'linen')):
        a = x0 + 0.08 + k * 0.3
        if a + 0.24 < x1 - 0.05:
            upholstered(a, a + 0.24, y0 + 0.08, y0 + 0.38, shelf + BOARD, shelf + BOARD + 0.1 + 0.03 * (k % 2), mt.cloth(tint), radius=0.025)


def bookcase(p):
    level, upright = _skins(p)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    t = 0.022
    for a in (x0, x1 - t):
        box(a, a + t, y0, y1, 0, p.h, upright, bevel=0.002)
    box(x0 + t, x1 - t, y1 - 0.008, y1, 0.06, p.h, level)
    count = p.number('shelves', 4) + 1
    box(x0 + t, x1 - t, y0 + 0.02, y0 + 0.03, 0, 0.06, level)
    for i in range(count + 1):
        z = 0.06 + (p.h - t - 0.06) * i / count
        box(x0 + t, x1 - t, y0 + 0.002, y1 - 0.006, z, z + t, level, bevel=0.002)
    step = (p.h - t - 0.06) / count
    for i in range(count):
        _contents(x0 + t, x1 - t, y0, y1, 0.06 + step * i + t, step - t, i)
    return 'tall'


def _contents(x0, x1, y0, y1, z, room, row):
    """Books, a vase, a box: what a stylist would put on the shelf."""
    tints = ('#7f8d86', '#b9a88c', '#454d57', '#a8563f', '#d9d2c4', '#6d5d4e', '#33423f')
    x, i = x0 + 0.03 + 0.04 * (row % 2), row
    end = x0 + (x1 - x0) * (0.45 + 0.12 * (row % 3))
    while x < end:
        thick = 0.018 + 0.012 * ((i * 7) % 3)
        tall = min(room * 0.86, 0.19 + 0.028 * ((i * 5) % 4))
        box(x, x + thick, y0 + 0.05, y0 + 0.05 + 0.16, z, z + tall, mt.plain(tints[i % len(tints)], 0.6), bevel=0.002)
        x += thick + 0.001
        i += 1
    if x1 - end > 0.2:
        if row % 2:
            h = min(room * 0.7, 0.2)
            lathe([(0.03, 0), (0.055, h * 0.3), (0.05, h * 0.6), (0.022, h * 0.85), (0.028, h)], mt.plain('#e8e2d6', 0.55), at=((end + x1) / 2 + 0.03, (y0 + y1) / 2, z))
        else:
            box(end + 0.08, min(x1 - 0.03, end + 0.32), y0 + 0.05, y1 - 0.04, z, z + min(0.14, room * 0.5), mt.finish('rattan'), bevel=0.012)


def _low_cabinet(p, foot, default_doors):
    """Sideboards and TV units: doors beside a stack of drawers."""
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    accent = p.accent or 'black'
    _legs(p, x0, x1, y0 + 0.02, y1, foot, mt.shell(accent, 'z'))
    _case(p, x0, x1, y0, y1, foot, p.h, open_front=p.open)
    doors, drawers = p.number('doors', default_doors), p.number('drawers', 0)
    low, high = foot + BOARD, p.h - BOARD
    units = doors + (1 if drawers else 0)
    each = (p.w - 2 * BOARD) / max(1, units)
    stack = doors // 2 if drawers else -1
    hung = 0
    for i in range(units):
        a, b = x0 + BOARD + each * i, x0 + BOARD + each * (i + 1)
        if i == stack:
            for r in range(drawers):
                drawer(p, a, b, low + (high - low) * r / drawers, low + (high - low) * (r + 1) / drawers, y0, 0.22 if p.open and r == drawers - 1 else 0)
            continue
        outer = i in (0, units - 1)
        door(p, a, b, low, high, y0, hung % 2 == 0 if i < units - 1 else False, 95 if p.open and outer else 0)
        if p.open and outer:
            z = (low + high) / 2
            box(a, b, y0 + 0.05, y1 - BOARD, z, z + 0.016, mt.shell(p.finish, 'x'))
            for k in range(4):
                puck(a + each * (k + 0.6) / 4.4, y0 + 0.16, low, low + 0.1, each * 0.09, mt.plain(('#e9e4da', '#8b9a93', '#c9b59a', '#53606b')[k], 0.35), top=each * 0.11)
            box(a + 0.05, b - 0.05, y0 + 0.09, y1 - 0.08, z + 0.016, z + 0.09, mt.plain('#d8d2c6', 0.6), bevel=0.01)
        hung += 1
    return 'wide'


builders = {
    'chest-of-drawers': chest_of_drawers,
    'bedside-table': bedside_table,
    'wardrobe': wardrobe,
    'bookcase': bookcase,
    'sideboard': lambda p: _low_cabinet(p, 0.15, 3),
    'tv-unit': lambda p: _low_cabinet(p, 0.12, 2),
}
