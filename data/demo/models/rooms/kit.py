"""What rooms are built of: floors, walls, daylight, joinery, plants, and products at true scale."""
import math

import bpy
from mathutils import Vector

import materials as mt
from kinds import builders
from parts import box, cushion, ellipse, group, lathe, prism, rod, tube


class Piece:
    """A product in a room; reads like render.Product."""

    def __init__(self, kind, size, finish, accent=None, **options):
        self.kind, self.finish, self.accent, self.options = kind, finish, accent, options
        self.w, self.h, self.d = size
        self.open = False

    def text(self, name, default=''):
        return str(self.options.get(name, default))

    def number(self, name, default):
        return int(float(self.options.get(name, default)))

    def has(self, name):
        return self.text(name) not in ('', 'no', '0')


def place(piece, x, y, z=0.0, turn=0.0):
    """Stands a product in the room: x across, y away from the camera, turned anticlockwise seen from above."""
    with group((0, 0, 0), turn_z=turn, shift=(x, y, z)):
        builders[piece.kind](piece)


def hang(pendant, x, y, z, ceiling_z):
    """A pendant lamp whose cord reaches the ceiling."""
    pendant.options['cord'] = ceiling_z - z - pendant.h - 0.025
    place(pendant, x, y, z)


def boards(x0, x1, y0, y1, name, width=0.16):
    """A timber floor. Boards differ a little in tone because grain follows position."""
    count = math.ceil((y1 - y0) / width)
    for i in range(count):
        low = y0 + width * i
        shift = 0.9 * ((i * 7) % 5) / 5
        cut = x0 + 0.3 + shift
        edges = [x0]
        while cut < x1:
            edges.append(cut)
            cut += 1.9
        edges.append(x1)
        for a, b in zip(edges, edges[1:]):
            box(a + 0.001, b - 0.001, low + 0.001, low + width - 0.001, -0.02, 0, mt.finish(name, 'x'), bevel=0.001, segments=1)


def tiles(x0, x1, y0, y1, colour, size=0.6, roughness=0.35):
    box(x0, x1, y0, y1, -0.03, -0.0025, mt.plain('#b9b4ab', 0.8), bevel=0)
    for i in range(math.ceil((x1 - x0) / size)):
        for j in range(math.ceil((y1 - y0) / size)):
            a, b = x0 + size * i, y0 + size * j
            box(a + 0.0015, min(x1, a + size) - 0.0015, b + 0.0015, min(y1, b + size) - 0.0015, -0.02, 0, mt.plain(colour, roughness), bevel=0.0015, segments=1)


def wall_back(x0, x1, y, height, colour):
    box(x0, x1, y, y + 0.1, 0, height, mt.plain(colour, 0.85), bevel=0)
    box(x0, x1, y - 0.014, y, 0, 0.09, mt.plain('#f2f0ec', 0.5), bevel=0.003)


def wall_side(x, y0, y1, height, colour, thickness=0.1):
    """Outside `x`; a negative thickness puts it to the left."""
    low, high = sorted((x, x + thickness))
    box(low, high, y0, y1, 0, height, mt.plain(colour, 0.85), bevel=0)


def window_left(x, y0, y1, z0, z1, wall_y0, wall_y1, height, colour):
    """The left wall with an opening; daylight comes through it."""
    wall = mt.plain(colour, 0.85)
    for a, b, low, high in ((wall_y0, y0, 0, height), (y1, wall_y1, 0, height), (y0, y1, 0, z0), (y0, y1, z1, height)):
        box(x - 0.16, x, a, b, low, high, wall, bevel=0)
    frame = mt.plain('#f4f3f0', 0.4)
    for a, b, low, high in ((y0, y0 + 0.05, z0, z1), (y1 - 0.05, y1, z0, z1), (y0 + 0.05, y1 - 0.05, z0, z0 + 0.05), (y0 + 0.05, y1 - 0.05, z1 - 0.05, z1), ((y0 + y1) / 2 - 0.02, (y0 + y1) / 2 + 0.02, z0 + 0.05, z1 - 0.05)):
        box(x - 0.12, x - 0.06, a, b, low, high, frame, bevel=0.004)
    # The sky outside, and the light that comes in from it; the lamp stands inside the opening, so that the frame throws no speckles.
    box(x - 1.5, x - 1.45, y0 - 3, y1 + 6, -1, z1 + 2, mt.glow('#eef4fa', 1.5), bevel=0)
    area((x + 0.02, (y0 + y1) / 2, (z0 + z1) / 2), (1, 0, -0.12), y1 - y0 - 0.1, z1 - z0 - 0.1, 95 * (y1 - y0) * (z1 - z0) / 3)


