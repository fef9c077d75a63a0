"""Lamps, rugs and mirrors."""
import math

import bmesh
import bpy

import materials as mt
from parts import box, cushion, disc, ellipse, front, lathe, leg, prism, puck, rod, rounded_rect, tube


def _shade_material(name):
    """Cloth with light behind it."""
    def make():
        material = mt.cloth(name).copy()
        bsdf = material.node_tree.nodes['Principled BSDF']
        bsdf.inputs['Emission'].default_value = (*[c * f for c, f in zip(mt.rgb(name), (1.0, 0.86, 0.66))], 1)
        bsdf.inputs['Emission Strength'].default_value = 0.55
        return material
    return mt._cached(('shade', name), make)


def _drum(x, y, z0, z1, low, high, name):
    thick = 0.003
    lathe([(low, z0), (high, z1), (high - thick, z1), (low - thick, z0), (low, z0)], _shade_material(name), at=(x, y, 0))
    for radius, z in ((low, z0), (high, z1)):
        lathe([(radius + 0.0012, z - 0.005), (radius + 0.0012, z + 0.005), (radius - 0.002, z + 0.005)], mt.cloth('white'), at=(x, y, 0))
    cushion((x, y, (z0 + z1) / 2), (0.06, 0.06, 0.075), mt.glow('#fff0d0', 5), square=1.0, steps=16)


def table_lamp(p):
    body = mt.shell(p.finish, 'z')
    r = min(p.w, p.d) / 2
    foot = p.h * 0.52
    shape = round(p.h * 1000) % 3
    if shape == 0:
        profile = [(r * 0.5, 0.004), (r * 0.52, 0.014), (r * 0.2, 0.03), (r * 0.42, foot * 0.3), (r * 0.5, foot * 0.5), (r * 0.34, foot * 0.78), (0.014, foot * 0.95), (0.012, foot)]
    elif shape == 1:
        profile = [(r * 0.55, 0.004), (r * 0.56, 0.016), (r * 0.54, 0.02), (0.014, 0.026), (0.012, foot)]
    else:
        profile = [(r * 0.36, 0.003), (r * 0.56, foot * 0.2), (r * 0.58, foot * 0.45), (r * 0.4, foot * 0.75), (r * 0.16, foot * 0.92), (0.013, foot)]
    lathe(profile, body, smooth_angle=50)
    rod((0, 0, foot - 0.01), (0, 0, p.h * 0.72), 0.007, mt.finish('brass', 'z') if p.finish != 'chrome' else mt.chrome())
    _drum(0, 0, p.h * 0.5, p.h, r, r * 0.74, p.accent or 'linen')
    tube([(r * 0.3, r * 0.4, 0.004), (r * 0.9, r * 0.9, 0.004), (r * 1.3, r * 0.6, 0.004)], 0.0028, mt.cloth('charcoal'))
    return 'tall'


