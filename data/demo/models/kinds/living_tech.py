"""Televisions, sound, vacuum cleaners and climate appliances."""
import math

import bpy
import numpy as np

import materials as mt
from parts import badge, box, cushion, disc, display, ellipse, feet, front, highlight, knob, label, lathe, leg, prism, puck, rod, rounded_rect, slab, tube, vents


def landscape():
    """Mountains at dusk for switched-on screens, computed so that no picture has to be licensed."""
    width, height = 640, 360
    x = np.linspace(0, 1, width)[None, :]
    y = np.linspace(0, 1, height)[:, None]
    sky = np.stack([0.10 + 0.95 * np.exp(-((y - 0.45) / 0.16) ** 2) + 0 * x, 0.16 + 0.42 * np.exp(-((y - 0.47) / 0.2) ** 2) + 0.1 * y + 0 * x, 0.34 + 0.22 * y + 0 * x], axis=2)
    glow = np.exp(-(((x - 0.64) / 0.13) ** 2 + ((y - 0.5) / 0.16) ** 2))[..., None]
    picture = sky + glow * np.array([0.9, 0.5, 0.16])
    ridges = ((0.47, 0.085, 3.1, (0.26, 0.2, 0.33)), (0.38, 0.11, 5.3, (0.12, 0.13, 0.25)), (0.26, 0.1, 8.7, (0.05, 0.08, 0.15)), (0.12, 0.07, 14.0, (0.015, 0.03, 0.06)))
    for level, swing, pace, colour in ridges:
        edge = level + swing * (0.5 * np.sin(pace * x * 2 + level * 40) + 0.3 * np.sin(pace * x * 5.3 + 1.7) + 0.2 * np.abs(np.sin(pace * x * 9.1)))
        inside = np.clip((edge - y) * height / 1.5, 0, 1)[..., None]
        picture = picture * (1 - inside) + inside * (np.array(colour) + 0.06 * np.clip(y / np.maximum(edge, 0.01), 0, 1)[..., None])
    image = bpy.data.images.new('landscape', width, height, float_buffer=True)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = np.clip(picture, 0, 1.4)
    image.pixels.foreach_set(pixels.ravel())
    image.pack()
    return image


def screen(x0, x1, z0, z1, y):
    mesh = bpy.data.meshes.new('screen')
    mesh.from_pydata([(x0, y, z0), (x1, y, z0), (x1, y, z1), (x0, y, z1)], [], [(0, 1, 2, 3)])
    uv = mesh.uv_layers.new()
    for loop, corner in zip(uv.data, ((0, 0), (1, 0), (1, 1), (0, 1))):
        loop.uv = corner
    mesh.materials.append(mt.picture(landscape))
    bpy.context.scene.collection.objects.link(bpy.data.objects.new('screen', mesh))


def television(p):
    x0, x1 = -p.w / 2, p.w / 2
    foot = 0.07
    bezel = 0.006
    frame = mt.plain('#2a2c2f', 0.35, 0.6)
    y = -0.012
    box(x0, x1, y, y + 0.02, foot, foot + p.h, frame, bevel=0.003)
    box(x0 + p.w * 0.12, x1 - p.w * 0.12, y + 0.018, y + 0.05, foot + 0.02, foot + p.h * 0.55, mt.dark(), bevel=0.01)
    box(x0 + bezel * 0.5, x1 - bezel * 0.5, y - 0.0008, y, foot + bezel, foot + p.h - bezel * 0.5, mt.black_glass(), bevel=0.0004)
    screen(x0 + bezel, x1 - bezel, foot + bezel * 2.4, foot + p.h - bezel, y - 0.0012)
    box(-0.03, 0.03, y - 0.001, y + 0.006, foot - 0.006, foot + 0.002, frame)
    for side in (-1, 1):
        x = side * p.w * 0.36
        rod((x, 0.0, foot + 0.03), (x, 0.0, 0.03), 0.011, frame)
        for reach in (-0.13, 0.13):
            rod((x, 0.0, 0.04), (x + side * 0.02, reach, 0.007), 0.009, frame, end_radius=0.007)
    badge(0, y - 0.001, foot + bezel * 1.2, 0.05)
    return 'wide'


