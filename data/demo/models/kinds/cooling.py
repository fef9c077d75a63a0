"""Fridges, freezers and wine fridges."""
import materials as mt
from parts import badge, bar_handle, box, display, feet, front, group, label, open_box, puck, rack, rod, vents

GAP = 0.004
DOOR = 0.055


class Case:
    """The cabinet behind the doors; the doors hang at `face`."""

    def __init__(self, p, inside=False, glow=0.32):
        self.p = p
        self.glow = glow
        self.left, self.right = -p.w / 2, p.w / 2
        self.front = -p.d / 2
        self.face = self.front + DOOR
        self.back = p.d / 2
        self.foot = min(0.05, p.h * 0.03)
        self.top = p.h - 0.012
        self.skin = mt.shell(p.finish, 'z')
        metal = mt.nature(p.finish) in ('metal', 'glass')
        self.side = mt.plain('#55585b', 0.42, 0.3) if metal else self.skin
        self.bar = p.text('handles', 'bar' if metal else 'recessed') == 'bar'
        self.handle = self.skin if mt.nature(p.finish) == 'metal' else mt.finish('stainless', 'z')
        if inside:
            self._hollow()
        else:
            box(self.left + 0.002, self.right - 0.002, self.face + 0.008, self.back, self.foot, self.top, self.side, bevel=0.006)
            box(self.left + 0.012, self.right - 0.012, self.face, self.face + 0.01, self.foot + 0.012, self.top - 0.012, mt.rubber(), bevel=0.002)
        box(self.left + 0.02, self.right - 0.02, self.face + 0.015, self.back - 0.05, 0.004, self.foot, mt.dark(), bevel=0.002)
        feet(self.left + 0.05, self.right - 0.05, self.face + 0.05, self.back - 0.06, self.foot)
        if p.h > 1:
            for x in (self.left + 0.02, self.right - 0.12):
                box(x, x + 0.1, self.face - 0.03, self.face + 0.09, self.top, p.h, mt.dark(), bevel=0.004)

    def _hollow(self):
        liner = mt.lit('#f3f5f6', self.glow)
        open_box(self.left + 0.002, self.right - 0.002, self.face + 0.002, self.back, self.foot, self.top, 0.012, self.side)
        open_box(self.left + 0.014, self.right - 0.014, self.face + 0.004, self.back - 0.012, self.foot + 0.012, self.top - 0.012, 0.03, liner)

    def door(self, x0, x1, z0, z1, edge, turn=0.0):
        """A door or drawer front whose handle is near `edge`; `turn` swings it open on the opposite side."""
        hinge_x = x0 if edge == 'right' else x1
        with group((hinge_x, self.face, 0), turn_z=turn):
            self._leaf(x0 + GAP / 2, x1 - GAP / 2, z0 + GAP / 2, z1 - GAP / 2, edge)
            if turn:
                self._door_shelves(x0 + 0.03, x1 - 0.03, z0, z1)

    def _leaf(self, x0, x1, z0, z1, edge):
        front_y, back_y = self.front, self.face - 0.006
        scoop = 0.022
        if self.bar:
            box(x0, x1, front_y, back_y, z0, z1, self.skin, bevel=0.006, segments=4)
        # A recessed grip is a bevelled edge with a dark hollow behind it.
        elif edge in ('top', 'bottom'):
            low, high = (z0, z1 - scoop) if edge == 'top' else (z0 + scoop, z1)
            box(x0, x1, front_y, back_y, low, high, self.skin, bevel=0.006, segments=4)
            box(x0, x1, front_y + 0.022, back_y, z0, z1, self.side, bevel=0.003)
        else:
            low, high = (x0 + scoop, x1) if edge == 'left' else (x0, x1 - scoop)
            box(low, high, front_y, back_y, z0, z1, self.skin, bevel=0.006, segments=4)
            box(x0, x1, front_y + 0.022, back_y, z0, z1, self.side, bevel=0.003)
        box(x0 + 0.012, x1 - 0.012, back_y, self.face + 0.004, z0 + 0.012, z1 - 0.012, mt.rubber(), bevel=0.002)
        if not self.bar:
            return
        y = front_y - 0.042
        if edge in ('top', 'bottom'):
            z = z1 - min(0.06, (z1 - z0) * 0.2) if edge == 'top' else z0 + min(0.06, (z1 - z0) * 0.2)
            bar_handle((x0 + 0.06, y, z), (x1 - 0.06, y, z), 0.042, self.handle)
        else:
            x = x0 + 0.045 if edge == 'left' else x1 - 0.045
            inset = min(0.16, (z1 - z0) * 0.14)
            bar_handle((x, y, z0 + inset), (x, y, z1 - inset), 0.042, self.handle)

    def _door_shelves(self, x0, x1, z0, z1):
        liner, glass = mt.lit('#eef1f2', 0.12), mt.clear('#dfe8ea', 0.1)
        box(x0, x1, self.face, self.face + 0.012, z0 + 0.03, z1 - 0.03, liner, bevel=0.004)
        for share in (0.08, 0.36, 0.64):
            z = z0 + (z1 - z0) * share
            box(x0 + 0.02, x1 - 0.02, self.face + 0.012, self.face + 0.1, z, z + 0.012, liner, bevel=0.003)
            box(x0 + 0.02, x1 - 0.02, self.face + 0.098, self.face + 0.102, z, z + 0.08, glass, bevel=0.001)

    def shelves(self, x0, x1, z0, z1, count):
        """What an open door shows: lit glass shelves, a crisper, food."""
        back, near = self.back - 0.06, self.face + 0.05
        for i in range(1, count):
            z = z0 + (z1 - z0) * i / count
            box(x0, x1, near, back, z, z + 0.006, mt.clear('#d7ecec', 0.25), bevel=0.001)
            box(x0, x1, near - 0.006, near, z - 0.004, z + 0.012, mt.plain('#e6eaec', 0.3), bevel=0.002)
        box(x0, x1, near + 0.01, back, z0 + 0.006, z0 + (z1 - z0) / count * 0.85, mt.clear('#e9f2f3', 0.3), bevel=0.008)
        self._food(x0, x1, z0, z1, count, near)

    def _food(self, x0, x1, z0, z1, count, near):
        step = (z1 - z0) / count
        colours = ('#c8503a', '#e0b04a', '#6d8f4e', '#f0ece0', '#7d5a44', '#d98c3f')
        for i in range(1, count):
            z = z0 + step * i + 0.006
            x = x0 + 0.06 + 0.03 * (i % 2)
            item = 0
            while x < x1 - 0.06:
                radius = 0.028 + 0.012 * ((i * 7 + item * 3) % 4) / 3
                height = min(step * 0.72, 0.09 + 0.05 * ((i + item * 2) % 3))
                tint = mt.plain(colours[(i * 2 + item) % len(colours)], 0.4)
                puck(x, near + 0.1, z, z + height, radius, tint, vertices=32)
                puck(x, near + 0.1, z + height, z + height + 0.015, radius * 0.8, mt.plain('#e9e9e6', 0.4), vertices=32)
                x += radius * 2 + 0.035
                item += 1

    def dispenser(self, x0, x1, z0, z1):
        mid, width = (x0 + x1) / 2, min(0.2, (x1 - x0) * 0.5)
        low, high = z0 + (z1 - z0) * 0.32, z0 + (z1 - z0) * 0.32 + width * 1.9
        a, b = mid - width / 2, mid + width / 2
        front(a, b, low, high, self.front - 0.003, self.front + 0.004, 0.008, mt.black_glass(), bevel=0.001)
        niche = high - (high - low) * 0.27
        front(a + 0.014, b - 0.014, low + 0.014, niche, self.front - 0.0035, self.front, 0.012, mt.plain('#0c0d0e', 0.5), bevel=0.0005)
        box(a + 0.02, b - 0.02, self.front - 0.012, self.front, low + 0.018, low + 0.026, mt.finish('stainless'), bevel=0.002)
        box(mid - 0.022, mid + 0.022, self.front - 0.01, self.front, niche - 0.05, niche - 0.004, mt.dark(), bevel=0.004)
        box(mid - 0.016, mid + 0.016, self.front - 0.008, self.front, niche - 0.13, niche - 0.06, mt.plain('#33363a', 0.3), bevel=0.003)
        for i, text in enumerate(('-18', '3')):
            label(text, a + width * (0.3 + 0.4 * i), self.front - 0.0035, high - (high - low) * 0.1, width * 0.1, mt.glow('#cfe6ff', 1.5))
        for i in range(3):
            front(a + width * (0.22 + 0.22 * i), a + width * (0.34 + 0.22 * i), high - (high - low) * 0.21, high - (high - low) * 0.2, self.front - 0.0036, self.front, 0.001, mt.glow('#9fb4c4', 0.8), bevel=0)

    def badge(self, x, z):
        badge(x, self.front, z, min(0.085, self.p.w * 0.13), dark=mt.nature(self.p.finish) == 'metal')


