import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { days, fixedClock, hours, systemClock } from '../clock.ts'
import { StartError } from '../start-error.ts'
import { openLocalStorage } from './local-storage.server.ts'
import { withFallback } from './open-storage.server.ts'

/** What only a folder can do: be read-only, be shared with files of others, be left by a process that died. */

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-storage-'))
  // A process without rights reaches it in one of the tests.
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const png = { contentType: 'image/png' }
const open = (inside = folder) => openLocalStorage({ folder: inside, clock: systemClock })
const keys = async () => (await Array.fromAsync((await open()).list(''))).map(({ key }) => key)

test('a process that is killed while it writes leaves whole objects only', { timeout: 60_000 }, async () => {
  const size = 3_000_000
  const writer = `
    import { openLocalStorage } from ${JSON.stringify(join(import.meta.dirname, 'local-storage.server.ts'))}
    const storage = await openLocalStorage({ folder: process.argv[1], clock: { now: () => new Date(), wait: async () => {} } })
    for (let at = 0; ; at++) {
      await storage.put('t/one', Buffer.alloc(${size}, at % 256), { contentType: 'image/png' })
      if (at === 0) console.log('begun')
    }`
  for (const afterMs of [0, 7, 23]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [first] = (await once(child.stdout, 'data')) as [Buffer]
    expect(String(first)).toContain('begun')
    await new Promise((done) => void setTimeout(done, afterMs))
    child.kill('SIGKILL')
    await once(child, 'exit')
    const bytes = await (await open()).get('t/one')
    expect([bytes?.length, new Set(bytes).size]).toEqual([size, 1])
    expect(await keys()).toEqual(['t/one'])
  }
})

test('what an interrupted write left is not listed, and is removed a day later', async () => {
  const storage = await open()
  await storage.put('t/one', Buffer.from('1'), png)
  const [temporary = ''] = (await readdir(folder)).filter((name) => name !== 't')
  await writeFile(join(folder, temporary, 'half'), 'half')
  expect(await keys()).toEqual(['t/one'])
  const left = () => readdir(join(folder, temporary))
  await openLocalStorage({ folder, clock: fixedClock(new Date(Date.now() + hours(23))) })
  expect(await left()).toEqual(['half'])
  await mkdir(join(folder, temporary, 'removed/1'), { recursive: true })
  await utimes(join(folder, temporary, 'removed'), new Date(), new Date(Date.now() - days(2)))
  await utimes(join(folder, temporary, 'half'), new Date(), new Date(Date.now() - days(1) - hours(1)))
  await open()
  expect(await left()).toEqual([])
})

test('a write that succeeded or failed leaves no temporary file', async () => {
  const storage = await open()
  await storage.put('t/one', Buffer.from('1'), png)
  await expect(storage.put('t', Buffer.from('1'), png)).rejects.toThrow('a key cannot be both')
  await expect(storage.put('t/one/two', Buffer.from('1'), png)).rejects.toThrow('a key cannot be both')
  const [temporary = ''] = (await readdir(folder)).filter((name) => name !== 't')
  expect(await readdir(join(folder, temporary))).toEqual([])
})

test('files that are no objects are not listed', async () => {
  await mkdir(join(folder, 't/Folder'), { recursive: true })
  for (const name of ['.DS_Store', 'a b', 't/Folder/a', 't/a']) await writeFile(join(folder, name), 'x')
  await symlink('/etc', join(folder, 't/link'))
  expect(await keys()).toEqual(['t/a'])
})

test('a folder that is a file stops the start with the name of the setting', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(open(file)).rejects.toThrow(StartError)
  await expect(open(join(file, 'media'))).rejects.toThrow(
    `The media folder ${file}/media cannot be written (ENOTDIR). Give DATA_DIR a folder this user may write, or set MEDIA_URL.`,
  )
})

/** Runs as a user without rights: a superuser may write anywhere. */
async function withoutRights(work: () => Promise<void>): Promise<void> {
  const isSuperuser = process.geteuid?.() === 0
  if (isSuperuser) process.seteuid?.(65_534)
  try {
    await work()
  } finally {
    if (isSuperuser) process.seteuid?.(0)
  }
}

test.skipIf(process.platform === 'win32')('a read-only folder is named, with what to do', async () => {
  const storage = await open()
  await storage.put('t/one', Buffer.from('1'), png)
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o555)
  await chmod(join(folder, 't/one'), 0o444)
  await chmod(folder, 0o555)
  await withoutRights(async () => {
    expect(await storage.get('t/one')).toEqual(Buffer.from('1'))
    for (const call of [() => storage.put('t/two', Buffer.from('2'), png), () => storage.remove('t/one')])
      await expect(call()).rejects.toThrow(
        new RegExp(
          `^Media storage: t/(two|one) could not be .* ${folder} \\(EACCES\\)\\. Give this user the right to write`,
        ),
      )
    await expect(open(join(folder, 'media'))).rejects.toThrow('cannot be written (EACCES)')
  })
  for (const name of ['', ...(await readdir(folder))]) await chmod(join(folder, name), 0o755)
  expect(await keys()).toEqual(['t/one'])
})

test('files that ship with the project are read, and never written, removed or listed', async () => {
  const shipped = await open(join(folder, 'shipped'))
  await shipped.put('demo/a.png', Buffer.from('shipped'), png)
  const own = await open(join(folder, 'own'))
  const storage = withFallback(own, shipped)
  const text = async (key: string) => String(await storage.get(key))
  expect([await text('demo/a.png'), (await storage.stat('demo/a.png'))?.bytes]).toEqual(['shipped', 7])
  expect(await storage.get('demo/a.png', { start: 0, end: 3 })).toEqual(Buffer.from('ship'))
  expect([await storage.get('demo/none'), await storage.stat('demo/none')]).toEqual([null, null])
  expect(await Array.fromAsync(storage.list(''))).toEqual([])
  await storage.remove('demo/a.png')
  await storage.removeAll('demo/')
  expect(await text('demo/a.png')).toBe('shipped')
  await storage.put('demo/a.png', Buffer.from('own'), png)
  expect([await text('demo/a.png'), (await storage.stat('demo/a.png'))?.bytes]).toEqual(['own', 3])
  expect(String(await shipped.get('demo/a.png'))).toBe('shipped')
  await storage.remove('demo/a.png')
  expect(await text('demo/a.png')).toBe('shipped')
  await expect(storage.get('../own')).rejects.toThrow(RangeError)
})
