/**
 * Whether a file is a 3D model that the shop can show: binary glTF 2.0 (GLB), complete in itself, with the extensions that the viewer reads.
 * Pure, for server and tools.
 */

const magic = 0x46_54_6c_67
const jsonChunk = 0x4e_4f_53_4a
const headerBytes = 12
const chunkHeaderBytes = 8

/** Extensions that a model may require: those of materials besides. Draco and Basis Universal need decoders that the shop does not have. */
const readable: ReadonlySet<string> = new Set([
  'EXT_meshopt_compression',
  'EXT_mesh_gpu_instancing',
  'EXT_texture_avif',
  'EXT_texture_webp',
  'KHR_lights_punctual',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
])
const isReadable = (extension: string): boolean => readable.has(extension) || extension.startsWith('KHR_materials_')

export const isGlb = (bytes: Uint8Array): boolean => bytes.byteLength >= 4 && viewOf(bytes).getUint32(0, true) === magic

/** Null for a model that can be shown, or what to do about it. */
export function glbProblem(bytes: Uint8Array): string | null {
  if (!isGlb(bytes)) return 'The 3D model must be a GLB file. Please export it as binary glTF (.glb).'
  const chunks = chunksOf(bytes)
  const [first] = chunks ?? []
  if (chunks === null || first?.type !== jsonChunk) return 'The 3D model is incomplete. Please export it again.'
  const json = jsonIn(first.bytes)
  const version = json?.asset?.version
  if (json === null || typeof version !== 'string' || !version.startsWith('2.'))
    return 'The 3D model is not glTF 2.0. Please export it again as glTF 2.0 (.glb).'
  const outside = [...listIn(json.buffers), ...listIn(json.images)].some((one) => one?.uri !== undefined)
  if (outside) return 'The 3D model refers to other files. Please export it with its textures and buffers in one file.'
  const unreadable = listIn(json.extensionsRequired).find((one) => typeof one !== 'string' || !isReadable(one))
  if (unreadable !== undefined)
    return `The 3D model needs the extension ${String(unreadable).slice(0, 60)}. Please export it without, or with meshopt compression.`
  return listIn(json.meshes).length === 0 ? 'The 3D model has no meshes. Please export it again.' : null
}

type Chunk = { readonly type: number; readonly bytes: Uint8Array }

/** The chunks, which fill the file to its last byte; null when they do not, or for another version than 2. */
function chunksOf(bytes: Uint8Array): readonly Chunk[] | null {
  const view = viewOf(bytes)
  if (bytes.byteLength < headerBytes || view.getUint32(4, true) !== 2) return null
  if (view.getUint32(8, true) !== bytes.byteLength) return null
  const chunks: Chunk[] = []
  let at = headerBytes
  while (at < bytes.byteLength) {
    if (at + chunkHeaderBytes > bytes.byteLength) return null
    const end = at + chunkHeaderBytes + view.getUint32(at, true)
    if (end > bytes.byteLength) return null
    chunks.push({ type: view.getUint32(at + 4, true), bytes: bytes.subarray(at + chunkHeaderBytes, end) })
    at = end
  }
  return chunks
}

type Gltf = {
  readonly asset?: { readonly version?: unknown } | null
  readonly buffers?: unknown
  readonly images?: unknown
  readonly meshes?: unknown
  readonly extensionsRequired?: unknown
}

function jsonIn(bytes: Uint8Array): Gltf | null {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof json === 'object' && json !== null ? json : null
  } catch {
    return null
  }
}

const listIn = (value: unknown): readonly ({ readonly uri?: unknown } | null | undefined)[] =>
  Array.isArray(value) ? value : []

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