def soundbar(p):
    body = mt.shell(p.finish)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    section = rounded_rect(y0 + 0.004, y1, 0.006, p.h, min(0.018, p.h * 0.3))
    prism(section, x0, x1, body, plane='yz', bevel=0.004)
    grille = mt.cloth('charcoal') if p.finish != 'white' else mt.cloth('grey')
    prism(rounded_rect(y0, y1 - 0.02, 0.009, p.h - 0.006, min(0.016, p.h * 0.28)), x0 + 0.012, x1 - 0.012, grille, plane='yz', bevel=0.003)
    slab(-0.05, 0.05, -0.012, 0.012, p.h - 0.001, p.h + 0.0006, 0.01, mt.black_glass(), bevel=0)
    for i in range(4):
        disc((i - 1.5) * 0.012, y0 - 0.0005, y0 + 0.001, p.h * 0.5, 0.0018, mt.glow('#e8f4ff', 1.6), bevel=0, vertices=12)
    feet(x0 + 0.06, x1 - 0.06, y0 + 0.03, y1 - 0.02, 0.008, radius=0.01)
    badge(x1 - 0.07, y0, p.h * 0.4, 0.035)
    return 'bar'


def _cone(x, y, z, radius):
    lathe([(radius, -0.002), (radius * 1.08, -0.004), (radius * 1.1, 0.002)], mt.plain('#4d5054', 0.3, 0.9), at=(x, y, z), axis='y')
    lathe([(radius, -0.002), (radius * 0.92, -0.009), (radius * 0.84, -0.002)], mt.rubber(), at=(x, y, z), axis='y')
    lathe([(radius * 0.85, -0.002), (radius * 0.36, radius * 0.32)], mt.plain('#2a2c2f', 0.55), at=(x, y, z), axis='y')
    lathe([(radius * 0.4, radius * 0.3), (radius * 0.3, radius * 0.13), (0, radius * 0.06)], mt.plain('#33363a', 0.35), at=(x, y, z), axis='y')


def _barrel_speaker(p):
    """Portable: acoustic cloth around a barrel, rubber rims, a passive radiator at each end, buttons along the top."""
    r = min(p.h, p.d) * 0.49
    end = p.w / 2
    base = 0.004
    z = base + r
    highlight(1, end - r, -r, z)
    rubber, cone = mt.plain('#232527', 0.6), mt.plain('#7b8086', 0.28, 0.9)
    rod((-end + r * 0.1, 0, z), (end - r * 0.1, 0, z), r * 0.985, mt.cloth(p.finish), vertices=96, bevel=0.001)
    for side in (-1, 1):
        at = lambda inset: (side * (end - inset), 0, z)
        rod(at(r * 0.24), at(0), r, rubber, vertices=96, bevel=r * 0.09)
        rod(at(r * 0.02), at(-0.0012), r * 0.74, cone, vertices=72, bevel=0.0008)
        rod(at(0), at(-0.0022), r * 0.66, mt.plain('#303338', 0.45), vertices=72, bevel=0.001)
        rod(at(0), at(-0.005), r * 0.3, cone, vertices=56, bevel=0.002)
    top = z + r * 0.985
    reach = min(p.w * 0.3, r * 1.5)
    slab(-reach, reach, -r * 0.2, r * 0.2, top - r * 0.06, top + r * 0.035, r * 0.2, rubber, bevel=r * 0.03)
    for i, sign in enumerate(('-', '+')):
        label(sign, (2 * i - 1) * reach * 0.62, 0, top + r * 0.036, r * 0.2, mt.plain('#c9cdd1', 0.5), flat=True)
    tube([(a, b, top + r * 0.036) for a, b in ellipse(0, 0, r * 0.1, r * 0.1, steps=32)], r * 0.012, mt.plain('#c9cdd1', 0.5), smooth=False, closed=True, resolution=2)
    box(-p.w * 0.3, p.w * 0.3, -r * 0.3, r * 0.3, 0, base + r * 0.08, rubber, bevel=0.002)
    badge(0, -r * 0.988, z, min(p.w * 0.14, r * 0.7))
    tube([(end - r * 0.12, r * 0.1, z + r * 0.95), (end + r * 0.22, r * 0.06, z + r * 0.75), (end + r * 0.25, -r * 0.02, z + r * 0.2), (end - r * 0.02, -r * 0.08, z - r * 0.1)], r * 0.05, mt.cloth('charcoal'))


