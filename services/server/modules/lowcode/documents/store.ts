import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Project } from '@runtime/document/index'
import type { LoadedDocument } from '@runtime/document/problem'
import type { Call } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { membersOf } from '@services/contract/inputs'
import { resources } from '@services/contract/resources'
import { catalogue } from '@widgets/definitions'

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
  /** All documents together, as they are now. */
  readonly project: Project
  /** Looks at the disk again; answers the files that are new, different or gone (`version` empty) since it last answered. */
  refresh(): readonly DocumentFile[]
}

interface Known {
  readonly stamp: string
  readonly version: string
  readonly text: string
}

const REGISTRIES = {
  catalogue,
  resources,
  user: calls['session.currentUser'].response.properties.userInfo,
  calls: new Map(Object.entries(calls).map(([name, call]) => [name, membersOf(call as Call)])),
}

/** The documents as they are now, for those who look once. */
export function openProject(folder: string): Project {
  const texts = [...filesIn(folder)].flatMap(([file, path]) => {
    const text = textOf(path)
    return text === undefined ? [] : [[file, text] as const]
  })
  return new Project(new Map(texts), REGISTRIES)
}

export function openDocuments(folder: string): DocumentStore {
  let known = scan(folder, new Map())
  let files = versionsOf(known)
  let answered = files
  let project: Project | undefined
  const look = () => {
    const before = files
    known = scan(folder, known)
    files = versionsOf(known)
    // What one document may name depends on the others.
    if (changesOf(before, files).length > 0) project = undefined
  }
  const current = () => {
    project ??= new Project(new Map([...known].map(([file, { text }]) => [file, text])), REGISTRIES)
    return project
  }

  return {
    get files() {
      return files
    },
    get project() {
      return current()
    },
    read(file) {
      // What is asked for is what is on disk now, though no watcher may have told of it yet.
      const entry = known.get(file)
      if (entry && stampOf(join(folder, file)) !== entry.stamp) look()
      const own = known.get(file)?.version
      const document = current().check(file)
      if (!document || own === undefined) return null
      // A fragment that is put in is a part of the document.
      const parts = (document.uses ?? []).map((used) => known.get(used)?.version)
      const version = parts.length === 0 ? own : versionOf([own, ...parts].join(' '))
      return { ...document, version }
    },
    refresh() {
      look()
      // Also what a read has seen before: those who have the document open have not been told of it.
      const changes = changesOf(answered, files)
      answered = files
      return changes
    },
  }
}

function changesOf(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly DocumentFile[] {
  const changed = [...now].filter(([file, version]) => before.get(file) !== version)
  const gone = [...before.keys()].filter((file) => !now.has(file)).map((file) => [file, ''] as const)
  return [...changed, ...gone].map(([file, version]) => ({ file, version }))
}

function versionsOf(known: ReadonlyMap<string, Known>): ReadonlyMap<string, string> {
  return new Map([...known].map(([file, { version }]) => [file, version]))
}

/** Every JSON file of a folder, by its path below it, and where it is. */
function* filesIn(folder: string): Iterable<readonly [string, string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue
    const path = join(entry.parentPath, entry.name)
    yield [path.slice(folder.length + 1).replaceAll('\\', '/'), path]
  }
}

/** Reads only the files whose size or time differs from what is known. */
function scan(folder: string, before: ReadonlyMap<string, Known>): Map<string, Known> {
  const found = new Map<string, Known>()
  for (const [file, path] of filesIn(folder)) {
    const stamp = stampOf(path)
    const old = before.get(file)
    // Gone between the listing and the look at it.
    if (stamp === undefined) continue
    if (old?.stamp === stamp) {
      found.set(file, old)
      continue
    }
    const text = textOf(path)
    if (text !== undefined) found.set(file, { stamp, text, version: versionOf(text) })
  }
  return found
}

function stampOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && `${stat.mtimeMs} ${stat.size} ${stat.ino}`
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

export function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
