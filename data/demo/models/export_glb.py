"""Writes models as GLB: blender -b -P export_glb.py -- jobs.json

The job file is that of render.py. Each model becomes one object with a primitive per material, so that viewers load it in one go.
"""
import json
import sys
import time
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).resolve().parent))

import materials
import parts
from kinds import builders
from product import Product

# Curves are converted at the resolution they were built with; a viewer on a phone needs fewer faces than a still picture.
MAX_TRIANGLES = 24_000


def as_one_mesh():
    scene = bpy.context.scene
    for obj in scene.collection.objects:
        if obj.type == 'CURVE':
            obj.data.bevel_resolution = min(obj.data.bevel_resolution, 2)
            obj.data.resolution_u = 6
        elif obj.type == 'FONT':
            obj.data.resolution_u = 2
        obj.select_set(True)
    bpy.context.view_layer.objects.active = next(obj for obj in scene.collection.objects if obj.type == 'MESH')
    bpy.ops.object.convert(target='MESH')
    bpy.ops.object.join()
    whole = bpy.context.view_layer.objects.active
    bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)
    triangles = sum(len(face.vertices) - 2 for face in whole.data.polygons)
    if triangles > MAX_TRIANGLES:
        decimate = whole.modifiers.new('fewer', 'DECIMATE')
        decimate.ratio = MAX_TRIANGLES / triangles
        bpy.ops.object.modifier_apply(modifier=decimate.name)
    return whole


def export(job, target):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    product = Product(job)
    materials.start_model(max(product.w, product.h, product.d))
    parts.start_model(product.maker)
    builders[product.kind](product)
    whole = as_one_mesh()
    partial = target.with_suffix('.part.glb')
    bpy.ops.export_scene.gltf(
        filepath=str(partial), export_format='GLB', export_apply=True, export_texcoords=bool(whole.data.uv_layers),
        export_image_format='JPEG', export_lights=False, export_cameras=False,
    )
    partial.rename(target)


def main():
    plan = json.loads(Path(sys.argv[sys.argv.index('--') + 1]).read_text())
    materials.use_finishes(plan['finishes'])
    materials.use_flat_colours()
    for position, job in enumerate(plan['jobs']):
        target = Path(job['file'])
        if target.exists():
            continue
        began = time.time()
        target.parent.mkdir(parents=True, exist_ok=True)
        export(job, target)
        print(f"model {position + 1}/{len(plan['jobs'])} {job['kind']} {target.stat().st_size // 1024} kB {time.time() - began:.1f} s", flush=True)


main()
