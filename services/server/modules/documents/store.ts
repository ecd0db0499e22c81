import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckEnvironment, checkDocument } from '@runtime/document/index'
import type { LoadedDocument } from '@runtime/document/problem'
import { calls } from '@services/contract/calls'
import { catalogue } from '@widgets/definitions'
import type { Locales } from '../../locales'

/** A file below `schemas/` and what tells a changed one. */
export interface DocumentFile {
  readonly file: string
  readonly version: string
}

/** The documents as they are on disk. */
export interface DocumentStore {
  /** Every file, by its path below `schemas/`. */
  readonly files: ReadonlyMap<string, string>
  /** Null when there is no such file. */
  read(file: string): LoadedDocument | null
  /** Looks at the disk again; answers the files that are new, different or gone (`version` empty). */
  refresh(): DocumentFile[]
}

interface Known {
  readonly stamp: string
  readonly version: string
}

export function openDocuments(folder: string, locales: Locales): DocumentStore {
  let known = scan(folder, new Map())
  let files = versionsOf(known)
  const checked = new Map<string, LoadedDocument>()

  const environment = (): CheckEnvironment => ({
    catalogue,
    callNames: Object.keys(calls),
    exists: (file) => known.has(file),
    files: [...known.keys()],
    localeKeys: new Set(locales.messages.keys()),
  })

  return {
    get files() {
      return files
    },
    read(file) {
      if (!known.has(file)) return null
      const text = readFileSync(join(folder, file), 'utf8')
      const version = versionOf(text)
      const before = checked.get(file)
      if (before?.version === version) return before
      const document = { ...checkDocument(file, text, environment()), version }
      checked.set(file, document)
      return document
    },
    refresh() {
      const before = files
      known = scan(folder, known)
      files = versionsOf(known)
      const changes = [...files].filter(([file, version]) => before.get(file) !== version)
      const gone = [...before.keys()].filter((file) => !files.has(file)).map((file) => [file, ''] as const)
      // What one document may name depends on the others.
      if (changes.length + gone.length > 0) checked.clear()
      return [...changes, ...gone].map(([file, version]) => ({ file, version }))
    },
  }
}

function versionsOf(known: ReadonlyMap<string, Known>): ReadonlyMap<string, string> {
  return new Map([...known].map(([file, { version }]) => [file, version]))
}

/** Reads only the files whose size or time differs from what is known. */
function scan(folder: string, before: ReadonlyMap<string, Known>): Map<string, Known> {
  const found = new Map<string, Known>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue
    const path = join(entry.parentPath, entry.name)
    const file = path.slice(folder.length + 1).replaceAll('\\', '/')
    try {
      const { mtimeMs, size, ino } = statSync(path)
      const stamp = `${mtimeMs} ${size} ${ino}`
      const old = before.get(file)
      found.set(file, old?.stamp === stamp ? old : { stamp, version: versionOf(readFileSync(path, 'utf8')) })
    } catch {
      // Gone between the listing and the look at it.
    }
  }
  return found
}

export function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