def _shelf_between(case, z):
    box(case.left + 0.012, case.right - 0.012, case.face + 0.006, case.back - 0.02, z - 0.02, z + 0.02, mt.plain('#eef1f2', 0.4), bevel=0.003)


def french_door(p):
    case = Case(p, inside=p.open)
    four = p.number('doors', 3) >= 4
    z0, z1 = case.foot + 0.004, case.top
    split = z0 + (z1 - z0) * (0.44 if four else 0.38)
    turn = 108 if p.open else 0
    case.door(case.left, 0, split, z1, 'right', -turn)
    case.door(0, case.right, split, z1, 'left', turn)
    if p.open:
        case.shelves(case.left + 0.05, case.right - 0.05, split + 0.02, z1 - 0.05, 5)
        _shelf_between(case, split)
    elif p.has('icemaker'):
        case.dispenser(case.left, 0, split, z1)
    if four:
        middle = (z0 + split) / 2
        case.door(case.left, case.right, middle, split, 'top')
        case.door(case.left, case.right, z0, middle, 'top')
    else:
        case.door(case.left, case.right, z0, split, 'top')
    if not p.open:
        case.badge(case.right - 0.09, z1 - 0.06)
    return 'tall'


def top_mount(p):
    case = Case(p, inside=p.open)
    z0, z1 = case.foot + 0.004, case.top
    split = z0 + (z1 - z0) * 0.7
    edge = 'left' if case.bar else 'top'
    case.door(case.left, case.right, split, z1, 'left' if case.bar else 'bottom')
    if p.open:
        case.door(case.left, case.right, z0, split, 'left', 105)
        case.shelves(case.left + 0.05, case.right - 0.05, z0 + 0.04, split - 0.03, 4)
        _shelf_between(case, split)
    else:
        case.door(case.left, case.right, z0, split, edge)
    case.badge(case.left + 0.1, z1 - 0.06)
    return 'tall'