def speaker(p):
    body = mt.shell(p.finish, 'z')
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    wide = p.w > p.h * 1.15
    if wide or p.d > p.w * 1.6:
        _barrel_speaker(p)
        return 'low'
    if p.h > p.w * 1.15 and mt.nature(p.finish) == 'wood':
        box(x0, x1, y0 + 0.004, y1, 0.004, p.h, body, bevel=0.004)
        box(x0 + 0.004, x1 - 0.004, y0, y0 + 0.006, 0.008, p.h - 0.004, mt.plain('#1b1c1e', 0.5), bevel=0.002)
        _cone(0, y0, p.h * 0.36, p.w * 0.33)
        _cone(0, y0, p.h * 0.78, p.w * 0.15)
        return 'low'
    # Room speaker: cloth around a column, touch top, hard base.
    r = min(p.w, p.d) / 2
    lathe([(r * 0.9, 0.002), (r * 0.94, 0.004), (r * 0.94, 0.02)], mt.rubber())
    prism(ellipse(0, 0, p.w / 2, p.d / 2, power=0.8), 0.016, p.h * 0.9, mt.cloth(p.finish), plane='xy', bevel=0.012, segments=4)
    prism(ellipse(0, 0, p.w / 2 * 0.985, p.d / 2 * 0.985, power=0.8), p.h * 0.89, p.h, body, plane='xy', bevel=0.014, segments=5)
    puck(0, 0, p.h - 0.001, p.h + 0.0005, r * 0.62, mt.black_glass())
    tube([(a, b, p.h + 0.0008) for a, b in ellipse(0, 0, r * 0.64, r * 0.64)], 0.001, mt.glow('#dff0ff', 1.2), smooth=False, closed=True, resolution=1)
    badge(0, -p.d / 2 - 0.001, p.h * 0.2, 0.035)
    return 'low'


def split_system(p):
    body = mt.shell(p.finish)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    profile = [(y1, 0.02), (y1, p.h), (y0 + p.d * 0.35, p.h), (y0 + 0.03, p.h - 0.02), (y0 + 0.004, p.h * 0.8), (y0, p.h * 0.5), (y0 + 0.01, p.h * 0.24), (y0 + p.d * 0.3, 0.045), (y0 + p.d * 0.5, 0.0)]
    prism(profile, x0, x1, body, plane='yz', bevel=0.012, segments=4, smooth_angle=55)
    prism([(y0 - 0.003, p.h * 0.52), (y0 + 0.006, p.h * 0.255), (y0 + 0.014, p.h * 0.25), (y0 + 0.01, p.h * 0.52)], x0 + 0.02, x1 - 0.02, body, plane='yz', bevel=0.002)
    prism([(y0 + 0.006, p.h * 0.235), (y0 + p.d * 0.26, 0.05), (y0 + p.d * 0.3, 0.06), (y0 + 0.03, p.h * 0.245)], x0 + 0.05, x1 - 0.05, mt.plain('#3b3e41', 0.5), plane='yz', bevel=0.001)
    for share in (0.3, 0.7):
        y, z = y0 + 0.006 + p.d * 0.25 * share, p.h * 0.235 + (0.05 - p.h * 0.235) * share
        box(x0 + 0.055, x1 - 0.055, y - 0.022, y + 0.014, z - 0.004, z + 0.001, body, bevel=0.002)
    label('24', x1 - 0.12, y0 - 0.004, p.h * 0.42, 0.024, mt.glow('#9fb8c8', 0.9))
    badge(x0 + 0.1, y0 - 0.0025, p.h * 0.4, 0.07)
    for i in range(16):
        x = x0 + 0.05 + (p.w - 0.1) * i / 15
        box(x - p.w * 0.022, x + p.w * 0.022, y0 + p.d * 0.42, y1 - 0.03, p.h - 0.001, p.h + 0.001, mt.plain('#54585c', 0.6), bevel=0)
    return 'hood'


