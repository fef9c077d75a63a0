"""Surfaces of the models. Colours come from the finishes of the catalogue; the shop's drawings use the same table."""
import bpy

_finishes = {}
_cache = {}
# Texture detail is relative to the product: a pattern sized for a fridge is invisible on a kettle.
_scale = 1.0
# glTF knows no procedural textures; a model that is exported has one colour per surface.
_flat = False


def use_finishes(table):
    _finishes.update(table)


def use_flat_colours():
    global _flat
    _flat = True


def _flattened(material, name):
    if not _flat:
        return material
    tree = material.node_tree
    bsdf = tree.nodes['Principled BSDF']
    for socket in ('Base Color', 'Roughness', 'Normal'):
        for link in list(bsdf.inputs[socket].links):
            tree.links.remove(link)
    bsdf.inputs['Base Color'].default_value = (*rgb(name), 1)
    return material


def start_model(largest_metres):
    """Forgets the materials of the previous model, whose pattern size was its own."""
    global _scale
    _cache.clear()
    _scale = max(0.25, min(2.4, largest_metres))


def nature(name):
    return _finishes[name]['nature'] if name in _finishes else None


def is_dark(name):
    return sum(rgb(name)) / 3 < 0.12


def rgb(name):
    text = _finishes[name]['base'] if name in _finishes else name
    channels = [int(text[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


class _Nodes:
    """Thin wrapper that makes node trees readable: `add` a node, link by socket name."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.bsdf = self.tree.nodes['Principled BSDF']

    def set(self, **values):
        for key, value in values.items():
            self.bsdf.inputs[key.replace('_', ' ')].default_value = value
        return self

    def add(self, kind, **inputs):
        node = self.tree.nodes.new('ShaderNode' + kind)
        for key, value in inputs.items():
            name = key.replace('_', ' ')
            if name in node.inputs:
                node.inputs[name].default_value = value
            else:
                setattr(node, key, value)
        return node

    def link(self, source, out, target, into):
        self.tree.links.new(source.outputs[out], target.inputs[into])

    def coordinates(self, scale):
        source = self.add('TexCoord')
        mapping = self.add('Mapping', Scale=scale)
        self.link(source, 'Object', mapping, 'Vector')
        return mapping

    def noise(self, scale, detail=3.0, roughness=0.5, distortion=0.0):
        node = self.add('TexNoise', Scale=1.0, Detail=detail, Roughness=roughness, Distortion=distortion)
        self.link(self.coordinates(scale), 'Vector', node, 'Vector')
        return node

    def ramp(self, source, out, stops):
        node = self.add('ValToRGB')
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops):
            element.position = position
            element.color = (*colour, 1) if len(colour) == 3 else colour
        self.link(source, out, node, 'Fac')
        return node

    def bump(self, source, out, strength, distance):
        node = self.add('Bump', Strength=strength, Distance=distance)
        self.link(source, out, node, 'Height')
        self.link(node, 'Normal', self.bsdf, 'Normal')


def _scaled(colour, factor):
    return tuple(min(1.0, c * factor) for c in colour)


def _grain(axis, along, across):
    return tuple(along if name == axis else across for name in 'xyz')


def finish(name, axis='x'):
    """The material of a finish; `axis` is the direction of wood grain or brushing."""
    key = (name, axis)
    if key not in _cache:
        _cache[key] = _flattened(_makers[nature(name)](name, axis).material, name)
    return _cache[key]


def shell(name, axis='x'):
    """The finish on a hard case: a kettle in navy is enamel, not cloth."""
    if nature(name) in ('metal', 'paint', 'glass', 'wood', 'stone'):
        return finish(name, axis)
    return _cached(('shell', name), lambda: _paint(name, axis).material)


def cloth(name):
    """The finish as upholstery: a sofa in sage is cloth, not lacquer."""
    if nature(name) in ('leather', 'weave'):
        return finish(name)
    return _cached(('cloth', name), lambda: _flattened(_fabric(name, 'x').material, name))


def _cached(key, make):
    if key not in _cache:
        _cache[key] = make()
    return _cache[key]


def _metal(name, axis):
    n = _Nodes(name)
    base = _scaled(rgb(name), 0.95)
    if name == 'chrome':
        return n.set(Base_Color=(*base, 1), Metallic=1.0, Roughness=0.09)
    fine = n.noise(_grain(axis, 3 / _scale, 420 / _scale), detail=2.0)
    colour = n.ramp(fine, 'Fac', [(0.3, _scaled(base, 0.93)), (0.7, _scaled(base, 1.06))])
    n.link(colour, 'Color', n.bsdf, 'Base Color')
    rough = 0.34 if name == 'dark-stainless' else 0.3
    gloss = n.ramp(fine, 'Fac', [(0.2, (rough - 0.05,) * 3), (0.8, (rough + 0.07,) * 3)])
    n.link(gloss, 'Color', n.bsdf, 'Roughness')
    n.bump(fine, 'Fac', 0.04, 0.0006 * _scale)
    return n.set(Metallic=1.0, Anisotropic=0.5)


def _paint(name, axis):
    n = _Nodes(name)
    base = rgb(name)
    if name == 'matte-black':
        return n.set(Base_Color=(*base, 1), Roughness=0.5, Specular=0.35)
    return n.set(Base_Color=(*_scaled(base, 0.96), 1), Roughness=0.32, Specular=0.5, Clearcoat=0.35, Clearcoat_Roughness=0.12)


def _glass(name, axis):
    return _Nodes(name).set(Base_Color=(*_scaled(rgb(name), 0.6), 1), Roughness=0.06, Specular=0.55, Clearcoat=0.6, Clearcoat_Roughness=0.03)


def _wood(name, axis):
    n = _Nodes(name + axis)
    base = rgb(name)
    rings = n.noise(_grain(axis, 1.1, 13), detail=5.0, roughness=0.62, distortion=0.9)
    pores = n.noise(_grain(axis, 9, 380), detail=2.0)
    tone = n.ramp(rings, 'Fac', [(0.28, _scaled(base, 0.62)), (0.44, _scaled(base, 0.92)), (0.56, _scaled(base, 1.08)), (0.72, _scaled(base, 0.8))])
    pore = n.ramp(pores, 'Fac', [(0.32, (0.62, 0.58, 0.54)), (0.5, (1, 1, 1))])
    mix = n.add('MixRGB', blend_type='MULTIPLY')
    mix.inputs['Fac'].default_value = 0.55
    n.link(tone, 'Color', mix, 'Color1')
    n.link(pore, 'Color', mix, 'Color2')
    n.link(mix, 'Color', n.bsdf, 'Base Color')
    n.bump(pores, 'Fac', 0.12, 0.0008)
    return n.set(Roughness=0.46, Specular=0.4)


def _fabric(name, axis):
    n = _Nodes(name)
    base = rgb(name)
    # Two crossed waves stand for warp and weft; noise breaks their regularity so that they never show moiré.
    thread = 230 / min(_scale, 1.6)
    weave = n.noise((thread, thread, thread), detail=2.0, roughness=0.7)
    slub = n.noise((22, 22, 22), detail=4.0, roughness=0.6)
    tone = n.ramp(weave, 'Fac', [(0.3, _scaled(base, 0.62)), (0.7, _scaled(base, 1.12))])
    patch = n.ramp(slub, 'Fac', [(0.3, (0.88, 0.88, 0.88)), (0.7, (1, 1, 1))])
    mix = n.add('MixRGB', blend_type='MULTIPLY')
    mix.inputs['Fac'].default_value = 1.0
    n.link(tone, 'Color', mix, 'Color1')
    n.link(patch, 'Color', mix, 'Color2')
    n.link(mix, 'Color', n.bsdf, 'Base Color')
    n.bump(weave, 'Fac', 0.5, 0.0016)
    return n.set(Roughness=0.95, Specular=0.15, Sheen=0.45, Sheen_Tint=0.6)


def _leather(name, axis):
    n = _Nodes(name)
    base = rgb(name)
    pebble = n.add('TexVoronoi', feature='DISTANCE_TO_EDGE', Scale=1.0)
    n.link(n.coordinates((150, 150, 150)), 'Vector', pebble, 'Vector')
    wear = n.noise((5, 5, 5), detail=4.0)
    tone = n.ramp(wear, 'Fac', [(0.3, _scaled(base, 0.78)), (0.7, _scaled(base, 1.12))])
    n.link(tone, 'Color', n.bsdf, 'Base Color')
    n.bump(pebble, 'Distance', 0.25, 0.0015)
    return n.set(Roughness=0.42, Specular=0.45)


def _stone(name, axis):
    n = _Nodes(name)
    base = rgb(name)
    vein = n.noise((2.2, 2.2, 2.2), detail=7.0, roughness=0.62, distortion=1.6)
    tone = n.ramp(vein, 'Fac', [(0.4, base), (0.485, _scaled(base, 0.93)), (0.5, _scaled(base, 0.45)), (0.515, _scaled(base, 0.93)), (0.6, base)])
    n.link(tone, 'Color', n.bsdf, 'Base Color')
    return n.set(Roughness=0.18, Specular=0.5)


def _weave(name, axis):
    n = _Nodes(name)
    base = rgb(name)
    strands = n.add('TexChecker', Scale=1.0)
    n.link(n.coordinates((95, 95, 95)), 'Vector', strands, 'Vector')
    tint = n.noise((60, 60, 60), detail=2.0)
    tone = n.ramp(tint, 'Fac', [(0.3, _scaled(base, 0.6)), (0.7, _scaled(base, 1.15))])
    n.link(tone, 'Color', n.bsdf, 'Base Color')
    n.bump(strands, 'Fac', 0.9, 0.003)
    return n.set(Roughness=0.55, Specular=0.35)


_makers = {
    'metal': _metal, 'paint': _paint, 'glass': _glass, 'wood': _wood,
    'fabric': _fabric, 'leather': _leather, 'stone': _stone, 'weave': _weave,
}


def plain(colour, roughness=0.5, metallic=0.0, coat=0.0):
    def make():
        n = _Nodes('plain' + colour)
        n.set(Base_Color=(*rgb(colour), 1), Roughness=roughness, Metallic=metallic, Clearcoat=coat)
        return n.material
    return _cached(('plain', colour, roughness, metallic, coat), make)


def lit(colour, strength, roughness=0.4, metallic=0.0):
    """The lining of a lighted cavity. It shines a little itself: a lamp inside would also light the studio floor."""
    def make():
        n = _Nodes('lit' + colour)
        n.set(Base_Color=(*rgb(colour), 1), Roughness=roughness, Metallic=metallic, Emission=(*rgb(colour), 1), Emission_Strength=strength)
        return n.material
    return _cached(('lit', colour, strength, roughness, metallic), make)


def rubber():
    return plain('#1d1e20', 0.75)


def dark():
    return plain('#1b1c1e', 0.45)


def chrome():
    return finish('chrome')


def black_glass():
    return finish('glass-black')


def glow(colour, strength):
    def make():
        n = _Nodes('glow')
        n.set(Base_Color=(0, 0, 0, 1), Emission=(*rgb(colour), 1), Emission_Strength=strength, Specular=0.0)
        return n.material
    return _cached(('glow', colour, strength), make)


def clear(tint='#f4f8f8', smoke=0.0):
    """Window glass: light passes straight through, so it costs no noise; only the reflection is traced."""
    def make():
        n = _Nodes('clear')
        if _flat:
            n.material.blend_method = 'BLEND'
            return n.set(Base_Color=(*rgb(tint), 1), Roughness=0.05, Alpha=0.25 + smoke / 2).material
        tree = n.tree
        see = n.add('BsdfTransparent')
        shade = tuple(c * (1 - smoke) for c in rgb(tint))
        see.inputs['Color'].default_value = (*shade, 1)
        shine = n.add('BsdfGlossy', Roughness=0.03)
        # On the way out of a pane the node would see total reflection, and glass at a slant would be black.
        fresnel, side = n.add('Fresnel', IOR=1.5), n.add('NewGeometry')
        from_outside = n.add('Math', operation='SUBTRACT', use_clamp=True)
        n.link(fresnel, 'Fac', from_outside, 0)
        n.link(side, 'Backfacing', from_outside, 1)
        mix = n.add('MixShader')
        n.link(from_outside, 'Value', mix, 0)
        n.link(see, 'BSDF', mix, 1)
        n.link(shine, 'BSDF', mix, 2)
        n.link(mix, 'Shader', tree.nodes['Material Output'], 'Surface')
        return n.material
    return _cached(('clear', tint, smoke), make)


def picture(pixels_of):
    """Emission from a generated image, for screens; mapped by UV."""
    def make():
        n = _Nodes('screen')
        image = pixels_of()
        texture = n.add('TexImage')
        texture.image = image
        n.link(texture, 'Color', n.bsdf, 'Emission')
        return n.set(Base_Color=(0.004, 0.004, 0.005, 1), Roughness=0.08, Emission_Strength=0.85).material
    return _cached(('picture', pixels_of.__name__), make)
