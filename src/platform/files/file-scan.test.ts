import { expect, test } from 'vitest'
import { scanProblem, type FileScan } from './file-scan.ts'

const bytes = Buffer.from('x')

test('a file is stored when its scan is clean, or nobody scans, and never unseen', async () => {
  const clean: FileScan = async () => ({ kind: 'clean' })
  const infected: FileScan = async () => ({ kind: 'infected', name: 'Eicar' })
  const down: FileScan = async () => {
    throw new Error('connect ECONNREFUSED')
  }
  expect(await Promise.all([clean, infected, down, null].map((scan) => scanProblem(scan, bytes)))).toEqual([
    null,
    'infected',
    'unavailable',
    null,
  ])
})
