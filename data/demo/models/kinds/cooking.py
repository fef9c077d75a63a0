"""Ovens, cookers, cooktops and microwaves."""
import math

import materials as mt
from parts import badge, bar_handle, box, disc, display, ellipse, feet, front, group, knob, label, lathe, open_box, prism, puck, rack, rod, slab, tube, vents, wordmark


def _trim(p, axis='x'):
    """The finish where it is metal or lacquer; a glass oven has steel controls."""
    return mt.finish('stainless', axis) if mt.nature(p.finish) == 'glass' else mt.shell(p.finish, axis)


def _oven_door(p, x0, x1, z0, z1, y, turn):
    """A drop-down door: frame in the finish, black glass, handle."""
    bar = p.text('handles', 'bar') == 'bar'
    with group((0, y + 0.03, z0), turn_x=turn):
        box(x0, x1, y + 0.004, y + 0.03, z0, z1, _trim(p) if mt.nature(p.finish) != 'glass' else mt.dark(), bevel=0.003)
        rim = 0.004 if mt.nature(p.finish) == 'glass' else min(0.05, (z1 - z0) * 0.13)
        glass_top = z1 - 0.004 if rim < 0.01 else z1 - min(0.085, (z1 - z0) * 0.2)
        front(x0 + rim * 0.5, x1 - rim * 0.5, z0 + rim * 0.4, glass_top, y, y + 0.006, 0.006, mt.black_glass(), bevel=0.001)
        edge = min(0.06, (z1 - z0) * 0.14)
        front(x0 + rim + edge, x1 - rim - edge, z0 + rim + edge * 0.6, glass_top - edge, y - 0.0006, y + 0.002, 0.01, mt.plain('#050506', 0.03, coat=1.0), bevel=0.0004)
        if bar:
            z = z1 - min(0.045, (z1 - z0) * 0.1)
            material = mt.finish('stainless', 'x') if mt.nature(p.finish) != 'paint' or p.finish != 'matte-black' else mt.finish('matte-black')
            bar_handle((x0 + 0.05, y - 0.045, z), (x1 - 0.05, y - 0.045, z), 0.048, material, radius=0.011)
        else:
            front(x0 + 0.1, x1 - 0.1, z1 - 0.03, z1 - 0.012, y - 0.002, y + 0.002, 0.008, mt.plain('#0e0f10', 0.6), bevel=0.0006)
        if turn:
            box(x0 + 0.03, x1 - 0.03, y + 0.03, y + 0.036, z0 + 0.02, z1 - 0.03, mt.plain('#101113', 0.12, coat=0.6))


def _cavity(p, x0, x1, y, y1, z0, z1, shelves):
    enamel = mt.lit('#6a6660', 0.3)
    open_box(x0, x1, y + 0.03, y1, z0, z1, 0.02, enamel)
    disc(0, y1 - 0.03, y1 - 0.022, (z0 + z1) / 2, min(0.1, (z1 - z0) * 0.3), mt.plain('#4a4d51', 0.35, 0.6))
    for i in range(shelves):
        rack(x0 + 0.025, x1 - 0.025, y + 0.05, y1 - 0.05, z0 + (z1 - z0) * (0.28 + 0.26 * i), wires=18)
    box(x0 + 0.03, x1 - 0.03, y + 0.05, y1 - 0.06, z0 + 0.06, z0 + 0.075, mt.plain('#35373b', 0.3))


def _oven_controls(p, x0, x1, z0, z1, y, time):
    trim = mt.black_glass() if mt.nature(p.finish) == 'glass' else _trim(p)
    box(x0, x1, y + 0.002, y + 0.03, z0, z1, trim, bevel=0.003)
    mid, height = (z0 + z1) / 2, z1 - z0
    display(-0.075, 0.075, mid - height * 0.28, mid + height * 0.28, y + 0.002, time)
    if height > 0.07:
        for x in (x0 + (x1 - x0) * 0.17, x1 - (x1 - x0) * 0.17):
            knob(x, y + 0.002, mid, min(0.024, height * 0.26), 0.024, mt.chrome() if mt.nature(p.finish) != 'metal' else mt.finish('stainless'), mark=mt.dark())
    badge(x0 + (x1 - x0) * 0.3, y + 0.002, mid, 0.06)