def floor_lamp(p):
    metal = mt.shell(p.finish, 'z')
    shape = p.text('shape', 'straight')
    shade = p.accent or 'linen'
    r = min(0.24, min(p.w, p.d) / 2) if shape in ('straight', 'tripod') else 0.16
    if shape == 'tripod':
        apex = p.h * 0.8
        spread = min(p.w, p.d) * 0.48
        for i in range(3):
            angle = math.radians(90 + 120 * i)
            leg((0.02 * math.cos(angle), 0.02 * math.sin(angle), apex), (spread * math.cos(angle), spread * math.sin(angle), 0), 0.03, metal, taper=0.7)
        puck(0, 0, apex - 0.03, apex + 0.02, 0.032, mt.finish('brass', 'z'))
        rod((0, 0, apex), (0, 0, p.h - 0.1), 0.009, mt.finish('brass', 'z'))
        _drum(0, 0, p.h - 0.27, p.h, r, r * 0.84, shade)
    elif shape == 'arc':
        base_x = p.w / 2 - 0.16
        puck(base_x, 0, 0, 0.05, 0.16, mt.finish('marble'), bevel=0.006)
        end = -p.w / 2 + r
        points = [(base_x, 0, 0.05), (base_x, 0, p.h * 0.6)]
        for i in range(1, 9):
            a = math.pi / 2 * i / 8
            points.append((base_x - (base_x - end) * (1 - math.cos(a)), 0, p.h * 0.6 + (p.h * 0.4 - 0.012) * math.sin(a)))
        tube(points, 0.011, metal, smooth=False)
        rod((end, 0, p.h - 0.012), (end, 0, p.h - 0.1), 0.004, metal)
        lathe([(0.02, p.h - 0.1), (r * 0.7, p.h - 0.13), (r, p.h - 0.24), (r - 0.004, p.h - 0.24), (r * 0.68, p.h - 0.136), (0.02, p.h - 0.106)], metal, at=(end, 0, 0))
        cushion((end, 0, p.h - 0.2), (0.07, 0.07, 0.07), mt.glow('#fff0d0', 6), square=1.0, steps=16)
    else:
        puck(0, 0, 0, 0.022, 0.14, metal, bevel=0.005)
        if shape == 'reading':
            rod((0, 0, 0.02), (0, 0, p.h * 0.86), 0.01, metal)
            rod((0, 0, p.h * 0.86), (-0.2, -0.05, p.h - 0.02), 0.008, metal)
            lathe([(0.012, 0.0), (0.05, -0.02), (0.075, -0.12), (0.071, -0.12), (0.045, -0.025), (0.012, -0.006)], metal, at=(-0.2, -0.05, p.h - 0.01))
            cushion((-0.2, -0.05, p.h - 0.09), (0.05, 0.05, 0.06), mt.glow('#fff0d0', 6), square=1.0, steps=16)
            puck(0, 0, p.h * 0.84, p.h * 0.88, 0.018, metal)
        else:
            rod((0, 0, 0.02), (0, 0, p.h - 0.12), 0.011, metal)
            _drum(0, 0, p.h - 0.3, p.h, r, r * 0.82, shade)
    return 'tall'


def pendant(p):
    r = min(p.w, p.d) / 2
    metal = mt.shell(p.accent or 'black', 'z')
    weave = mt.nature(p.finish) == 'weave'
    # A picture shows only the beginning of the cord; a room hangs the lamp from its ceiling.
    cord = float(p.text('cord', p.h * 0.4))
    body_h = p.h
    puck(0, 0, body_h + cord, body_h + cord + 0.025, 0.055, metal, bevel=0.006)
    rod((0, 0, body_h - 0.01), (0, 0, body_h + cord), 0.0026, mt.rubber())
    puck(0, 0, body_h - 0.03, body_h + 0.03, 0.022, metal)
    cushion((0, 0, body_h * 0.52), (0.085, 0.085, 0.1), mt.glow('#fff0d0', 6), square=1.0, steps=16)
    if weave:
        bands = 26
        for i in range(bands):
            t = i / (bands - 1)
            radius = r * math.sin(math.pi * (0.12 + 0.78 * t)) ** 0.7
            tube([(a, b, body_h * (1 - t) * 0.98) for a, b in ellipse(0, 0, radius, radius, steps=60)], 0.0042, mt.finish('rattan'), smooth=False, closed=True, resolution=2)
        for i in range(40):
            a = 2 * math.pi * i / 40
            line = [(r * math.sin(math.pi * (0.12 + 0.78 * t)) ** 0.7 * math.cos(a), r * math.sin(math.pi * (0.12 + 0.78 * t)) ** 0.7 * math.sin(a), body_h * (1 - t) * 0.98) for t in (k / 12 for k in range(13))]
            tube(line, 0.003, mt.finish('rattan'), smooth=False, resolution=1)
        return 'hanging'
    skin = mt.shell(p.finish)
    if round(p.w * 1000) % 2:
        outer = [(0.024, body_h), (r * 0.3, body_h * 0.94), (r * 0.72, body_h * 0.68), (r, body_h * 0.2), (r, body_h * 0.16)]
    else:
        outer = [(0.024, body_h)] + [(r * math.sin(math.pi / 2 * t), body_h * (0.2 + 0.8 * math.cos(math.pi / 2 * t))) for t in (0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.0)]
    lathe(outer, skin, smooth_angle=60)
    inner = [(max(0.02, radius - 0.004), z - 0.004) for radius, z in outer]
    lathe(inner, mt.lit('#f7f0e0', 0.55), smooth_angle=60)
    edge = outer[-1]
    lathe([(edge[0] + 0.0015, edge[1] - 0.006), (edge[0] + 0.0015, edge[1] + 0.003), (edge[0] - 0.005, edge[1] + 0.003)], metal)
    return 'hanging'