def portable_air_conditioner(p):
    body = mt.shell(p.finish)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    for x in (x0 + 0.06, x1 - 0.06):
        for y in (y0 + 0.06, y1 - 0.06):
            disc(x, y - 0.012, y + 0.012, 0.02, 0.02, mt.rubber(), vertices=24)
    slab(x0, x1, y0, y1, 0.035, p.h, 0.07, body, bevel=0.03)
    front(x0 + 0.05, x1 - 0.05, p.h * 0.76, p.h * 0.92, y0 - 0.002, y0 + 0.004, 0.02, mt.plain('#2b2e31', 0.5), bevel=0.001)
    for i in range(5):
        z = p.h * (0.78 + 0.03 * i)
        box(x0 + 0.065, x1 - 0.065, y0 - 0.008, y0 + 0.002, z - 0.003, z + 0.003, body, bevel=0.002)
    vents(x0 + 0.06, x1 - 0.06, p.h * 0.12, p.h * 0.42, y0, 16, upright=False)
    badge(0, y0, p.h * 0.6, 0.07)
    slab(-0.1, 0.1, y0 + 0.05, y0 + 0.14, p.h - 0.001, p.h + 0.0015, 0.02, mt.black_glass(), bevel=0.0005)
    label('22', 0, y0 + 0.095, p.h + 0.0018, 0.03, mt.glow('#e8f0f6', 1.2), flat=True)
    hose = [(x1 - 0.12, y1, p.h * 0.62), (x1 - 0.08, y1 + 0.1, p.h * 0.66), (x1 + 0.05, y1 + 0.12, p.h * 0.86)]
    tube(hose, 0.062, mt.plain('#dfe1e2', 0.5))
    return 'low'


def _blades(y, z, radius, count, material):
    for i in range(count):
        angle = 2 * math.pi * i / count
        outline = []
        for t in (0, 0.25, 0.5, 0.75, 1):
            outline.append((radius * (0.16 + 0.74 * t), 0.1 + 0.28 * t))
        for t in (1, 0.75, 0.5, 0.25, 0):
            outline.append((radius * (0.16 + 0.74 * t), -0.2 - 0.28 * t * (1.2 - t)))
        points = [(r * math.cos(angle + a), z + r * math.sin(angle + a)) for r, a in outline]
        prism(points, y - 0.004, y + 0.004, material, bevel=0.002)


