import { expect, test } from 'vitest'
import { glbProblem } from './glb.ts'
import { glbOf } from './glb-for-tests.ts'

const model = { asset: { version: '2.0' }, meshes: [{ primitives: [] }], buffers: [{ byteLength: 4 }] }

test('a complete model in one file can be shown, also with meshopt compression', () => {
  expect(glbProblem(glbOf(model))).toBe(null)
  const compressed = {
    ...model,
    extensionsRequired: ['KHR_mesh_quantization', 'EXT_meshopt_compression', 'KHR_materials_unlit'],
  }
  expect(glbProblem(glbOf(compressed))).toBe(null)
})

const incomplete = 'The 3D model is incomplete. Please export it again.'
const elsewhere = 'The 3D model refers to other files. Please export it with its textures and buffers in one file.'

test.each([
  [
    'of another kind',
    Buffer.from('solid cube'),
    'The 3D model must be a GLB file. Please export it as binary glTF (.glb).',
  ],
  ['cut off', glbOf(model).subarray(0, 60), incomplete],
  ['followed by something', Buffer.concat([glbOf(model), Buffer.from('more')]), incomplete],
  ['of version 1', glbOf(model, { version: 1 }), incomplete],
  ['with a chunk that is longer than the file', glbOf(model, { chunkBytes: 9_999 }), incomplete],
  ['not JSON', glbOf('{'), 'The 3D model is not glTF 2.0. Please export it again as glTF 2.0 (.glb).'],
  [
    'of glTF 1.0',
    glbOf({ ...model, asset: { version: '1.0' } }),
    'The 3D model is not glTF 2.0. Please export it again as glTF 2.0 (.glb).',
  ],
  ['with a texture elsewhere', glbOf({ ...model, images: [{ uri: 'https://x.example/a.png' }] }), elsewhere],
  ['with a buffer elsewhere', glbOf({ ...model, buffers: [{ uri: 'a.bin', byteLength: 4 }] }), elsewhere],
  [
    'compressed with Draco',
    glbOf({ ...model, extensionsRequired: ['KHR_draco_mesh_compression'] }),
    'The 3D model needs the extension KHR_draco_mesh_compression. Please export it without, or with meshopt compression.',
  ],
  ['empty', glbOf({ asset: { version: '2.0' } }), 'The 3D model has no meshes. Please export it again.'],
])('a model that is %s is refused with what to do', (_what, bytes, problem) => {
  expect(glbProblem(bytes)).toBe(problem)
})
