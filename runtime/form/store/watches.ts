/** Who looked at a value while being checked: `end` at `start`, `items.end` at `items.start`. */
export class Watches {
  readonly #watchers = new Map<string, Set<string>>()

  add(path: string, watcher: string): void {
    if (path === watcher) return
    const known = this.#watchers.get(path)
    if (known) known.add(watcher)
    else this.#watchers.set(path, new Set([watcher]))
  }

  isWatched(path: string, watcher: string): boolean {
    return this.#watchers.get(path)?.has(watcher) ?? false
  }

  /** Those who looked at any of the paths. */
  of(paths: ReadonlySet<string>): ReadonlySet<string> {
    const watchers = new Set<string>()
    if (this.#watchers.size === 0) return watchers
    for (const path of paths) for (const watcher of this.#watchers.get(path) ?? []) watchers.add(watcher)
    return watchers
  }
}