def pedestal_fan(p):
    metal = mt.shell(p.finish, 'z')
    r = min(p.w, 0.5) / 2
    z = p.h - r
    puck(0, 0.05, 0, 0.022, r * 0.92, metal, bevel=0.008, top=r * 0.86)
    rod((0, 0.05, 0.02), (0, 0.05, z * 0.62), 0.016, metal)
    rod((0, 0.05, z * 0.5), (0, 0.05, z - 0.05), 0.011, mt.chrome())
    rod((0, 0.05, z * 0.62 - 0.02), (0, 0.05, z * 0.62 + 0.03), 0.021, mt.dark())
    rod((0, 0.13, z), (0, 0.0, z), 0.055, metal, end_radius=0.062)
    box(-0.03, 0.03, 0.02, 0.09, z - 0.1, z - 0.03, metal, bevel=0.014)
    front_y = -p.d / 2 + 0.06
    _blades(front_y + 0.045, z, r * 0.92, 5 if p.finish != 'brass' else 4, mt.plain('#c9cccf', 0.4) if p.finish in ('white', 'grey') else metal)
    wire = metal if p.finish == 'brass' else mt.plain('#c7cacc', 0.3, 0.8) if p.finish != 'black' else metal
    for share, lift in ((1.0, 0.04), (0.98, 0.015), (0.66, -0.004), (0.34, -0.012)):
        tube([(a, front_y + lift, b) for a, b in ellipse(0, z, r * share, r * share, steps=48)], 0.0028 if share < 1 else 0.005, wire, smooth=False, closed=True, resolution=2)
    for i in range(40):
        angle = 2 * math.pi * i / 40
        c, s = math.cos(angle), math.sin(angle)
        tube([(r * 0.2 * c, front_y - 0.014, z + r * 0.2 * s), (r * 0.66 * c, front_y - 0.004, z + r * 0.66 * s), (r * 0.98 * c, front_y + 0.016, z + r * 0.98 * s), (r * c, front_y + 0.04, z + r * s)], 0.0014, wire, smooth=False, resolution=1)
    disc(0, front_y - 0.02, front_y - 0.01, z, r * 0.21, metal)
    badge(0, front_y - 0.02, z, 0.045)
    return 'tall'


def tower_fan(p):
    body = mt.shell(p.finish)
    r = min(p.w, p.d) / 2
    puck(0, 0, 0, 0.025, r, body, bevel=0.008, top=r * 0.95)
    w = r * 0.62
    prism(ellipse(0, 0, w, w, power=0.75), 0.025, p.h, body, plane='xy', bevel=0.018, segments=4)
    prism(ellipse(0, 0, w * 1.01, w * 1.01, power=0.75), 0.12, p.h * 0.86, mt.plain('#2d3033', 0.5), plane='xy', bevel=0.004)
    for i in range(15):
        angle = math.radians(200 + 140 * i / 14)
        x, y = w * 1.04 * math.cos(angle), w * 1.04 * math.sin(angle)
        box(x - 0.0022, x + 0.0022, y - 0.0022, y + 0.0022, 0.125, p.h * 0.855, body, bevel=0.001)
    label('3', 0, -w * 1.005, p.h * 0.91, 0.03, mt.glow('#e8f0f6', 1.2))
    badge(0, -w * 1.005, 0.07, 0.05)
    return 'tall'


def panel_heater(p):
    body = mt.shell(p.finish)
    x0, x1 = -p.w / 2, p.w / 2
    front(x0, x1, 0.045, p.h, -0.03, 0.03, 0.014, body, bevel=0.008)
    for i in range(26):
        x = x0 + 0.06 + (p.w - 0.12) * i / 25
        box(x - 0.008, x + 0.008, -0.018, 0.018, p.h - 0.001, p.h + 0.001, mt.plain('#3b3e41', 0.6), bevel=0)
    for z in (0.1, 0.115, 0.13):
        box(x0 + 0.05, x1 - 0.05, -0.0305, -0.029, z, z + 0.004, mt.plain('#8a8e91' if p.finish == 'white' else '#101112', 0.6), bevel=0)
    display(x1 - 0.16, x1 - 0.05, p.h - 0.08, p.h - 0.045, -0.03, '21')
    badge(x0 + 0.09, -0.03, p.h - 0.06, 0.06)
    for x in (x0 + p.w * 0.2, x1 - p.w * 0.2):
        box(x - 0.014, x + 0.014, -p.d / 2 - 0.04, p.d / 2 + 0.04, 0.012, 0.03, mt.dark(), bevel=0.006)
        box(x - 0.012, x + 0.012, -0.02, 0.02, 0.02, 0.06, mt.dark(), bevel=0.003)
        for y in (-p.d / 2 - 0.02, p.d / 2 + 0.02):
            rod((x - 0.02, y, 0.014), (x + 0.02, y, 0.014), 0.014, mt.rubber(), vertices=24)
    return 'low'