def _pile(p, pattern):
    """Wool with the pattern woven in."""
    def make():
        n = mt._Nodes('rug')
        ground, contrast = mt.rgb(p.finish), mt.rgb(p.accent or 'cream')
        mix = n.add('MixRGB')
        mix.inputs['Color1'].default_value = (*ground, 1)
        mix.inputs['Color2'].default_value = (*contrast, 1)
        mix.inputs['Fac'].default_value = 0.0
        if pattern == 'check':
            checker = n.add('TexChecker', Scale=1.0)
            n.link(n.coordinates((1 / 0.3,) * 3), 'Vector', checker, 'Vector')
            n.link(checker, 'Fac', mix, 'Fac')
        wool = n.noise((170, 170, 170), detail=3.0, roughness=0.7)
        tuft = n.ramp(wool, 'Fac', [(0.3, (0.62,) * 3), (0.7, (1.12,) * 3)])
        wear = n.ramp(n.noise((3, 9, 3), detail=3.0), 'Fac', [(0.3, (0.9,) * 3), (0.7, (1.04,) * 3)])
        first, second = n.add('MixRGB', blend_type='MULTIPLY'), n.add('MixRGB', blend_type='MULTIPLY')
        for node in (first, second):
            node.inputs['Fac'].default_value = 1.0
        n.link(mix, 'Color', first, 'Color1')
        n.link(tuft, 'Color', first, 'Color2')
        n.link(first, 'Color', second, 'Color1')
        n.link(wear, 'Color', second, 'Color2')
        n.link(second, 'Color', n.bsdf, 'Base Color')
        n.bump(wool, 'Fac', 0.8, 0.004)
        return n.set(Roughness=1.0, Specular=0.1, Sheen=0.5).material
    return mt._cached(('rug', p.finish, p.accent, pattern), make)


def rug(p):
    pattern = p.text('pattern', 'plain')
    x0, x1, y0, y1 = -p.w / 2, p.w / 2, -p.d / 2, p.d / 2
    box(x0, x1, y0, y1, 0, p.h, _pile(p, pattern), bevel=min(0.006, p.h * 0.4))
    if pattern == 'border':
        edge = mt.cloth(p.accent or 'cream')
        inset, wide = min(p.w, p.d) * 0.07, min(p.w, p.d) * 0.035
        for a, b, c, d in (
            (x0 + inset, x1 - inset, y0 + inset, y0 + inset + wide), (x0 + inset, x1 - inset, y1 - inset - wide, y1 - inset),
            (x0 + inset, x0 + inset + wide, y0 + inset + wide, y1 - inset - wide), (x1 - inset - wide, x1 - inset, y0 + inset + wide, y1 - inset - wide),
        ):
            box(a, b, c, d, p.h - 0.001, p.h + 0.0012, edge, bevel=0)
    fringe = mt.cloth('cream')
    along_x = p.w >= p.d
    count = int((p.d if along_x else p.w) / 0.022)
    for i in range(count):
        t = (i + 0.5) / count
        sway = 0.006 * math.sin(i * 2.7)
        for side in (-1, 1):
            if along_x:
                y = y0 + p.d * t
                rod((side * x1, y, p.h * 0.5), (side * (x1 + 0.045), y + sway, 0.003), 0.0028, fringe, vertices=6, bevel=0)
            else:
                x = x0 + p.w * t
                rod((x, side * y1, p.h * 0.5), (x + sway, side * (y1 + 0.045), 0.003), 0.0028, fringe, vertices=6, bevel=0)
    return 'rug'