def ceiling(x0, x1, y0, y1, z):
    """Seen by the camera, but open to the sky's light: the rooms are cut-away sets."""
    lid = box(x0, x1, y0, y1, z, z + 0.02, mt.lit('#f4f2ee', 0.35), bevel=0)
    lid.visible_diffuse = lid.visible_glossy = lid.visible_shadow = False


def area(at, towards, width, height, power, colour=(1.0, 0.97, 0.92)):
    data = bpy.data.lights.new('light', 'AREA')
    data.shape, data.size, data.size_y = 'RECTANGLE', width, height
    data.energy, data.color = power, colour
    light = bpy.data.objects.new('light', data)
    light.location = at
    light.rotation_euler = Vector(towards).to_track_quat('-Z', 'Z').to_euler()
    light.visible_camera = False
    bpy.context.scene.collection.objects.link(light)


def daylight(strength=0.55, colour=(0.93, 0.96, 1.0)):
    world = bpy.data.worlds.new('sky')
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes['Background']
    background.inputs[0].default_value = (*colour, 1)
    background.inputs[1].default_value = strength


def camera(at, target, lens=30):
    data = bpy.data.cameras.new('camera')
    data.lens = lens
    eye = bpy.data.objects.new('camera', data)
    eye.location = at
    direction = Vector(target) - Vector(at)
    # Level eyes keep walls upright; the view is shifted instead of tilted.
    level = Vector((direction.x, direction.y, 0))
    eye.rotation_euler = level.to_track_quat('-Z', 'Y').to_euler()
    data.shift_y = direction.z / level.length * lens / 36
    bpy.context.scene.collection.objects.link(eye)
    bpy.context.scene.camera = eye


def cabinet(x0, x1, y0, y1, z0, z1, material, doors=1, drawers=0, handle='matte-black'):
    """A run of joinery with flat fronts that face the camera."""
    box(x0, x1, y0 + 0.02, y1, z0, z1, material, bevel=0.001)
    metal = mt.finish(handle, 'x')
    for i in range(max(1, doors)):
        a, b = x0 + (x1 - x0) * i / max(1, doors) + 0.002, x0 + (x1 - x0) * (i + 1) / max(1, doors) - 0.002
        for r in range(max(1, drawers)):
            low, high = z0 + (z1 - z0) * r / max(1, drawers) + 0.002, z0 + (z1 - z0) * (r + 1) / max(1, drawers) - 0.002
            box(a, b, y0, y0 + 0.019, low, high, material, bevel=0.0015)
            grip = high - 0.035 if z0 < 1 else low + 0.035
            rod(((a + b) / 2 - 0.08, y0 - 0.024, grip), ((a + b) / 2 + 0.08, y0 - 0.024, grip), 0.005, metal)


def splashback(x0, x1, y, z0, z1, colour, width=0.15, height=0.075):
    box(x0, x1, y - 0.004, y, z0, z1, mt.plain('#d8d4cc', 0.8), bevel=0)
    rows, columns = math.ceil((z1 - z0) / height), math.ceil((x1 - x0) / width) + 1
    glaze = mt.plain(colour, 0.18, coat=0.4)
    for r in range(rows):
        for c in range(columns):
            a = x0 + width * (c - 0.5 * (r % 2))
            left, right = max(x0, a + 0.001), min(x1, a + width - 0.001)
            if right - left > 0.01:
                box(left, right, y - 0.01, y - 0.003, z0 + height * r + 0.001, min(z1, z0 + height * (r + 1)) - 0.001, glaze, bevel=0.0015, segments=1)