def oven(p):
    x0, x1, y, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    panel = p.h - min(0.11, p.h * 0.2)
    body = mt.plain('#6c7073', 0.45, 0.8)
    inner0, inner1, low, high = x0 + 0.05, x1 - 0.05, 0.03, panel - 0.03
    if p.open:
        open_box(x0 + 0.02, x1 - 0.02, y + 0.034, y1, 0.004, p.h - 0.004, 0.008, body)
        _cavity(p, inner0, inner1, y, y1 - 0.05, low, high, p.number('shelves', 2))
        box(x0 + 0.03, x1 - 0.03, y + 0.034, y + 0.05, 0.004, low + 0.004, mt.dark())
        for a, b in ((x0 + 0.03, inner0 + 0.004), (inner1 - 0.004, x1 - 0.03)):
            box(a, b, y + 0.034, y + 0.05, low, high, mt.dark())
    else:
        box(x0 + 0.02, x1 - 0.02, y + 0.032, y1, 0.004, p.h - 0.004, body, bevel=0.004)
    _oven_door(p, x0, x1, 0.006, panel - 0.006, y, 86 if p.open else 0)
    _oven_controls(p, x0, x1, panel, p.h, y, '12:00')
    return 'low'


def double_oven(p):
    x0, x1, y, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    panel = p.h - 0.09
    split = panel * 0.56
    body = mt.plain('#6c7073', 0.45, 0.8)
    if p.open:
        open_box(x0 + 0.02, x1 - 0.02, y + 0.034, y1, 0.004, p.h - 0.004, 0.008, body)
        _cavity(p, x0 + 0.05, x1 - 0.05, y, y1 - 0.05, split + 0.03, panel - 0.03, 1)
        box(x0 + 0.03, x1 - 0.03, y + 0.034, y + 0.05, 0.004, split + 0.034, mt.dark())
    else:
        box(x0 + 0.02, x1 - 0.02, y + 0.032, y1, 0.004, p.h - 0.004, body, bevel=0.004)
    _oven_door(p, x0, x1, 0.006, split - 0.004, y, 0)
    _oven_door(p, x0, x1, split + 0.004, panel - 0.006, y, 86 if p.open else 0)
    _oven_controls(p, x0, x1, panel, p.h, y, '12:00')
    return 'tall'


def _burner(x, y, z, radius):
    steel, iron = mt.plain('#9a9da0', 0.35, 0.9), mt.plain('#141516', 0.6)
    puck(x, y, z, z + 0.004, radius * 1.25, steel)
    puck(x, y, z + 0.004, z + 0.018, radius * 0.92, steel, top=radius * 0.86)
    puck(x, y, z + 0.018, z + 0.026, radius * 0.8, iron, bevel=0.003)


def _trivet(x0, x1, y0, y1, z, burners):
    """Cast iron over one or two burners."""
    iron = mt.plain('#17181a', 0.65)
    high = z + 0.042
    thick = 0.0065
    def bar(ax, ay, bx, by):
        if abs(ax - bx) > abs(ay - by):
            box(min(ax, bx), max(ax, bx), ay - thick, ay + thick, high - 0.013, high, iron, bevel=0.003)
        else:
            box(ax - thick, ax + thick, min(ay, by), max(ay, by), high - 0.013, high, iron, bevel=0.003)
    for y in (y0, y1):
        bar(x0, y, x1, y)
    for x in (x0, x1):
        bar(x, y0, x, y1)
        for y in (y0, y1):
            box(x - thick, x + thick, y - thick, y + thick, z, high, iron, bevel=0.003)
    for bx, by, radius in burners:
        inner = radius * 0.42
        bar(bx, y0 if by - y0 < 0.14 else by - 0.1, bx, by - inner)
        bar(bx, by + inner, bx, y1 if y1 - by < 0.14 else by + 0.1)
        bar(x0 if bx - x0 < 0.16 else bx - 0.11, by, bx - inner, by)
        bar(bx + inner, by, x1 if x1 - bx < 0.16 else bx + 0.11, by)


def gas_burners(count, x0, x1, y0, y1, z):
    """Burners and trivets in the field given."""
    w, d = x1 - x0, y1 - y0
    big, mid, small = 0.052, 0.04, 0.03
    near, far = y0 + d * 0.27, y0 + d * 0.74
    if count <= 1:
        field = [[((x0 + x1) / 2, (y0 + y1) / 2, big)]]
    elif count == 2:
        field = [[((x0 + x1) / 2, near, small), ((x0 + x1) / 2, far, big)]]
    elif count == 4:
        field = [[(x0 + w * 0.25, near, mid), (x0 + w * 0.25, far, big)], [(x0 + w * 0.75, near, small), (x0 + w * 0.75, far, mid)]]
    else:
        a, b, c = x0 + w / 6, x0 + w / 2, x0 + w * 5 / 6
        middle = [(b, (near + far) / 2, 0.068)] if count == 5 else [(b, near, big), (b, far, big)]
        field = [[(a, near, small), (a, far, mid)], middle, [(c, near, mid), (c, far, mid)]]
    each = w / len(field)
    for i, burners in enumerate(field):
        for x, y, radius in burners:
            _burner(x, y, z, radius)
        _trivet(x0 + each * i + 0.012, x0 + each * (i + 1) - 0.012, y0 + 0.012, y1 - 0.012, z, burners)