def bottom_mount(p):
    case = Case(p, inside=p.open)
    z0, z1 = case.foot + 0.004, case.top
    split = z0 + (z1 - z0) * 0.36
    case.door(case.left, case.right, split, z1, 'left', 105 if p.open else 0)
    case.door(case.left, case.right, z0, split, 'top')
    if p.open:
        case.shelves(case.left + 0.05, case.right - 0.05, split + 0.02, z1 - 0.05, 5)
        _shelf_between(case, split)
    else:
        case.badge(case.right - 0.1, z1 - 0.06)
    return 'tall'


def side_by_side(p):
    case = Case(p, inside=p.open)
    z0, z1 = case.foot + 0.004, case.top
    split = case.left + p.w * 0.45
    turn = 108 if p.open else 0
    case.door(case.left, split, z0, z1, 'right', -turn)
    case.door(split, case.right, z0, z1, 'left', turn)
    if p.open:
        box(split - 0.03, split + 0.03, case.face + 0.004, case.back - 0.02, z0, z1, mt.plain('#eef1f2', 0.4), bevel=0.003)
        case.shelves(split + 0.05, case.right - 0.05, z0 + 0.04, z1 - 0.05, 6)
        case.shelves(case.left + 0.05, split - 0.05, z0 + 0.04, z1 - 0.05, 6)
        return 'tall'
    if p.has('icemaker'):
        case.dispenser(case.left, split, z0, z1)
    case.badge(case.right - 0.1, z1 - 0.06)
    return 'tall'


