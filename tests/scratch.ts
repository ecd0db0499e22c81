import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps what lies there in memory. */
const MEMORY = '/dev/shm'
/** What a run's databases and files take at most, in bytes. */
const ROOM = 3 * 2 ** 30

/**
 * A folder of a spec's own for databases and files, in memory where there is room: what a spec kills are processes, and none
 * of them waits for a disk. Other accounts may enter it: where specs run as root, the database is another's.
 */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `loam-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}
