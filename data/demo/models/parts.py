"""Shapes that models are put together from. Metres; x to the right, y away from the viewer, z up; fronts face -y."""
import math

import bmesh
import bpy
from mathutils import Matrix, Vector

import materials as mt

# What is worth a close-up of the current model, by how well it shows the make of a product.
highlights = {}
# Whose name the badge of the current model bears; empty for none.
maker = ''


def start_model(brand):
    global maker
    maker = brand or ''
    highlights.clear()


def highlight(rank, x, y, z):
    """Offers a point for the detail view. Of several of one rank the middle is shown."""
    highlights.setdefault(rank, []).append((x, y, z))


def _object(name, mesh, material, smooth_angle=40, weighted=False):
    mesh.materials.append(material)
    obj = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(obj)
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(smooth_angle)
    if weighted:
        # Without this the bevel tilts the normals of the flat faces, and steel shows it as smears.
        obj.modifiers.new('normals', 'WEIGHTED_NORMAL').keep_sharp = True
    return obj


def _from_bmesh(name, bm, material, **more):
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    mesh = bpy.data.meshes.new(name)
    bm.to_mesh(mesh)
    bm.free()
    return _object(name, mesh, material, **more)


def box(x0, x1, y0, y1, z0, z1, material, bevel=0.003, segments=3):
    bm = bmesh.new()
    bmesh.ops.create_cube(bm, size=1)
    size = (max(x1 - x0, 1e-4), max(y1 - y0, 1e-4), max(z1 - z0, 1e-4))
    centre = ((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2)
    bmesh.ops.transform(bm, matrix=Matrix.Translation(centre) @ Matrix.Diagonal((*size, 1)), verts=bm.verts)
    bevel = min(bevel, min(size) * 0.45)
    if bevel > 0:
        bmesh.ops.bevel(bm, geom=bm.edges[:], offset=bevel, segments=segments, profile=0.5, affect='EDGES')
    return _from_bmesh('box', bm, material, weighted=True)


def prism(outline, low, high, material, plane='xz', bevel=0.003, segments=2, smooth_angle=40):
    """A polygon given in `plane`, stretched from `low` to `high` along the remaining axis."""
    order = {'xz': lambda a, b, c: (a, c, b), 'xy': lambda a, b, c: (a, b, c), 'yz': lambda a, b, c: (c, a, b)}[plane]
    bm = bmesh.new()
    near = [bm.verts.new(order(a, b, low)) for a, b in outline]
    far = [bm.verts.new(order(a, b, high)) for a, b in outline]
    caps = [bm.faces.new(near), bm.faces.new(far)]
    count = len(outline)
    for i in range(count):
        bm.faces.new((near[i], near[(i + 1) % count], far[(i + 1) % count], far[i]))
    bevel = min(bevel, abs(high - low) * 0.45)
    if bevel > 0:
        rims = {edge for face in caps for edge in face.edges}
        bmesh.ops.bevel(bm, geom=list(rims), offset=bevel, segments=segments, profile=0.5, affect='EDGES')
    return _from_bmesh('prism', bm, material, smooth_angle=smooth_angle, weighted=True)


def rounded_rect(x0, x1, z0, z1, radius, steps=8):
    radius = min(radius, (x1 - x0) / 2 - 1e-4, (z1 - z0) / 2 - 1e-4)
    corners = ((x1 - radius, z1 - radius, 0), (x0 + radius, z1 - radius, 90), (x0 + radius, z0 + radius, 180), (x1 - radius, z0 + radius, 270))
    return [
        (cx + radius * math.cos(math.radians(start + 90 * i / steps)), cz + radius * math.sin(math.radians(start + 90 * i / steps)))
        for cx, cz, start in corners for i in range(steps + 1)
    ]


def ellipse(cx, cz, rx, rz, steps=64, power=1.0):
    """Points of an ellipse; a power below 1 makes it squarer."""
    def curve(t, trig):
        value = trig(t)
        return math.copysign(abs(value) ** power, value)
    return [(cx + rx * curve(2 * math.pi * i / steps, math.cos), cz + rz * curve(2 * math.pi * i / steps, math.sin)) for i in range(steps)]


def _rounded_prism(span, low, high, radius, material, plane, bevel):
    """A rounded rectangle stretched from `low` to `high` with round rims: rings that shrink towards both ends.

    Blender's own bevel folds over itself where the rim is wider than the corners' segments are long.
    """
    order = {'xz': lambda a, b, c: (a, c, b), 'xy': lambda a, b, c: (a, b, c)}[plane]
    bevel = min(bevel, abs(high - low) * 0.45, (span[1] - span[0]) * 0.45, (span[3] - span[2]) * 0.45)
    segments = 6 if bevel > 0.008 else 3
    levels = [(bevel * (1 - math.sin(t)), bevel * (1 - math.cos(t))) for t in (math.pi / 2 * k / segments for k in range(segments + 1))]
    sign = 1 if high > low else -1
    levels = [(inset, low + sign * rise) for inset, rise in levels] + [(inset, high - sign * rise) for inset, rise in reversed(levels)]
    bm = bmesh.new()
    rings = []
    for inset, level in levels:
        outline = rounded_rect(span[0] + inset, span[1] - inset, span[2] + inset, span[3] - inset, max(radius - inset, 2e-4))
        rings.append([bm.verts.new(order(u, v, level)) for u, v in outline])
    for lower, upper in zip(rings, rings[1:]):
        for i in range(len(lower)):
            j = (i + 1) % len(lower)
            bm.faces.new((lower[i], lower[j], upper[j], upper[i]))
    bm.faces.new(rings[0])
    bm.faces.new(rings[-1])
    return _from_bmesh('prism', bm, material, smooth_angle=40, weighted=True)


def slab(x0, x1, y0, y1, z0, z1, radius, material, bevel=0.003):
    """A box whose plan has round corners."""
    return _rounded_prism((x0, x1, y0, y1), z0, z1, radius, material, 'xy', bevel)


def front(x0, x1, z0, z1, y0, y1, radius, material, bevel=0.002):
    """A panel facing the viewer whose corners are round in elevation."""
    return _rounded_prism((x0, x1, z0, z1), y0, y1, radius, material, 'xz', bevel)


def rod(start, end, radius, material, end_radius=None, vertices=32, bevel=0.0015):
    a, b = Vector(start), Vector(end)
    bm = bmesh.new()
    bmesh.ops.create_cone(bm, cap_ends=True, segments=vertices, radius1=radius, radius2=radius if end_radius is None else end_radius, depth=(b - a).length)
    caps = [edge for face in bm.faces if len(face.verts) == vertices for edge in face.edges]
    bevel = min(bevel, radius * 0.4, (b - a).length * 0.4)
    if bevel > 0:
        bmesh.ops.bevel(bm, geom=caps, offset=bevel, segments=2, profile=0.5, affect='EDGES')
    turn = Vector((0, 0, 1)).rotation_difference(b - a).to_matrix().to_4x4()
    bmesh.ops.transform(bm, matrix=Matrix.Translation((a + b) / 2) @ turn, verts=bm.verts)
    return _from_bmesh('rod', bm, material, smooth_angle=50)


def disc(x, y0, y1, z, radius, material, bevel=0.002, vertices=64):
    """A cylinder whose round face looks at the viewer."""
    return rod((x, y0, z), (x, y1, z), radius, material, vertices=vertices, bevel=bevel)


def puck(x, y, z0, z1, radius, material, bevel=0.002, vertices=64, top=None):
    return rod((x, y, z0), (x, y, z1), radius, material, end_radius=top, vertices=vertices, bevel=bevel)


def lathe(profile, material, at=(0, 0, 0), axis='z', steps=72, squash=1.0, smooth_angle=40, caps=True):
    """Turns a profile of (radius, height) around an axis: kettles, lamps, knobs, bowls. Without caps its ends are open."""
    bm = bmesh.new()
    rings = []
    for radius, height in profile:
        ring = []
        for i in range(steps):
            angle = 2 * math.pi * i / steps
            a, b = radius * math.cos(angle), radius * math.sin(angle) * squash
            point = (a, b, height) if axis == 'z' else (a, height, b)
            ring.append(bm.verts.new(Vector(point) + Vector(at)))
        rings.append(ring)
    for lower, upper in zip(rings, rings[1:]):
        for i in range(steps):
            bm.faces.new((lower[i], lower[(i + 1) % steps], upper[(i + 1) % steps], upper[i]))
    for ring, radius in ((rings[0], profile[0][0]), (rings[-1], profile[-1][0])):
        if caps and radius > 1e-4:
            bm.faces.new(ring)
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-5)
    return _from_bmesh('lathe', bm, material, smooth_angle=smooth_angle)