def plant(x, y, z=0.0, height=1.1, pot='#d9d3c7'):
    """Broad leaves on thin stems in a round pot."""
    r = height * 0.13
    lathe([(r * 0.75, 0), (r, height * 0.22), (r * 0.95, height * 0.24), (r * 0.9, height * 0.22), (0, height * 0.2)], mt.plain(pot, 0.6), at=(x, y, z))
    for i in range(15):
        angle = i * 2.4
        lift = height * (0.5 + 0.5 * ((i * 7) % 10) / 10)
        reach = height * (0.14 + 0.2 * ((i * 3) % 7) / 7)
        tip = (x + reach * math.cos(angle), y + reach * math.sin(angle), z + lift)
        tube([(x, y, z + height * 0.2), (x + reach * 0.4 * math.cos(angle), y + reach * 0.4 * math.sin(angle), z + lift * 0.75), tip], 0.004, mt.plain('#5a6b3c', 0.6), resolution=2)
        size = height * (0.2 + 0.05 * (i % 3))
        green = mt.plain(('#3f5c35', '#4c6b3d', '#35502f')[i % 3], 0.42)
        cushion(tip, (size, size * 0.5, 0.012), green, square=1.15, steps=12, tilt=(18 * math.sin(i), 28 + 10 * (i % 4), math.degrees(angle)))


def picture_frame(x, y, z, width, height, tints):
    box(x - width / 2, x + width / 2, y - 0.025, y, z - height / 2, z + height / 2, mt.finish('oak', 'x'), bevel=0.003)
    box(x - width / 2 + 0.02, x + width / 2 - 0.02, y - 0.027, y - 0.02, z - height / 2 + 0.02, z + height / 2 - 0.02, mt.plain('#f3f0ea', 0.7), bevel=0)
    for i, tint in enumerate(tints):
        outline = ellipse(x + width * 0.12 * (i - 1), z + height * 0.13 * (1 - i), width * (0.24 - 0.03 * i), height * (0.2 - 0.02 * i), power=0.9)
        prism(outline, y - 0.0285 - 0.0008 * i, y - 0.027, mt.plain(tint, 0.7), bevel=0)


def curtain(x, y0, y1, z0, z1, name='white'):
    """A gathered curtain along the left wall."""
    points = []
    count = 60
    for i in range(count + 1):
        y = y0 + (y1 - y0) * i / count
        points.append((x + 0.05 + 0.028 * math.sin(i * 1.35), y))
    outline = points + [(a + 0.006, b) for a, b in reversed(points)]
    prism(outline, z0, z1, mt.cloth(name), plane='xy', bevel=0, smooth_angle=80)
    rod((x + 0.05, y0 - 0.1, z1 + 0.02), (x + 0.05, y1 + 0.1, z1 + 0.02), 0.012, mt.finish('matte-black', 'y'))


def vase(x, y, z, height=0.26, colour='#e8e2d6'):
    h = height
    lathe([(h * 0.14, 0), (h * 0.26, h * 0.3), (h * 0.22, h * 0.62), (h * 0.09, h * 0.86), (h * 0.12, h)], mt.plain(colour, 0.55), at=(x, y, z))
    for i in range(7):
        a = i * 0.9
        tube([(x, y, z + h * 0.8), (x + 0.05 * math.cos(a), y + 0.05 * math.sin(a), z + h * 1.5), (x + 0.13 * math.cos(a), y + 0.13 * math.sin(a), z + h * (1.9 + 0.1 * (i % 3)))], 0.002, mt.plain('#8a7a55', 0.7), resolution=2)
        for k in range(5):
            t = 0.5 + 0.1 * k
            cushion((x + 0.13 * t * math.cos(a), y + 0.13 * t * math.sin(a), z + h * (1.1 + 0.8 * t)), (0.026, 0.012, 0.05), mt.plain('#7d8a5d', 0.6), square=1.0, steps=6, tilt=(40 * math.sin(k + i), 30, math.degrees(a)))


def books(x, y, z, count=3):
    for i in range(count):
        box(x - 0.12 + 0.01 * (i % 2), x + 0.12, y - 0.085, y + 0.085 - 0.012 * i, z + 0.026 * i, z + 0.026 * (i + 1) - 0.001, mt.plain(('#b8a58a', '#4c5a5e', '#a8573f')[i % 3], 0.6), bevel=0.002)
