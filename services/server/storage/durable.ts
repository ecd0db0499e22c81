import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Renames a file or a folder so that a power cut after it cannot take the name back: a name is part of its folder, which has to
 * be written too. What the file holds its writer has synced before.
 */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
  if (dirname(from) !== dirname(to)) await syncFolder(dirname(from))
}

/** The same for a start that has nothing else to do. */
export function renameDurablySync(from: string, to: string): void {
  renameSync(from, to)
  for (const folder of new Set([dirname(to), dirname(from)])) {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  }
}

/** Writes the names in a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