def tube(points, radius, material, smooth=True, closed=False, resolution=6):
    """A bent rod through the points: handles, hoses, cables, wire."""
    curve = bpy.data.curves.new('tube', 'CURVE')
    curve.dimensions = '3D'
    curve.bevel_depth = radius
    curve.bevel_resolution = resolution
    curve.use_fill_caps = True
    if smooth:
        line = curve.splines.new('BEZIER')
        line.bezier_points.add(len(points) - 1)
        for target, point in zip(line.bezier_points, points):
            target.co = point
            target.handle_left_type = target.handle_right_type = 'AUTO'
    else:
        line = curve.splines.new('POLY')
        line.points.add(len(points) - 1)
        for target, point in zip(line.points, points):
            target.co = (*point, 1)
    line.use_cyclic_u = closed
    curve.materials.append(material)
    obj = bpy.data.objects.new('tube', curve)
    bpy.context.scene.collection.objects.link(obj)
    return obj


def cushion(centre, size, material, square=0.35, crown=0.0, dents=0.0, tilt=(0, 0, 0), steps=36):
    """A padded block: a superellipsoid. Smaller `square` means fuller corners; `crown` lifts the middle of the top."""
    def power(value, e):
        return math.copysign(abs(value) ** e, value)

    # The horizontal outline is squarer than the side profile, as an upholstered block is.
    plan, side = square * 0.55, square
    bm = bmesh.new()
    rings = []
    for j in range(steps + 1):
        lat = math.pi * (j / steps - 0.5)
        ring = []
        for i in range(steps * 2):
            lon = math.pi * i / steps
            flat = power(math.cos(lat), side)
            x = flat * power(math.cos(lon), plan)
            y = flat * power(math.sin(lon), plan)
            z = power(math.sin(lat), side)
            bulge = 1 + crown * (1 - x * x) * (1 - y * y)
            sag = dents * math.sin(5.1 * x + 1.3 * y) * math.sin(4.3 * y - x)
            ring.append(bm.verts.new((x / 2, y / 2, z / 2 * bulge + sag)))
        rings.append(ring)
    count = steps * 2
    for lower, upper in zip(rings, rings[1:]):
        for i in range(count):
            bm.faces.new((lower[i], lower[(i + 1) % count], upper[(i + 1) % count], upper[i]))
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-4)
    place = Matrix.Translation(centre)
    for angle, axis in zip(tilt, 'XYZ'):
        place = place @ Matrix.Rotation(math.radians(angle), 4, axis)
    bmesh.ops.transform(bm, matrix=place @ Matrix.Diagonal((*size, 1)), verts=bm.verts)
    return _from_bmesh('cushion', bm, material, smooth_angle=180)