def bar_fridge(p):
    case = Case(p, inside=p.open)
    z0, z1 = case.foot + 0.004, case.top - 0.03
    box(case.left, case.right, case.face - 0.006, case.back, z1 + 0.006, p.h, case.skin, bevel=0.008)
    case.door(case.left, case.right, z0, z1, 'left' if p.open or case.bar else 'top', 105 if p.open else 0)
    if p.open:
        case.shelves(case.left + 0.045, case.right - 0.045, z0 + 0.03, z1 - 0.03, p.number('shelves', 2) + 1)
    else:
        case.badge(0, z1 - 0.08)
    return 'tall'


def upright_freezer(p):
    case = Case(p, inside=p.open)
    z0, z1 = case.foot + 0.004, case.top
    case.door(case.left, case.right, z0, z1, 'left', 105 if p.open else 0)
    if not p.open:
        display(case.right - 0.2, case.right - 0.1, z1 - 0.08, z1 - 0.045, case.front, '-18')
        case.badge(case.left + 0.14, z1 - 0.062)
        return 'tall'
    count = p.number('drawers', 6)
    for i in range(count):
        low = z0 + 0.04 + (z1 - z0 - 0.08) * i / count
        high = low + (z1 - z0 - 0.08) / count - 0.012
        box(case.left + 0.05, case.right - 0.05, case.face + 0.04, case.back - 0.08, low, high, mt.plain('#e9f0f3', 0.3), bevel=0.008)
        front(-0.08, 0.08, high - 0.045, high - 0.02, case.face + 0.038, case.face + 0.05, 0.01, mt.plain('#9aa5ab', 0.4))
    return 'tall'


def chest_freezer(p):
    skin = mt.shell(p.finish)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    lid = p.h * 0.09
    feet(x0 + 0.07, x1 - 0.07, y0 + 0.07, y1 - 0.07, 0.025)
    box(x0 + 0.008, x1 - 0.008, y0 + 0.012, y1, 0.025, p.h - lid - 0.008, skin, bevel=0.02, segments=4)
    box(x0 + 0.02, x1 - 0.02, y0 + 0.025, y1 - 0.02, p.h - lid - 0.01, p.h - lid + 0.002, mt.rubber())
    with group((0, y1, p.h - lid), turn_x=-68 if p.open else 0):
        box(x0, x1, y0, y1, p.h - lid, p.h, skin, bevel=0.022, segments=5)
        front(-0.11, 0.11, p.h - lid * 0.72, p.h - lid * 0.3, y0 - 0.014, y0 + 0.01, 0.016, mt.plain('#c9ced1', 0.35), bevel=0.005)
    if p.open:
        box(x0 + 0.06, x1 - 0.06, y0 + 0.06, y1 - 0.05, p.h - lid - 0.006, p.h - lid + 0.004, mt.plain('#5b6367', 0.6), bevel=0.001)
        for share in (0.3, 0.7):
            x = x0 + p.w * share
            rack(x - 0.16, x + 0.16, y0 + 0.07, y1 - 0.07, p.h - lid + 0.008, mt.plain('#f2f4f5', 0.3), wires=9, radius=0.003)
    vents(x1 - 0.2, x1 - 0.06, 0.07, 0.15, y0 + 0.012, 9)
    for i, colour in enumerate(('#4fbf6a', '#e0a63a')):
        front(x0 + 0.08 + 0.03 * i, x0 + 0.09 + 0.03 * i, 0.115, 0.125, y0 + 0.01, y0 + 0.014, 0.004, mt.glow(colour, 1.2), bevel=0)
    badge(x0 + 0.14, y0 + 0.012, p.h - lid - 0.08, 0.09)
    return 'low'


