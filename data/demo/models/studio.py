"""The photo studio: softboxes sized to the product, a floor that only shows shadows, and a camera that fills the frame."""
import math

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

# Share of the frame that the longer side of the product fills.
FILL = 0.86
# Share of the frame of the main picture that a close-up shows.
CLOSE_UP = 0.42

# Where the camera stands: degrees to the side and above.
VIEWS = {
    'tall': {'angle': (27, 6), 'front': (0, 3), 'open': (-15, 9), 'detail': (24, 14)},
    'low': {'angle': (24, 12), 'front': (0, 6), 'open': (15, 17), 'detail': (32, 26)},
    'wide': {'angle': (17, 11), 'front': (0, 6), 'open': (17, 13), 'detail': (35, 20)},
    'chaise': {'angle': (-14, 16), 'front': (0, 10), 'open': (17, 13), 'detail': (35, 20)},
    'chair': {'angle': (32, 10), 'front': (0, 5), 'open': (32, 10), 'detail': (38, 24)},
    'bed': {'angle': (32, 17), 'front': (0, 12), 'open': (32, 17), 'detail': (35, 30)},
    'rug': {'angle': (22, 36), 'front': (0, 89), 'open': (22, 36), 'detail': (30, 20)},
    'puck': {'angle': (18, 30), 'front': (0, 16), 'open': (18, 30), 'detail': (18, 60)},
    'topload': {'angle': (24, 14), 'front': (0, 6), 'open': (20, 38), 'detail': (32, 40)},
    'bar': {'angle': (24, 16), 'front': (0, 8), 'open': (24, 16), 'detail': (40, 24)},
    'flat': {'angle': (24, 40), 'front': (0, 58), 'open': (24, 40), 'detail': (30, 30)},
    'plan': {'angle': (0, 62), 'front': (0, 89), 'open': (0, 62), 'detail': (30, 30)},
    'wall': {'angle': (24, -4), 'front': (0, 0), 'open': (24, 4), 'detail': (24, 0)},
    'hood': {'angle': (26, -8), 'front': (0, 2), 'open': (26, -8), 'detail': (20, -30)},
    'basin': {'angle': (22, 34), 'front': (0, 62), 'open': (22, 34), 'detail': (30, 40)},
    'hanging': {'angle': (18, -6), 'front': (0, 0), 'open': (18, -6), 'detail': (18, -14)},
}