def pad(x0, x1, y0, y1, z0, z1, material, **more):
    """A cushion by its bounds."""
    return cushion(((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2), (x1 - x0, y1 - y0, z1 - z0), material, **more)


def upholstered(x0, x1, y0, y1, z0, z1, material, radius=0.03):
    """A firm padded block: flat faces, generous soft edges."""
    return box(x0, x1, y0, y1, z0, z1, material, bevel=radius, segments=6)


def label(text, x, y, z, height, material, align='CENTER', flat=False):
    """Printing on a front, or on a top when `flat`."""
    curve = bpy.data.curves.new('label', 'FONT')
    curve.body = text
    curve.size = height * 1.4
    curve.align_x = align
    curve.align_y = 'CENTER'
    curve.materials.append(material)
    obj = bpy.data.objects.new('label', curve)
    obj.location = (x, y, z)
    if not flat:
        obj.rotation_euler = (math.pi / 2, 0, 0)
    bpy.context.scene.collection.objects.link(obj)
    return obj


def bar_handle(start, end, stand_off, material, radius=0.011):
    """A bar parallel to a front, on two posts."""
    a, b = Vector(start), Vector(end)
    highlight(3, *a.lerp(b, 0.75))
    rod(a, b, radius, material)
    for share in (0.07, 0.93):
        point = a.lerp(b, share)
        rod(point, point + Vector((0, stand_off, 0)), radius * 0.75, material)


def knob(x, y, z, radius, depth, material, mark=None):
    """A round control on a front; y is the face it stands on."""
    highlight(2, x, y, z)
    disc(x, y - depth * 0.18, y + 0.001, z, radius * 1.14, mt.dark())
    lathe([(0, -depth), (radius * 0.86, -depth), (radius * 0.93, -depth * 0.9), (radius, -depth * 0.15), (radius, 0)], material, at=(x, y, z), axis='y', steps=48)
    if mark:
        box(x - radius * 0.05, x + radius * 0.05, y - depth - 0.0006, y - depth, z + radius * 0.3, z + radius * 0.85, mark, bevel=0)


def display(x0, x1, z0, z1, y, text, colour='#cfe6ff'):
    """A dark window with lit digits on a front at y."""
    highlight(1, (x0 + x1) / 2, y, (z0 + z1) / 2)
    front(x0, x1, z0, z1, y - 0.0012, y + 0.002, (z1 - z0) * 0.12, mt.black_glass(), bevel=0.0004)
    label(text, (x0 + x1) / 2, y - 0.0016, (z0 + z1) / 2, (z1 - z0) * 0.42, mt.glow(colour, 1.6))


def badge(x, y, z, width, dark=False):
    """The maker's plate on a front at y, `dark` on bright metal."""
    highlight(4, x, y, z)
    half = width * 0.115
    plate = mt.plain('#2c2e31', 0.3) if dark else mt.plain('#b9bdc0', 0.28, 1.0)
    front(x - width / 2, x + width / 2, z - half, z + half, y - 0.0012, y + 0.001, width * 0.03, plate, bevel=0.0004)
    wordmark(x, y - 0.0014, z, half * 1.2, width * 0.86, mt.plain('#d9dcde', 0.4) if dark else mt.plain('#1d1f21', 0.5))


def wordmark(x, y, z, height, width, material, flat=False):
    """The maker's name in capitals, no wider than `width`."""
    if not maker:
        return
    name = label(maker.upper(), x, y, z, height, material, flat=flat)
    name.data.space_character = 1.15
    bpy.context.view_layer.update()
    name.data.size *= min(1, width / name.dimensions.x)


def vents(x0, x1, z0, z1, y, count, upright=True):
    """A row of slots in a front."""
    for i in range(count):
        share = (i + 0.5) / count
        if upright:
            x, half = x0 + (x1 - x0) * share, (x1 - x0) / count * 0.27
            front(x - half, x + half, z0, z1, y - 0.0004, y + 0.001, half, mt.rubber(), bevel=0)
        else:
            z, half = z0 + (z1 - z0) * share, (z1 - z0) / count * 0.27
            front(x0, x1, z - half, z + half, y - 0.0004, y + 0.001, half, mt.rubber(), bevel=0)


def feet(x0, x1, y0, y1, height, radius=0.02, material=None):
    for x in (x0, x1):
        for y in (y0, y1):
            puck(x, y, 0, height, radius, material or mt.rubber(), vertices=24)


def rack(x0, x1, y0, y1, z, material=None, wires=14, radius=0.0022):
    """A wire shelf."""
    steel = material or mt.chrome()
    tube([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)], radius * 1.6, steel, smooth=False, closed=True)
    for i in range(1, wires):
        x = x0 + (x1 - x0) * i / wires
        tube([(x, y0, z), (x, y1, z)], radius, steel, smooth=False, resolution=2)


