import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'

/** Processor time of processes, and processes with a share of a core (Linux alone: proc(5), cgroups(7)). */

const ticksPerSecond = 100

/** Seconds of processor time that a process and its living children have used. */
export function processorSeconds(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + processorSeconds(Number(child)), ownSeconds(pid))
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

/** The same of the sessions of one database on a server of this machine; what the server writes in the background is not in it. */
export function sessionSeconds(database: string): number {
  return sessionsOf(database).reduce((sum, pid) => sum + ownSeconds(pid), 0)
}

function sessionsOf(database: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && commandOf(pid).startsWith('postgres: ') && commandOf(pid).includes(` ${database} `))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function ownSeconds(pid: number): number {
  // The name of the program, in parentheses, may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** A group of processes that together get at most this share of one core. */
export type CoreShare = { add(pid: number): void; close(): void }

/** Null where this user may not make such groups. */
export function openCoreShare(name: string, share: number): CoreShare | null {
  const period = 20_000
  const quota = Math.round(share * period)
  const unified = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const folder = `/sys/fs/cgroup/${unified ? '' : 'cpu/'}${name}`
  try {
    mkdirSync(folder)
    if (unified) writeFileSync(`${folder}/cpu.max`, `${quota} ${period}`)
    else {
      writeFileSync(`${folder}/cpu.cfs_period_us`, String(period))
      writeFileSync(`${folder}/cpu.cfs_quota_us`, String(quota))
    }
  } catch {
    return null
  }
  return {
    add: (pid) => writeFileSync(`${folder}/cgroup.procs`, String(pid)),
    close: () => rmdirSync(folder),
  }
}