def prepare(samples, pixels):
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x = scene.render.resolution_y = pixels
    scene.render.resolution_percentage = 100
    scene.render.film_transparent = True
    scene.render.threads_mode = 'AUTO'
    cycles = scene.cycles
    cycles.device = 'CPU'
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.04
    cycles.adaptive_min_samples = max(8, samples // 2)
    cycles.use_denoising = False
    cycles.max_bounces = 4
    cycles.diffuse_bounces = 2
    cycles.glossy_bounces = 3
    cycles.transmission_bounces = 3
    cycles.transparent_max_bounces = 12
    cycles.sample_clamp_indirect = 1.5
    cycles.sample_clamp_direct = 12
    cycles.blur_glossy = 0.8
    cycles.caustics_reflective = cycles.caustics_refractive = False
    scene.view_layers[0].cycles.denoising_store_passes = True


def bounds():
    """Corner points of everything built so far, in world space."""
    bpy.context.view_layer.update()
    points = []
    for obj in bpy.context.scene.collection.objects:
        if obj.type in ('MESH', 'CURVE', 'FONT') and not obj.is_shadow_catcher and obj.visible_camera:
            points.extend(obj.matrix_world @ Vector(corner) for corner in obj.bound_box)
    return points


def _spread(points):
    low = Vector(min(p[i] for p in points) for i in range(3))
    high = Vector(max(p[i] for p in points) for i in range(3))
    return low, high


def _card(centre, target, width, height, strength, stops=None):
    """A softbox: a plane that shines with a gradient and that the camera does not see."""
    mesh = bpy.data.meshes.new('softbox')
    mesh.from_pydata([(-width / 2, -height / 2, 0), (width / 2, -height / 2, 0), (width / 2, height / 2, 0), (-width / 2, height / 2, 0)], [], [(0, 1, 2, 3)])
    material = bpy.data.materials.new('softbox')
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    out = tree.nodes.new('ShaderNodeOutputMaterial')
    light = tree.nodes.new('ShaderNodeEmission')
    source = tree.nodes.new('ShaderNodeTexCoord')
    split = tree.nodes.new('ShaderNodeSeparateXYZ')
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    elements = ramp.color_ramp.elements
    stops = stops or [(0, 0.15), (0.3, 1), (0.7, 1), (1, 0.15)]
    while len(elements) < len(stops):
        elements.new(0.5)
    for element, (position, value) in zip(elements, stops):
        element.position, element.color = position, (value, value, value, 1)
    ramp.color_ramp.interpolation = 'EASE'
    scale = tree.nodes.new('ShaderNodeMath')
    scale.operation = 'MULTIPLY'
    scale.inputs[1].default_value = strength
    tree.links.new(source.outputs['Generated'], split.inputs[0])
    tree.links.new(split.outputs['X'], ramp.inputs['Fac'])
    tree.links.new(ramp.outputs['Color'], scale.inputs[0])
    tree.links.new(scale.outputs[0], light.inputs['Strength'])
    tree.links.new(light.outputs[0], out.inputs['Surface'])
    mesh.materials.append(material)
    obj = bpy.data.objects.new('softbox', mesh)
    obj.location = centre
    obj.rotation_euler = (Vector(target) - Vector(centre)).to_track_quat('Z', 'Y').to_euler()
    obj.visible_camera = False
    obj.visible_shadow = False
    bpy.context.scene.collection.objects.link(obj)
    return obj


def _world(strength):
    world = bpy.data.worlds.new('studio')
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes['Background']
    background.inputs[0].default_value = (1, 1, 1, 1)
    background.inputs[1].default_value = strength


def _catcher(low, high, margin, wall):
    """A plane that receives shadows, hardly larger than they are: every pixel of it costs as much as the product."""
    a, b = low - Vector((margin, margin, margin)), high + Vector((margin, margin, margin))
    if wall:
        y = high.y + 0.001
        corners = [(a.x, y, a.z), (b.x, y, a.z), (b.x, y, b.z), (a.x, y, b.z)]
    else:
        z = low.z - 0.0005
        corners = [(a.x, a.y, z), (b.x, a.y, z), (b.x, b.y, z), (a.x, b.y, z)]
    mesh = bpy.data.meshes.new('floor')
    mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
    obj = bpy.data.objects.new('floor', mesh)
    obj.is_shadow_catcher = True
    bpy.context.scene.collection.objects.link(obj)


def light(points, stance):
    """Lights in units of the product, so that a kettle is lit like a fridge."""
    low, high = _spread(points)
    centre = (low + high) / 2
    s = max(high - low)
    place = lambda x, y, z: (centre.x + x * s, centre.y + y * s, centre.z + z * s)
    _world(0.32)
    # The key light is large and high on the left; the strip on the right draws an edge; the top lights lids and seats.
    _card(place(-1.5, -1.5, 1.0), centre, 1.5 * s, 1.6 * s, 4.6)
    _card(place(1.75, -0.55, 0.45), centre, 0.55 * s, 2.2 * s, 3.4)
    _card(place(-0.1, -0.2, 1.9), centre, 2.2 * s, 1.8 * s, 2.1)
    # Flat fronts mirror what stands behind the camera: a board that fades from left to right gives steel its falloff.
    _card(place(0, -4.4, 0.4), centre, 8 * s, 5 * s, 0.9, stops=[(0.05, 0.25), (0.42, 0.3), (0.5, 0.62), (0.56, 1), (0.66, 0.75), (0.95, 0.2)])
    # What hangs in the air or is seen from below throws its shadow out of the picture.
    if stance not in ('hanging', 'hood'):
        _catcher(low, high, s * 0.22, stance == 'wall')


def aim(points, stance, view, highlights):
    """Stands the camera in the view's direction and crops to the product."""
    side, above = (math.radians(a) for a in VIEWS[stance][view])
    low, high = _spread(points)
    centre = (low + high) / 2
    s = max(high - low)
    away = Vector((math.sin(side) * math.cos(above), -math.cos(side) * math.cos(above), math.sin(above)))
    data = bpy.data.cameras.new('camera')
    camera = bpy.data.objects.new('camera', data)
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera
    camera.location = centre + away * s * 3.6
    camera.rotation_euler = (-away).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.view_layer.update()
    inverse = camera.matrix_world.inverted()

    def project(p):
        seen = inverse @ p
        return seen.x / -seen.z, seen.y / -seen.z

    across, up = zip(*map(project, points))
    span = max(max(across) - min(across), max(up) - min(up)) / FILL
    x, y = (max(across) + min(across)) / 2, (max(up) + min(up)) / 2
    if view == 'detail':
        focus = project(_focus(low, high, highlights))
        # A close-up that shows some of the surroundings, and little of what lies beside the product.
        span *= CLOSE_UP
        x, y = (_inside(at, span, side) for at, side in zip(focus, (across, up)))
    data.sensor_width = 36
    data.lens = 36 / span
    data.shift_x, data.shift_y = x / span, y / span
    data.clip_end = s * 40
    if view != 'detail':
        _crop(camera, points, s, stance)


def _inside(at, span, sides):
    """Moves the middle of a close-up so that at most a sixth of it lies beside the product."""
    room = span * (0.5 - 1 / 6)
    low, high = min(sides) + room, max(sides) - room
    return (low + high) / 2 if low > high else min(max(at, low), high)


def _focus(low, high, highlights):
    """The best of what the model offers, or where arms meet seats and legs meet tops: high in front on the right."""
    if highlights:
        points = highlights[min(highlights)]
        return sum((Vector(p) for p in points), Vector()) / len(points)
    return Vector((low.x + (high.x - low.x) * 0.72, low.y, low.z + (high.z - low.z) * 0.7))


def _crop(camera, points, s, stance):
    """Renders only the part of the frame that holds the product and its shadow."""
    scene = bpy.context.scene
    bpy.context.view_layer.update()
    low, high = _spread(points)
    margin = s * (0.02 if stance in ('hanging', 'hood') else 0.2)
    reach = [Vector((x, y, low.z)) for x in (low.x - margin, high.x + margin) for y in (low.y - margin, high.y + margin)]
    seen = [world_to_camera_view(scene, camera, p) for p in [*points, *reach]]
    render = scene.render
    render.use_border = True
    render.use_crop_to_border = True
    render.border_min_x = max(0, min(p.x for p in seen) - 0.02)
    render.border_max_x = min(1, max(p.x for p in seen) + 0.02)
    render.border_min_y = max(0, min(p.y for p in seen) - 0.02)
    render.border_max_y = min(1, max(p.y for p in seen) + 0.02)