def _bottles(case, x0, x1, z, step, row):
    count = max(3, int((x1 - x0) / 0.085))
    for i in range(count):
        x = x0 + (x1 - x0) * (i + 0.5) / count
        radius = min(0.037, step * 0.36)
        near = case.face + 0.045
        tint = ('#2a0d12', '#15261a', '#33240f')[(row + i) % 3]
        glass = mt.plain(tint, 0.1, coat=0.6)
        rod((x, near + 0.11, z + radius), (x, case.back - 0.12, z + radius), radius, glass)
        rod((x, near, z + radius), (x, near + 0.11, z + radius), radius * 0.36, glass, end_radius=radius * 0.5)
        rod((x, near - 0.004, z + radius), (x, near + 0.045, z + radius), radius * 0.4, mt.plain(('#7c2531', '#b8935a', '#2c2f33')[(row * 2 + i) % 3], 0.35))


def wine_fridge(p):
    case = Case(p, inside=True, glow=0.0)
    x0, x1, z0, z1 = case.left, case.right, case.foot + 0.004, case.top
    rows = p.number('shelves', 5)
    frame = 0.045
    step = (z1 - z0 - 2 * frame - 0.03) / rows
    black = mt.lit('#4a3826', 0.6)
    # Amber light from the back wall, as in a cellar.
    open_box(x0 + 0.045, x1 - 0.045, case.face + 0.006, case.back - 0.05, z0 + 0.02, z1 - 0.02, 0.006, black, back=mt.lit('#c98f4e', 1.1))
    box(x0 + 0.08, x1 - 0.08, case.face + 0.012, case.face + 0.02, z1 - frame - 0.03, z1 - frame - 0.026, mt.glow('#ffe2b0', 4), bevel=0)
    wood = mt.finish('oak', 'x')
    for row in range(rows):
        z = z0 + frame + step * row
        box(x0 + 0.05, x1 - 0.05, case.face + 0.02, case.face + 0.04, z, z + min(0.03, step * 0.3), wood)
        _bottles(case, x0 + 0.05, x1 - 0.05, z + 0.012, step, row)
    with group((x1, case.face, 0), turn_z=100 if p.open else 0):
        y0, y1 = case.front, case.face - 0.006
        skin = case.skin
        box(x0, x1, y0, y1, z1 - frame - 0.025, z1, skin, bevel=0.004)
        box(x0, x1, y0, y1, z0, z0 + frame, skin, bevel=0.004)
        box(x0, x0 + frame, y0, y1, z0 + frame, z1 - frame - 0.025, skin, bevel=0.004)
        box(x1 - frame, x1, y0, y1, z0 + frame, z1 - frame - 0.025, skin, bevel=0.004)
        box(x0 + frame, x1 - frame, y0 + 0.006, y0 + 0.011, z0 + frame, z1 - frame - 0.025, mt.clear('#d9dcdf', 0.12), bevel=0)
        if case.bar:
            bar_handle((x0 + frame / 2, y0 - 0.04, z0 + p.h * 0.12), (x0 + frame / 2, y0 - 0.04, z1 - p.h * 0.14), 0.04, mt.finish('stainless', 'z'))
        display(-0.035, 0.035, z1 - 0.05, z1 - 0.02, y0, '12')
        badge(x0 + 0.1, y0, z1 - 0.035, 0.075, dark=True)
    return 'tall'


builders = {
    'fridge-french-door': french_door,
    'fridge-top-mount': top_mount,
    'fridge-bottom-mount': bottom_mount,
    'fridge-side-by-side': side_by_side,
    'fridge-bar': bar_fridge,
    'freezer-upright': upright_freezer,
    'freezer-chest': chest_freezer,
    'wine-fridge': wine_fridge,
}