def air_purifier(p):
    body = mt.shell(p.finish)
    rx, ry = p.w / 2, p.d / 2
    outline = lambda k: ellipse(0, 0, rx * k, ry * k, power=0.62)
    prism(outline(0.94), 0.0, 0.02, mt.dark(), plane='xy')
    prism(outline(1.0), 0.018, p.h - 0.01, body, plane='xy', bevel=0.022, segments=5)
    grid = mt.plain('#6f7478' if not mt.is_dark(p.finish) else '#0c0d0e', 0.6)
    rows = 15
    for i in range(rows):
        z = 0.06 + (p.h * 0.46) * i / (rows - 1)
        for k in range(11):
            x = -rx * 0.62 + rx * 1.24 * k / 10 + (0.006 if i % 2 else 0)
            y = -ry * (1 - (abs(x) / rx) ** 3.2) ** (1 / 3.2)
            disc(x, y - 0.0012, y + 0.004, z, 0.0045, grid, bevel=0, vertices=12)
    puck(0, 0, p.h - 0.012, p.h - 0.007, min(rx, ry) * 0.8, mt.plain('#2d3033', 0.5))
    for k in range(6):
        r = min(rx, ry) * (0.2 + 0.11 * k)
        tube([(a, b, p.h - 0.004) for a, b in ellipse(0, 0, r, r, steps=40)], 0.0035, body, smooth=False, closed=True, resolution=2)
    disc(0, -ry - 0.0016, -ry + 0.004, p.h * 0.78, 0.026, mt.black_glass())
    label('12', 0, -ry - 0.0022, p.h * 0.78, 0.016, mt.glow('#8fe0a8', 1.5))
    badge(0, -ry - 0.0012, p.h * 0.66, 0.04)
    return 'low'


def dehumidifier(p):
    body = mt.shell(p.finish)
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    feet(x0 + 0.05, x1 - 0.05, y0 + 0.04, y1 - 0.04, 0.015, radius=0.015)
    slab(x0, x1, y0, y1, 0.014, p.h, 0.05, body, bevel=0.022)
    vents(x0 + 0.04, x1 - 0.04, p.h * 0.5, p.h * 0.82, y0, 14, upright=False)
    front(x0 + 0.03, x1 - 0.03, 0.04, p.h * 0.4, y0 - 0.004, y0 + 0.002, 0.02, mt.plain('#3a4046', 0.1, coat=0.6), bevel=0.001)
    front(-0.05, 0.05, p.h * 0.36, p.h * 0.385, y0 - 0.008, y0, 0.01, mt.dark(), bevel=0.002)
    slab(-0.09, 0.09, y0 + 0.03, y0 + 0.09, p.h - 0.001, p.h + 0.0015, 0.015, mt.black_glass(), bevel=0.0005)
    label('55%', 0, y0 + 0.06, p.h + 0.0018, 0.022, mt.glow('#e8f0f6', 1.2), flat=True)
    tube([(-0.07, 0.02, p.h - 0.004), (-0.06, 0.02, p.h + 0.02), (0.06, 0.02, p.h + 0.02), (0.07, 0.02, p.h - 0.004)], 0.009, mt.dark())
    badge(0, y0 - 0.0005, p.h * 0.9, 0.055)
    return 'low'


builders = {
    'television': television,
    'soundbar': soundbar,
    'speaker': speaker,
    'air-conditioner-split': split_system,
    'air-conditioner-portable': portable_air_conditioner,
    'fan-pedestal': pedestal_fan,
    'fan-tower': tower_fan,
    'heater-panel': panel_heater,
    'air-purifier': air_purifier,
    'dehumidifier': dehumidifier,
}