def cooktop_gas(p):
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    plate = mt.shell(p.finish, 'x')
    count = p.number('burners', 4)
    box(x0 + 0.02, x1 - 0.02, y0 + 0.02, y1 - 0.02, 0, 0.03, mt.plain('#8f9295', 0.4, 0.9))
    slab(x0, x1, y0, y1, 0.03, 0.037, 0.012, plate, bevel=0.003)
    wide = p.w > 0.45
    field = (x0 + 0.02, x1 - (0.1 if wide else 0.02), y0 + (0.02 if wide else 0.085), y1 - 0.02)
    gas_burners(count, *field, 0.037)
    for i in range(count):
        share = (i + 0.5) / count
        x, y = (x1 - 0.052, y0 + 0.06 + (p.d - 0.12) * share) if wide else (x0 + 0.05 + (p.w - 0.1) * share, y0 + 0.045)
        puck(x, y, 0.037, 0.04, 0.023, mt.dark(), vertices=32)
        puck(x, y, 0.04, 0.062, 0.019, mt.plain('#b9bcbf', 0.25, 1.0), top=0.016, vertices=40)
        box(x - 0.0012, x + 0.0012, y, y + 0.015, 0.0622, 0.0626, mt.dark(), bevel=0)
    return 'flat'


def _zone(x, y, z, rx, ry, square, ink):
    outline = ellipse(x, y, rx, ry, power=0.32 if square else 1.0)
    tube([(a, b, z) for a, b in outline], 0.0009, ink, smooth=False, closed=True, resolution=1)


def glass_zones(p, count, x0, x1, y0, y1, z, square):
    ink = mt.plain('#9aa0a5', 0.5)
    w, d = x1 - x0, y1 - y0
    near, far = y0 + d * 0.3, y0 + d * 0.76
    if count <= 2:
        spots = [((x0 + x1) / 2, near, 0.075), ((x0 + x1) / 2, far, 0.1)]
    elif count == 4:
        spots = [(x0 + w * 0.27, near, 0.09), (x0 + w * 0.27, far, 0.105), (x0 + w * 0.73, near, 0.105), (x0 + w * 0.73, far, 0.09)]
    else:
        spots = [(x0 + w * 0.17, near, 0.09), (x0 + w * 0.17, far, 0.09), (x0 + w * 0.83, near, 0.09), (x0 + w * 0.83, far, 0.09), (x0 + w * 0.5, (near + far) / 2, 0.13)]
        if count >= 6:
            spots[-1:] = [(x0 + w * 0.5, near, 0.09), (x0 + w * 0.5, far, 0.09)]
    for x, y, radius in spots:
        radius = min(radius, w * 0.42)
        _zone(x, y, z, radius, radius, square, ink)
        if not square:
            _zone(x, y, z, radius * 0.55, radius * 0.55, False, ink)
        for dx, dy in ((1, 0), (0, 1)):
            box(x - 0.008 * dx - 0.0006, x + 0.008 * dx + 0.0006, y - 0.008 * dy - 0.0006, y + 0.008 * dy + 0.0006, z, z + 0.0004, ink, bevel=0)


