import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { guarded } from '../bin/guard.mjs'
import { renameDurablySync } from '../storage/durable'
import type { Binaries } from './binaries'
import type { DataFolder } from './data-folder'
import { commandOf, type Identity, isAlive, run, until } from './process'

/** Name of the database and of its owner. */
export const NAME = 'loam'

/** Initialises the cluster unless it is there. A half-made one (killed in the meantime) is made again. */
export async function initialise(
  data: DataFolder,
  binaries: Binaries,
  identity: Identity | null,
): Promise<void> {
  if (existsSync(join(data.cluster, 'PG_VERSION')) && !existsSync(join(data.cluster, 'initialising'))) return
  for (const name of readdirSync(data.cluster)) rmSync(join(data.cluster, name), { recursive: true })
  const making = join(data.cluster, 'initialising')
  mkdirSync(making)
  if (identity) chownSync(making, identity.uid, identity.gid)
  const locale =
    binaries.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C']
  const cluster = join(making, 'cluster')
  const [file, args] = guarded(join(binaries.bin, 'initdb'), [
    ...['-D', cluster, '-U', NAME, '--auth=trust', '--encoding=UTF8', ...locale],
  ])
  const { code, output } = await run(file, args, identity)
  if (code !== 0) throw new Error(`The database could not be initialised: ${output.trim().split('\n').pop()}`)
  // `PG_VERSION` moves last: with it the cluster counts as made.
  const names = readdirSync(cluster).sort((a, b) => Number(a === 'PG_VERSION') - Number(b === 'PG_VERSION'))
  for (const name of names) renameDurablySync(join(cluster, name), join(data.cluster, name))
  rmSync(making, { recursive: true })
}

/** Arguments of `postgres`: durable, reachable by its socket alone, sized to the machine; `instead` replaces settings. */
export function postgresArguments(
  data: DataFolder,
  socketFolder: string,
  instead: Readonly<Record<string, string>> = {},
): string[] {
  const megabytes = Math.min(2048, Math.max(128, Math.floor(totalmem() / 2 ** 20 / 8)))
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: '100',
    shared_buffers: `${megabytes}MB`,
    // Containers often have 64 MB of /dev/shm, which a parallel query exceeds.
    dynamic_shared_memory_type: 'mmap',
    timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    ...instead,
  }
  return [
    '-D',
    data.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Process id of the running database, as it says itself. */
export function postgresPid(data: DataFolder): number | undefined {
  try {
    return Number(readFileSync(join(data.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined
  } catch {
    return undefined
  }
}

/**
 * Stops a PostgreSQL that outlived its server (`kill -9`), and removes what a dead one left behind: in a restarted
 * container its process id is often another program's, which PostgreSQL would take for itself running.
 */
export async function clearOrphan(data: DataFolder, socketFolder: string): Promise<void> {
  const pidFile = join(data.cluster, 'postmaster.pid')
  const socketLock = join(socketFolder, '.s.PGSQL.5432.lock')
  for (const file of [pidFile, socketLock]) {
    if (!existsSync(file)) continue
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    if (await isPostgresOn(pid, data)) await stopPostgres(pid)
    // By this file PostgreSQL itself sees whether a dead one's backends still write: it goes when they are known to be gone.
    if ((await endBackends(data)) || isAlive(pid)) rmSync(file, { force: true })
  }
  rmSync(join(socketFolder, '.s.PGSQL.5432'), { force: true })
}

/**
 * Ends the backends that outlived their postmaster: a busy one goes on until its statement ends, on memory and files that the
 * next database would share with it. False where the system does not tell which they are.
 */
async function endBackends(data: DataFolder): Promise<boolean> {
  if (!existsSync('/proc/self/cwd')) return false
  return until(() => {
    const left = backendsOf(data)
    for (const pid of left)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    return left.length === 0
  }, 10_000)
}

/** Each process of PostgreSQL works in its data folder. */
function backendsOf(data: DataFolder): number[] {
  const cluster = realpathSync(data.cluster)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 1 && readlinkSync(`/proc/${pid}/cwd`) === cluster && isAlive(pid)
      } catch {
        return false
      }
    })
}

async function isPostgresOn(pid: number, data: DataFolder): Promise<boolean> {
  if (!(pid > 1) || !isAlive(pid)) return false
  const command = await commandOf(pid)
  return command.includes('postgres') && command.includes(data.cluster)
}

/** Fast shutdown (open transactions roll back), then immediate, then by force; all are safe for committed data. */
export async function stopPostgres(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await until(() => !isAlive(pid), patience)) return
  }
}
