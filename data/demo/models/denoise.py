"""Removes the grain of a few samples. Debian's Blender has no denoiser of its own, so this is the edge-avoiding à-trous filter
(Dammertz et al. 2010), guided by the albedo, normal and depth that Cycles writes beside the picture."""
import numpy as np

_TAPS = ((-1, -1, 0.5), (-1, 0, 0.7), (-1, 1, 0.5), (0, -1, 0.7), (0, 1, 0.7), (1, -1, 0.5), (1, 0, 0.7), (1, 1, 0.5))


def _shift(image, dy, dx):
    """The image moved by (dy, dx); the border repeats."""
    height, width = image.shape[:2]
    rows = np.clip(np.arange(height) + dy, 0, height - 1)
    columns = np.clip(np.arange(width) + dx, 0, width - 1)
    return image[rows][:, columns]


# Cycles marks the shadow catcher with an albedo that no material reaches.
_CATCHER_ALBEDO = 1.5
# A studio floor is brighter than its surroundings allow here, so shadows come out thin; this is the depth of a product photograph.
_SHADOW_GAIN = 1.9
# What every surface near a product loses of the room's light; without taking it off, the edge of the floor shows.
_SHADOW_FLOOR = 0.075


def denoise(rgba, albedo, normal):
    """Filters light, not texture: colour is divided by albedo first, so that wood grain and weave stay sharp."""
    # Its rim mixes with nothing; a pixel that is hardly covered cannot be told from it and needs no more care.
    catcher = ((albedo.mean(axis=2, keepdims=True) > _CATCHER_ALBEDO) | (rgba[..., 3:] < 0.2)).astype(np.float32)
    albedo = np.minimum(albedo, 1) * (1 - catcher) + catcher
    base = np.maximum(albedo, 0.04)
    light = np.concatenate([rgba[..., :3] / base, rgba[..., 3:]], axis=2).astype(np.float32)
    guide = np.concatenate([normal * 2.2, np.sqrt(albedo) * 2.0, catcher * 4], axis=2).astype(np.float32)
    tolerance = np.where(catcher[..., 0] > 0, 3.0, 0.32)
    for level in range(4):
        step = 2 ** level
        tone = np.log1p(light[..., :3].mean(axis=2) * 3) + light[..., 3] * 0.6
        total = light.copy()
        weights = np.ones(light.shape[:2], np.float32)
        for dy, dx, weight in _TAPS:
            other = _shift(light, dy * step, dx * step)
            apart = np.square(_shift(guide, dy * step, dx * step) - guide).sum(axis=2) / 0.02
            apart += np.square((_shift(tone, dy * step, dx * step) - tone) / tolerance)
            near = weight * np.exp(-apart)
            total += other * near[..., None]
            weights += near
        light = total / weights[..., None]
        tolerance = tolerance * 0.6
    alpha = np.clip(light[..., 3:], 0, 1)
    shadow = np.clip((alpha - _SHADOW_FLOOR) * _SHADOW_GAIN, 0, 0.8)
    return np.concatenate([light[..., :3] * base, np.where(catcher > 0, shadow, alpha)], axis=2)


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