def _glass_cooktop(p, square):
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    vented = p.h > 0.12
    base = min(p.h, 0.06) - 0.006
    box(x0 + 0.02, x1 - 0.02, y0 + 0.02, y1 - 0.02, 0, base, mt.plain('#3a3c3f', 0.5))
    slab(x0, x1, y0, y1, base, base + 0.006, 0.008, mt.black_glass(), bevel=0.0018)
    top = base + 0.0062
    glass_zones(p, p.number('zones', 4), x0 + 0.02, x1 - 0.02, y0 + 0.07, y1 - 0.01, top, square)
    if vented:
        slab(-0.06, 0.06, y0 + 0.12, y1 - 0.05, top, top + 0.004, 0.01, mt.dark(), bevel=0.001)
        for i in range(9):
            y = y0 + 0.14 + (p.d - 0.21) * i / 8
            box(-0.05, 0.05, y - 0.006, y + 0.006, top + 0.003, top + 0.007, mt.plain('#2a2c2f', 0.35), bevel=0.002)
    lit = mt.glow('#ff6a55', 1.1)
    for i in range(min(5, max(3, int(p.w / 0.14)))):
        x = (i - min(4, max(2, int(p.w / 0.14) - 1)) / 2) * 0.055
        label(('0', '6', '9', '0', '-')[i], x, y0 + 0.04, top + 0.0003, 0.013, lit, flat=True)
    for i in range(2):
        _zone(-0.02 + 0.04 * i - p.w * 0.3, y0 + 0.04, top, 0.008, 0.008, False, mt.plain('#9aa0a5', 0.5))
    badge_y = y1 - 0.03
    wordmark(0, badge_y, top + 0.0004, 0.012, 0.12, mt.plain('#c9ccce', 0.3), flat=True)
    return 'flat'


def freestanding_cooker(p):
    skin = mt.shell(p.finish, 'x')
    x0, x1, y, y1 = -p.w / 2, p.w / 2, -p.d / 2 + 0.03, p.d / 2
    deck = p.h - 0.04
    feet(x0 + 0.05, x1 - 0.05, y + 0.06, y1 - 0.06, 0.06, material=mt.plain('#b9bcbf', 0.3, 1.0))
    box(x0 + 0.01, x1 - 0.01, y + 0.05, y1 - 0.02, 0.012, 0.09, mt.dark())
    panel = deck - 0.115
    split = 0.27
    if p.open:
        open_box(x0, x1, y + 0.034, y1, 0.09, deck, 0.012, skin)
        _cavity(p, x0 + 0.05, x1 - 0.05, y, y1 - 0.05, split + 0.02, panel - 0.02, 2)
        box(x0 + 0.01, x1 - 0.01, y + 0.034, y + 0.05, 0.09, split + 0.024, mt.dark())
    else:
        box(x0, x1, y + 0.032, y1, 0.09, deck, skin, bevel=0.003)
    box(x0 + 0.002, x1 - 0.002, y + 0.004, y + 0.03, 0.092, split - 0.005, skin, bevel=0.004)
    bar_handle((x0 + 0.06, y - 0.035, split - 0.04), (x1 - 0.06, y - 0.035, split - 0.04), 0.04, mt.finish('stainless', 'x'))
    _oven_door(p, x0 + 0.002, x1 - 0.002, split, panel - 0.005, y, 86 if p.open else 0)
    box(x0, x1, y, y + 0.032, panel, deck, skin, bevel=0.006)
    gas = 'burners' in p.options
    count = p.number('burners', p.number('zones', 4))
    for i in range(count + 2):
        knob(x0 + 0.07 + (p.w - 0.14) * (i if i < (count + 2) / 2 else i) / (count + 1), y, (panel + deck) / 2 - 0.012, 0.02, 0.028, mt.plain('#c4c7c9', 0.22, 1.0), mark=mt.dark())
    display(-0.045, 0.045, deck - 0.034, deck - 0.012, y, '12:00')
    slab(x0, x1, y, y1, deck, deck + 0.008, 0.01, mt.black_glass() if not gas else mt.finish('stainless', 'x') if mt.nature(p.finish) == 'metal' else skin, bevel=0.002)
    if gas:
        gas_burners(count, x0 + 0.03, x1 - 0.03, y + 0.05, y1 - 0.04, deck + 0.008)
    else:
        glass_zones(p, count, x0 + 0.03, x1 - 0.03, y + 0.05, y1 - 0.03, deck + 0.0085, False)
    box(x0, x1, y1 - 0.02, y1, deck, p.h + 0.02, skin, bevel=0.004)
    badge(0, y, panel + 0.018, 0.07)
    return 'low'


