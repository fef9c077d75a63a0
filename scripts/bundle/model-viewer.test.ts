import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { changes } from './model-viewer.ts'

const folder = dirname(createRequire(import.meta.url).resolve('@google/model-viewer/package.json'))
const changed = (path: string) => changes[path]?.(readFileSync(join(folder, 'lib', path), 'utf8')) ?? ''

test('the viewer has no style element, and its sheet instead', () => {
  const template = changed('template.js')
  expect(template).not.toContain('<style')
  expect(template).toContain('shadowRoot.adoptedStyleSheets = [sheet];')
  expect(template).toMatch(/sheet\.replaceSync\("\\n:host \{/)
})

test('the viewer reads meshopt compression without fetching a script', () => {
  expect(changed('three-components/CachingGLTFLoader.js')).toContain('let meshoptDecoder = MeshoptDecoder;')
})

test('another version of the viewer, in which a change finds nothing, ends the build', () => {
  expect(() => changes['template.js']?.('')).toThrow('@google/model-viewer has changed')
})
