"""Removes the grain of a few samples: that of the product with the trained network in `unet.py`, that of its soft shadow by averaging."""
import numpy as np

_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_BLUR = ((-2, 0.06), (-1, 0.25), (0, 0.38), (1, 0.25), (2, 0.06))
# Cycles marks the shadow catcher with an albedo that no material reaches.
_CATCHER_ALBEDO = 1.6
# A studio floor is brighter than its surroundings allow here, so shadows come out thin; this is the depth of a product photograph.
_SHADOW_GAIN = 1.9
# What every surface near a product loses of the room's light; without taking it off, the edge of the floor shows.
_SHADOW_FLOOR = 0.075


def _shifted(image, offsets):
    """The image moved by each (dy, dx); the border repeats. They are views of one bordered copy, so that moving costs nothing."""
    height, width = image.shape[:2]
    reach = max(max(abs(dy), abs(dx)) for dy, dx in offsets)
    bordered = np.pad(image, [(reach, reach)] * 2 + [(0, 0)] * (image.ndim - 2), mode='edge')
    return [bordered[reach + dy:reach + dy + height, reach + dx:reach + dx + width] for dy, dx in offsets]


def _near(mask, steps):
    """The mask grown by some pixels."""
    for _ in range(steps):
        for offsets in (((-1, 0), (0, 0), (1, 0)), ((0, -1), (0, 0), (0, 1))):
            mask = np.logical_or.reduce(_shifted(mask, offsets))
    return mask


def _bleed(image, known, steps):
    """Continues the known pixels outwards."""
    image = image * known[..., None]
    known = known.copy()
    for _ in range(steps):
        total = sum(_shifted(image, _AROUND))
        count = sum(_shifted(known.astype(np.float32), _AROUND))
        fresh = ~known & (count > 0)
        image[fresh] = total[fresh] / count[fresh][..., None]
        known |= fresh
    return image


def _smooth_shadow(shadow, floor, product, softness):
    """The shadow is soft, so a quarter of the size holds it. Under the product it goes on; beyond the floor's edge there is none."""
    height, width = shadow.shape
    padding = ((0, -height % 4), (0, -width % 4))
    small = lambda image: np.pad(image, padding, mode='edge').reshape((height + 3) // 4, 4, (width + 3) // 4, 4).mean(axis=(1, 3))
    return _enlarged(_average(small(shadow * floor), small(1.0 - product), softness), height, width)


def _average(values, weights, times):
    """Blurs values of different weight; the values come multiplied by their weights."""
    both = np.stack([values, weights], axis=2)
    for _ in range(times):
        for axis in (0, 1):
            moved = _shifted(both, [(step, 0) if axis == 0 else (0, step) for step, _ in _BLUR])
            both = sum(share * image for (_, share), image in zip(_BLUR, moved))
    return both[..., 0] / np.maximum(both[..., 1], 1e-3)


def _enlarged(image, height, width):
    """Four times the size, with straight lines between the values."""
    for axis, size in enumerate((height, width)):
        at = np.clip((np.arange(size) - 1.5) / 4, 0, image.shape[axis] - 1)
        low = at.astype(int)
        share = (at - low).astype(np.float32)
        share = share[:, None] if axis == 0 else share
        image = np.take(image, low, axis) * (1 - share) + np.take(image, np.minimum(low + 1, image.shape[axis] - 1), axis) * share
    return image


def denoise(network, rgba, albedo, normal, softness):
    """Straight sRGB with alpha from `develop`, of a product that stands on a shadow catcher; the shadow is blurred `softness` times."""
    alpha = rgba[..., 3]
    brightness = albedo.mean(axis=2)
    # Chrome that mirrors a light or the floor has such an albedo too, but the catcher itself has no colour.
    catcher = (brightness > _CATCHER_ALBEDO * 0.95) & (rgba[..., :3].max(axis=2) * alpha < 0.25)
    solid = ~catcher & (alpha > 0.98)
    # Of clear glass little is seen but its shape. Other pixels without colour are the rim of the catcher, which mixes with nothing.
    shape = np.linalg.norm(normal, axis=2)
    product = ~catcher & ((alpha > 0.2) & (rgba[..., :3].max(axis=2) > 0.02) | _near(solid, 2) | (shape > 0.3) & (brightness < 0.5 * shape))
    inside = product & (solid & ~_near(catcher, 1) | ~_near(solid, 2))
    # Whether a ray is reflected by glass or goes through is chance, and with it alpha.
    glass = inside & ~solid
    reflected = alpha
    alpha = np.where(glass, _average(alpha * glass, glass.astype(np.float32), 3), alpha)
    shadow = np.clip((_smooth_shadow(alpha, catcher, product, softness) - _SHADOW_FLOOR) * _SHADOW_GAIN, 0, 0.8)
    shadow = np.where(_near(catcher, 2), shadow, 0)
    # Over the floor alpha is that of product and shadow together, so the share of the product comes from the albedo.
    nearby = _bleed(brightness[..., None], inside, 2)[..., 0]
    share = np.clip((_CATCHER_ALBEDO - brightness) / np.maximum(_CATCHER_ALBEDO - nearby, 0.1), 0, 1)
    coverage = np.where(~inside & _near(inside, 2) & _near(catcher, 2), np.minimum(share, alpha), np.where(product, alpha, 0))
    result = np.zeros_like(rgba)
    result[..., 3] = coverage + (1 - coverage) * shadow
    rows, columns = (np.flatnonzero(product.any(axis=axis)) for axis in (1, 0))
    part = slice(max(0, rows[0] - 8), rows[-1] + 8), slice(max(0, columns[0] - 8), columns[-1] + 8)
    covered = coverage[part][..., None]
    # For the network the product stands before a white wall, which is taken off again where glass lets it through.
    mixed = np.where(glass[part][..., None], reflected[part][..., None], covered)
    colour = network(rgba[part][..., :3] * mixed + 1 - mixed, np.minimum(albedo[part] + 1 - alpha[part][..., None], 1), normal[part])
    through = np.where(glass[part][..., None], 1 - covered, 0)
    colour = np.clip((colour - through) / np.maximum(1 - through, 0.05), 0, 1)
    # Along the outline the product is continued from within.
    colour = _bleed(colour, inside[part], 3)
    # A shadow is black, so it only dilutes the colour.
    result[part][..., :3] = colour * covered / np.maximum(result[part][..., 3:], 1e-3)
    return result


def develop(rgba, exposure=1.0):
    """Linear premultiplied light to straight sRGB with a soft shoulder: white lacquer keeps its shape instead of clipping."""
    alpha = np.clip(rgba[..., 3:], 0, 1)
    colour = np.where(alpha > 1e-3, rgba[..., :3] / np.maximum(alpha, 1e-3), 0) * exposure
    peak = colour.max(axis=2, keepdims=True)
    knee = 0.62
    bent = np.where(peak > knee, knee + (1 - knee) * (1 - np.exp(-(peak - knee) / (1 - knee))), peak)
    colour = colour * (bent / np.maximum(peak, 1e-5))
    encoded = np.where(colour <= 0.0031308, colour * 12.92, 1.055 * np.power(np.maximum(colour, 1e-6), 1 / 2.4) - 0.055)
    return np.concatenate([np.clip(encoded, 0, 1), alpha], axis=2)
