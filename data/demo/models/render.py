"""Renders the pictures of a job file: blender -b -P render.py -- jobs.json

The file holds `finishes`, `samples`, `weights` and `jobs`; a job is one picture. A picture that exists is skipped, and each is
written under another name first, so a run can be stopped at any time and started again.
"""
import json
import os
import sys
import time
from pathlib import Path

import bpy
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

import materials
import parts
import studio
from denoise import denoise, develop
from kinds import builders
from product import Product
from rooms import rooms
from unet import Network

SCRATCH = Path(os.environ.get('TMPDIR', '/tmp')) / f'render-{os.getpid()}'


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def collect_passes():
    """Lets the compositor write the picture and its guides as floats."""
    scene = bpy.context.scene
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    files = tree.nodes.new('CompositorNodeOutputFile')
    files.base_path = str(SCRATCH)
    files.format.file_format = 'OPEN_EXR'
    files.format.color_mode = 'RGBA'
    files.format.color_depth = '32'
    files.format.exr_codec = 'NONE'
    files.file_slots.clear()
    for name in ('Image', 'Denoising Albedo', 'Denoising Normal'):
        files.file_slots.new(name)
        tree.links.new(layers.outputs[name], files.inputs[name])


def read_pass(name):
    path = next(SCRATCH.glob(f'{name}*.exr'))
    image = bpy.data.images.load(str(path))
    image.colorspace_settings.name = 'Non-Color'
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    path.unlink()
    return pixels.reshape(height, width, 4)


def framed(part, pixels):
    """Puts the rendered part of the frame back in its place."""
    settings = bpy.context.scene.render
    # Blender rounds the border to whole pixels in its own way; the rendered size is what counts.
    height, width = part.shape[:2]
    left = min(round(settings.border_min_x * pixels), pixels - width)
    bottom = min(round(settings.border_min_y * pixels), pixels - height)
    whole = np.zeros((pixels, pixels, 4), np.float32)
    whole[bottom:bottom + height, left:left + width] = part
    # A long shadow fades before the edge of the frame; the product never reaches this far.
    ramp = np.clip(np.minimum(np.arange(pixels), np.arange(pixels)[::-1]) / (pixels * 0.05), 0, 1).astype(np.float32)
    whole[..., 3] *= ramp[None, :] * ramp[:, None]
    return whole


def write_raw(pixels, target):
    """Bytes of RGBA from the top left, which take no time to write; Blender's PNG takes as long as the denoiser."""
    partial = target.with_suffix('.part')
    partial.write_bytes((np.clip(pixels[::-1], 0, 1) * 255 + 0.5).astype(np.uint8).tobytes())
    partial.rename(target)


def render_passes():
    collect_passes()
    bpy.ops.render.render()
    return read_pass('Image'), read_pass('Denoising Albedo')[..., :3], read_pass('Denoising Normal')[..., :3]


def render_room(job, target, network, samples):
    """A room fills its frame, so it is neither cropped nor transparent. Interiors need more light paths than a product on white."""
    clear()
    materials.start_model(1.0)
    parts.start_model(None)
    rooms[job['room']]()
    studio.prepare(samples * 2, job['width'])
    scene = bpy.context.scene
    scene.render.resolution_y = job['height']
    scene.render.film_transparent = False
    scene.cycles.max_bounces = 6
    scene.cycles.diffuse_bounces = 4
    image, albedo, normal = render_passes()
    picture = develop(image, exposure=0.95)
    picture[..., :3] = network(picture[..., :3], albedo, normal)
    write_raw(picture, target)


def render(job, target, network, samples):
    clear()
    pixels = job['pixels']
    product = Product(job)
    materials.start_model(max(product.w, product.h, product.d))
    parts.start_model(product.maker)
    stance = builders[product.kind](product) or 'low'
    points = studio.bounds()
    studio.prepare(samples, pixels)
    studio.light(points, stance)
    studio.aim(points, stance, job['view'], parts.highlights)
    image, albedo, normal = render_passes()
    # A shadow that is seen from near is wider, and so are its blotches.
    is_detail = job['view'] == 'detail'
    picture = denoise(network, develop(image, exposure=1.24), albedo, normal, softness=12 if is_detail else 4)
    write_raw(picture if is_detail else framed(picture, pixels), target)


def main():
    plan = json.loads(Path(sys.argv[sys.argv.index('--') + 1]).read_text())
    materials.use_finishes(plan['finishes'])
    network = Network(plan['weights'])
    SCRATCH.mkdir(parents=True, exist_ok=True)
    for position, job in enumerate(plan['jobs']):
        target = Path(job['file'])
        began = time.time()
        target.parent.mkdir(parents=True, exist_ok=True)
        # A picture that a stopped run has left behind only has to be reported.
        if target.exists():
            pass
        elif 'room' in job:
            render_room(job, target, network, plan['samples'])
        else:
            render(job, target, network, plan['samples'])
        name = job.get('room') or f"{job['kind']} {job['view']}"
        print(f"picture {position + 1}/{len(plan['jobs'])} {name} {time.time() - began:.1f} s", flush=True)


main()
