"""The denoising network of Intel Open Image Denoise in NumPy: Debian's Blender is built without it.

Only the trained weights are used (Apache-2.0; `demo-render.ts` fetches them). The network is a U-Net of 3×3 convolutions, which here are
one matrix product per tile of rows, so nearly all the time is spent in BLAS.
"""
import struct
from pathlib import Path

import numpy as np

# Values of a tile: the gathered neighbourhoods of one tile should stay in the cache.
_TILE = 1 << 20


def read_weights(path):
    """Tensors of a TZA file by name. Layout: a header with the position of the table, the data, the table."""
    data = Path(path).read_bytes()
    magic, major, _minor, at = struct.unpack_from('<HBBQ', data)
    if magic != 0x41d7 or major != 2:
        raise ValueError(f'{path} holds no weights')
    tensors = {}
    (count,) = struct.unpack_from('<I', data, at)
    at += 4
    for _ in range(count):
        (length,) = struct.unpack_from('<H', data, at)
        name = data[at + 2:at + 2 + length].decode()
        at += 2 + length
        rank = data[at]
        shape = struct.unpack_from(f'<{rank}I', data, at + 1)
        at += 1 + 4 * rank + rank
        kind, start = struct.unpack_from('<cQ', data, at)
        at += 9
        values = np.frombuffer(data, {b'h': '<f2', b'f': '<f4'}[kind], int(np.prod(shape)), start)
        tensors[name] = values.astype(np.float32).reshape(shape)
    return tensors


class Network:
    def __init__(self, path):
        tensors = read_weights(path)
        self._layers = {}
        self._buffers = {}
        for name in {name.rsplit('.', 1)[0] for name in tensors}:
            weight = tensors[f'{name}.weight']
            # One row per output channel; columns in the order in which _convolve gathers the neighbours.
            matrix = np.ascontiguousarray(weight.transpose(0, 2, 3, 1).reshape(len(weight), -1))
            self._layers[name] = matrix, tensors[f'{name}.bias'][:, None]

    def _buffer(self, name, channels, height, width):
        """Memory for a named step, used again for the next picture: the system takes longer to hand out pages than the network to fill them."""
        size = channels * height * width
        if name not in self._buffers or self._buffers[name].size < size:
            self._buffers[name] = np.empty(size, np.float32)
        return self._buffers[name][:size].reshape(channels, height, width)

    def _bordered(self, name, channels, height, width):
        """An image with a border of zeros, so that a convolution reads its neighbours without a special case."""
        image = self._buffer(name, channels, height + 2, width + 2)
        image[:, 0] = image[:, -1] = 0
        image[:, :, 0] = image[:, :, -1] = 0
        return image

    def _convolve(self, name, image):
        matrix, bias = self._layers[name]
        channels, height, width = image.shape
        flat = image.reshape(channels, -1)
        result = self._bordered(name, len(matrix), height - 2, width - 2)
        flat_result = result.reshape(len(matrix), -1)
        rows = max(1, _TILE // (9 * channels * width))
        for top in range(1, height - 1, rows):
            # Whole rows with their borders: the values at the borders are wrong and set to zero below.
            first = top * width + 1
            last = min(top + rows, height - 1) * width - 1
            size = last - first
            near = self._buffer('near', 9, channels, size)
            for tap in range(9):
                start = first + (tap // 3 - 1) * width + tap % 3 - 1
                near[tap] = flat[:, start:start + size]
            values = matrix @ near.reshape(9 * channels, size)
            values += bias
            np.maximum(values, 0, out=flat_result[:, first:last])
        result[:, :, 0] = result[:, :, -1] = 0
        return result

    def _pool(self, name, image):
        inner = image[:, 1:-1, 1:-1]
        smaller = self._bordered(name, len(image), inner.shape[1] // 2, inner.shape[2] // 2)
        rows = np.maximum(inner[:, ::2], inner[:, 1::2])
        np.maximum(rows[:, :, ::2], rows[:, :, 1::2], out=smaller[:, 1:-1, 1:-1])
        return smaller

    def _join(self, name, image, skipped):
        """Twice the size, beside the image of that size from the way down."""
        channels, height, width = skipped.shape
        joined = self._bordered(name, len(image) + channels, height - 2, width - 2)
        upper = joined[:len(image)]
        inner = image[:, 1:-1, 1:-1]
        for dy in (0, 1):
            for dx in (0, 1):
                upper[:, 1 + dy:-1:2, 1 + dx:-1:2] = inner
        joined[len(image):] = skipped
        return joined

    def __call__(self, colour, albedo, normal):
        """Colour in sRGB, albedo from 0 to 1, normals from -1 to 1; each of height × width × 3."""
        height, width = colour.shape[:2]
        guides = np.concatenate([np.clip(colour, 0, 1), np.clip(albedo, 0, 1), np.clip(normal, -1, 1) * 0.5 + 0.5], axis=2)
        # Four poolings halve the size. The margin mirrors the picture: streaks of repeated pixels would pass for texture.
        bottom, right = -height % 16, -width % 16
        guides = np.pad(guides, ((0, bottom), (0, right), (0, 0)), mode='reflect')
        source = self._bordered('source', 9, *guides.shape[:2])
        source[:, 1:-1, 1:-1] = guides.transpose(2, 0, 1)
        conv = self._convolve
        pool1 = self._pool('pool1', conv('enc_conv1', conv('enc_conv0', source)))
        pool2 = self._pool('pool2', conv('enc_conv2', pool1))
        pool3 = self._pool('pool3', conv('enc_conv3', pool2))
        pool4 = self._pool('pool4', conv('enc_conv4', pool3))
        image = conv('enc_conv5b', conv('enc_conv5a', pool4))
        for level, skipped in ((4, pool3), (3, pool2), (2, pool1), (1, source)):
            image = conv(f'dec_conv{level}b', conv(f'dec_conv{level}a', self._join(f'joined{level}', image, skipped)))
        image = conv('dec_conv0', image)
        return np.clip(image[:, 1:-1, 1:-1].transpose(1, 2, 0)[:height, :width], 0, 1)
