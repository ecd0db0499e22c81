import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Log } from '../log'
import { type Identity, run } from './process'

/** `sockaddr_un` ends at 107 bytes. */
const SOCKET_PATH_LIMIT = 107
const SOCKET_NAME = '.s.PGSQL.5432'

/** Where this server keeps what it must not lose. */
export interface DataFolder {
  readonly path: string
  /** PostgreSQL's own folder. */
  readonly cluster: string
}

/**
 * The data folder, made if need be. One that the child cannot reach (a clone under `/root`) or own is replaced by one
 * under `/var/lib/loam`, and one line says so.
 */
export async function openDataFolder(
  wanted: string,
  identity: Identity | null,
  log: Log,
): Promise<DataFolder> {
  const first = resolve(wanted)
  if (await isUsable(first, identity)) return folderAt(first)
  if (!identity) throw new Error(`The data folder ${first} cannot be written. Set LOAM_DATA to one that can.`)
  const second = join('/var/lib/loam', `${basename(dirname(first))}-${digest(first)}`)
  if (!(await isUsable(second, identity))) {
    throw new Error(`Neither ${first} nor ${second} can hold the database. Set LOAM_DATA or DATABASE_URL.`)
  }
  log.info(`data is kept in ${second}, since PostgreSQL does not run as root and cannot reach ${first}`)
  return folderAt(second)
}

function folderAt(path: string): DataFolder {
  const real = realpathSync(path)
  return { path: real, cluster: join(real, 'database') }
}

async function isUsable(path: string, identity: Identity | null): Promise<boolean> {
  const cluster = join(path, 'database')
  let made: string | undefined
  try {
    made = mkdirSync(cluster, { recursive: true })
    if (identity) {
      // A closed umask would shut the child out of the folders above its own.
      if (made) for (let at = path; at.length >= made.length; at = dirname(at)) chmodSync(at, 0o755)
      const { uid } = lstatSync(cluster)
      if (uid !== identity.uid) chownSync(cluster, identity.uid, identity.gid)
    }
    chmodSync(cluster, 0o700)
  } catch {
    return false
  }
  const { code } = await run('/bin/sh', ['-c', 'cd "$0" && test -w .', cluster], identity)
  if (code !== 0 && made) rmSync(made, { recursive: true, force: true })
  return code === 0
}

/** Makes what another account's server left in the cluster its child's; nobody else is at it now. */
export async function takeOver({ cluster }: DataFolder, identity: Identity | null, log: Log): Promise<void> {
  if (!identity) return
  const { uid, gid } = identity
  const foreign = await run('/usr/bin/find', [cluster, '!', '-uid', String(uid), '-print', '-quit'], null)
  if (foreign.code === 0 && foreign.output.trim() === '') return
  const { code, output } = await run('/bin/chown', ['-R', `${uid}:${gid}`, cluster], null)
  if (code !== 0) throw new Error(`The data in ${cluster} cannot be taken over: ${output.trim()}`)
  log.info(`the data in ${cluster} belong to the account ${uid} from now on`)
}

/** A folder for the socket: in the data folder while the path is short enough, else one of its own. */
export function openSocketFolder(data: DataFolder, identity: Identity | null): string {
  const owned = (folder: string) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (identity) chownSync(folder, identity.uid, identity.gid)
    chmodSync(folder, 0o700)
    return folder
  }
  const inside = join(data.path, 'socket')
  if (Buffer.byteLength(join(inside, SOCKET_NAME)) <= SOCKET_PATH_LIMIT) return owned(inside)
  const short = join('/tmp', `loam-${digest(data.path)}`)
  const expected = identity?.uid ?? process.getuid?.()
  try {
    const found = lstatSync(short)
    // Anybody may write to /tmp: a folder of this name that is not ours is not used.
    if (!found.isDirectory() || found.uid !== expected) return owned(mkdtempSync('/tmp/loam-'))
  } catch {
    mkdirSync(short, { mode: 0o700 })
  }
  return owned(short)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