def leg(top, bottom, width, material, taper=0.6, round_=True):
    """A furniture leg from under the frame to the floor."""
    if round_:
        return rod(bottom, top, width / 2 * taper, material, end_radius=width / 2)
    a, b = Vector(bottom), Vector(top)
    bm = bmesh.new()
    half = width / 2
    rings = [[bm.verts.new(p + Vector((dx * h, dy * h, 0))) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))] for p, h in ((a, half * taper), (b, half))]
    bm.faces.new(rings[0])
    bm.faces.new(rings[1])
    for i in range(4):
        bm.faces.new((rings[0][i], rings[0][(i + 1) % 4], rings[1][(i + 1) % 4], rings[1][i]))
    bmesh.ops.bevel(bm, geom=bm.edges[:], offset=min(0.003, half * 0.3), segments=2, profile=0.5, affect='EDGES')
    return _from_bmesh('leg', bm, material, weighted=True)


def open_box(x0, x1, y0, y1, z0, z1, wall, material, back=None):
    """A case open at the front: carcasses, oven cavities, cabinets."""
    box(x0, x0 + wall, y0, y1, z0, z1, material, bevel=0.001)
    box(x1 - wall, x1, y0, y1, z0, z1, material, bevel=0.001)
    box(x0 + wall, x1 - wall, y0, y1, z0, z0 + wall, material, bevel=0.001)
    box(x0 + wall, x1 - wall, y0, y1, z1 - wall, z1, material, bevel=0.001)
    box(x0 + wall, x1 - wall, y1 - wall, y1, z0 + wall, z1 - wall, back or material, bevel=0)


class group:
    """Everything built inside the `with` block turns together: `with group(hinge=(x, y, z), turn_z=100): …`."""

    def __init__(self, hinge, turn_x=0.0, turn_y=0.0, turn_z=0.0, shift=(0, 0, 0)):
        at = Matrix.Translation(hinge)
        turn = Matrix.Rotation(math.radians(turn_z), 4, 'Z') @ Matrix.Rotation(math.radians(turn_y), 4, 'Y') @ Matrix.Rotation(math.radians(turn_x), 4, 'X')
        self.matrix = Matrix.Translation(shift) @ at @ turn @ at.inverted()

    def __enter__(self):
        self.before = set(bpy.context.scene.collection.objects)
        return self

    def __exit__(self, *_):
        for obj in bpy.context.scene.collection.objects:
            if obj not in self.before:
                obj.matrix_world = self.matrix @ obj.matrix_basis