def _glass():
    """A mirror in a studio shows an even wall; a gradient stands in for it."""
    def make():
        n = mt._Nodes('mirror')
        place = n.add('TexCoord')
        split = n.add('SeparateXYZ')
        n.link(place, 'Generated', split, 0)
        total = n.add('Math', operation='ADD')
        n.link(split, 'X', total, 0)
        n.link(split, 'Z', total, 1)
        half = n.add('Math', operation='MULTIPLY')
        half.inputs[1].default_value = 0.5
        n.link(total, 0, half, 0)
        tone = n.ramp(half, 0, [(0.1, (0.42, 0.45, 0.47)), (0.42, (0.66, 0.69, 0.71)), (0.5, (0.85, 0.87, 0.88)), (0.58, (0.6, 0.63, 0.65)), (0.95, (0.5, 0.53, 0.55))])
        n.link(tone, 'Color', n.bsdf, 'Base Color')
        return n.set(Roughness=0.03, Metallic=0.55).material
    return mt._cached('mirror', make)


def mirror(p):
    frame = mt.shell(p.finish, 'z')
    y0, y1 = -p.d / 2, p.d / 2
    shape = p.text('shape', 'round')
    edge = 0.022 if p.w < 0.9 else 0.028
    if shape == 'round':
        outer = ellipse(0, p.h / 2, p.w / 2, p.h / 2, steps=96)
        inner = ellipse(0, p.h / 2, p.w / 2 - edge, p.h / 2 - edge, steps=96)
    elif shape == 'arch':
        outer = rounded_rect(-p.w / 2, p.w / 2, 0, p.h, p.w * 0.48, steps=20)
        inner = rounded_rect(-p.w / 2 + edge, p.w / 2 - edge, edge, p.h - edge, p.w * 0.45, steps=20)
    else:
        outer = rounded_rect(-p.w / 2, p.w / 2, 0, p.h, 0.03)
        inner = rounded_rect(-p.w / 2 + edge, p.w / 2 - edge, edge, p.h - edge, 0.02)
    _ring(outer, inner, y0, y1, frame)
    prism(inner, y0 + 0.006, y0 + 0.009, _glass(), bevel=0)
    return 'wall'


def _ring(outer, inner, y0, y1, material):
    bm = bmesh.new()
    count = len(outer)
    loops = [[bm.verts.new((x, y, z)) for x, z in outline] for outline, y in ((outer, y1), (outer, y0 + 0.003), ([(a + (c - a) * 0.15, b + (d - b) * 0.15) for (a, b), (c, d) in zip(outer, inner)], y0), ([(a + (c - a) * 0.85, b + (d - b) * 0.85) for (a, b), (c, d) in zip(outer, inner)], y0), (inner, y0 + 0.003), (inner, y1))]
    for near, far in zip(loops, loops[1:]):
        for i in range(count):
            bm.faces.new((near[i], near[(i + 1) % count], far[(i + 1) % count], far[i]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    mesh = bpy.data.meshes.new('ring')
    bm.to_mesh(mesh)
    bm.free()
    mesh.materials.append(material)
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.use_auto_smooth = True
    bpy.context.scene.collection.objects.link(bpy.data.objects.new('ring', mesh))


builders = {
    'table-lamp': table_lamp,
    'floor-lamp': floor_lamp,
    'pendant-lamp': pendant,
    'rug': rug,
    'mirror': mirror,
}
