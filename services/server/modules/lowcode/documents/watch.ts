import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds without an event after which a burst of them (an editor's save, a checkout) counts as one change. */
const SETTLE = 60

/**
 * Calls `changed` soon after anything below a folder changes. One watcher a directory: Node 20's own recursive watching
 * loses files that an editor replaces. The answer stops it.
 */
export function watchFolder(folder: string, changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined

  const follow = () => {
    const directories = new Set([folder, ...directoriesBelow(folder)])
    for (const [directory, watcher] of watchers) {
      if (directories.has(directory)) continue
      watcher.close()
      watchers.delete(directory)
    }
    for (const directory of directories) {
      if (watchers.has(directory)) continue
      const watcher = watch(directory, { persistent: false }, notice)
      watcher.on('error', () => watchers.delete(directory))
      watchers.set(directory, watcher)
    }
  }
  const notice = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      follow()
      changed()
    }, SETTLE)
  }
  follow()
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers.values()) watcher.close()
  }
}

function directoriesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
}