def _microwave_front(p, x0, x1, z0, z1, y, built_in):
    """Door with mesh window on the left, keypad on the right."""
    skin = _trim(p)
    split = x1 - (x1 - x0) * 0.25
    bar = p.text('handles', 'recessed') == 'bar'
    with group((x0, y + 0.02, 0), turn_z=-100 if p.open else 0):
        box(x0, split - 0.002, y, y + 0.024, z0, z1, skin if mt.nature(p.finish) != 'glass' else mt.black_glass(), bevel=0.004)
        rim = min(0.035, (z1 - z0) * 0.14)
        front(x0 + rim, split - rim, z0 + rim, z1 - rim, y - 0.001, y + 0.002, 0.012, mt.black_glass(), bevel=0.0006)
        front(x0 + rim * 2, split - rim * 2.1, z0 + rim * 1.9, z1 - rim * 1.9, y - 0.0016, y, 0.01, mt.plain('#1c1e20', 0.12, coat=0.8), bevel=0.0004)
        if bar:
            bar_handle((split - 0.02, y - 0.035, z0 + 0.03), (split - 0.02, y - 0.035, z1 - 0.03), 0.035, mt.finish('stainless', 'z'), radius=0.008)
    box(split, x1, y, y + 0.024, z0, z1, mt.black_glass() if not bar or mt.nature(p.finish) != 'metal' else skin, bevel=0.004)
    a, b = split + 0.018, x1 - 0.018
    display(a, b, z1 - (z1 - z0) * 0.22, z1 - (z1 - z0) * 0.08, y, '1:30')
    key = mt.plain('#34373b', 0.35)
    for row in range(4):
        for column in range(3):
            kx = a + (b - a) * (column + 0.5) / 3
            kz = z1 - (z1 - z0) * (0.33 + 0.1 * row)
            front(kx - (b - a) * 0.13, kx + (b - a) * 0.13, kz - (z1 - z0) * 0.032, kz + (z1 - z0) * 0.032, y - 0.0014, y + 0.001, 0.003, key, bevel=0.0006)
            label(str((row * 3 + column + 1) % 10), kx, y - 0.0018, kz, (z1 - z0) * 0.028, mt.plain('#cfd4d8', 0.5))
    knob((a + b) / 2, y, z0 + (z1 - z0) * 0.17, min(0.022, (z1 - z0) * 0.09), 0.016, mt.plain('#b9bcbf', 0.25, 1.0), mark=mt.dark())
    badge(x0 + 0.06, y - 0.0012, z0 + rim * 0.5, 0.045)
    if p.open:
        open_box(x0 + 0.02, split - 0.01, y + 0.024, p.d / 2 - 0.03, z0 + 0.015, z1 - 0.015, 0.012, mt.lit('#e8e6df', 0.4))
        middle = (x0 + split) / 2
        puck(middle, y + 0.2, z0 + 0.035, z0 + 0.043, min(0.15, (split - x0) * 0.4), mt.plain('#cbd8d8', 0.15))


def microwave(p):
    skin = mt.shell(p.finish, 'x')
    x0, x1, y, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    feet(x0 + 0.04, x1 - 0.04, y + 0.06, y1 - 0.05, 0.014, radius=0.012)
    if p.open:
        open_box(x0, x1, y + 0.026, y1, 0.012, p.h, 0.008, skin)
        box(x1 - p.w * 0.25, x1 - 0.004, y + 0.026, y1 - 0.01, 0.016, p.h - 0.004, skin)
    else:
        box(x0, x1, y + 0.026, y1, 0.012, p.h, skin, bevel=0.006)
    _microwave_front(p, x0, x1, 0.012, p.h, y, False)
    for i in range(8):
        box(x1 - 0.001, x1 + 0.0006, y1 - 0.06 - 0.016 * i, y1 - 0.052 - 0.016 * i, p.h * 0.4, p.h * 0.75, mt.dark(), bevel=0)
    return 'low'


def microwave_builtin(p):
    x0, x1, y, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    trim = _trim(p)
    body = mt.plain('#6c7073', 0.45, 0.8)
    if p.open:
        open_box(x0 + 0.03, x1 - 0.03, y + 0.026, y1, 0.01, p.h - 0.01, 0.008, body)
    else:
        box(x0 + 0.03, x1 - 0.03, y + 0.02, y1, 0.01, p.h - 0.01, body, bevel=0.004)
    rim = 0.032
    for a, b, low, high in ((x0, x1, p.h - rim, p.h), (x0, x1, 0, rim), (x0, x0 + rim, rim, p.h - rim), (x1 - rim, x1, rim, p.h - rim)):
        box(a, b, y + 0.004, y + 0.022, low, high, trim, bevel=0.002)
    _microwave_front(p, x0 + rim + 0.002, x1 - rim - 0.002, rim + 0.002, p.h - rim - 0.002, y, True)
    return 'low'


builders = {
    'oven': oven,
    'oven-double': double_oven,
    'oven-freestanding': freestanding_cooker,
    'cooktop-gas': cooktop_gas,
    'cooktop-induction': lambda p: _glass_cooktop(p, True),
    'cooktop-ceramic': lambda p: _glass_cooktop(p, False),
    'microwave': microwave,
    'microwave-builtin': microwave_builtin,
}
