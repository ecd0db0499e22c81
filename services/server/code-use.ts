import { closeSync, type Dirent, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeUse } from '@runtime/document/index'

const FOLDERS = ['runtime', 'widgets', 'renderers', 'services']

/** What was found in the sources, to be kept. */
interface Found {
  /** When the sources last changed. */
  readonly changed: string | undefined
  /** Texts by their whole keys, and by how those begin. */
  readonly exact: readonly string[]
  readonly prefixes: readonly string[]
  /** The lines that name files. */
  readonly naming: string
}

/**
 * What the product's sources name of the documents: texts as `@area.key` (or with a part filled in: `@area.${…}`) and files.
 * Undefined where there are no sources beside the documents: then nothing is known to be unused.
 * @param changed when the sources last changed, where that is known: what was found in them is kept beside the build till then
 */
export function readCodeUse(root: string, changed?: string): CodeUse | undefined {
  const file = join(root, 'dist', 'server', 'code-use.json')
  let found = changed === undefined ? undefined : kept(file, changed)
  if (!found) {
    found = search(root, changed)
    if (found && changed !== undefined) keep(file, found)
  }
  if (!found) return undefined
  const { prefixes, naming } = found
  const exact = new Set(found.exact)
  return {
    usesText: (key) => exact.has(key) || prefixes.some((prefix) => key.startsWith(prefix)),
    usesFile: (file) => naming.includes(Buffer.from(file.replace(/^\w+\//, '')).toString('latin1')),
  }
}

function search(root: string, changed: string | undefined): Found | undefined {
  const files = FOLDERS.flatMap((folder) => filesIn(join(root, folder)))
  if (files.length === 0) return undefined
  const exact = new Set<string>()
  const prefixes = new Set<string>()
  const naming = new Set<string>()
  for (const file of files) {
    const code = bytesOf(file)
    if (code.includes('.json'))
      for (const line of code.split('\n')) if (line.includes('.json')) naming.add(line)
    for (const [, key = '', place] of code.matchAll(/@([\w-]+\.[\w.-]*)(\$\{)?/g)) {
      if (place || key.endsWith('.')) prefixes.add(key)
      else exact.add(key)
    }
  }
  return { changed, exact: [...exact], prefixes: [...prefixes], naming: [...naming].join('\n') }
}

function kept(file: string, changed: string): Found | undefined {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Found
    return found.changed === changed ? found : undefined
  } catch {
    // None yet, or another run is writing it at this moment.
    return undefined
  }
}

function keep(file: string, found: Found): void {
  try {
    writeFileSync(file, JSON.stringify(found))
  } catch {
    // Where nothing can be written the sources are read each time.
  }
}

const buffer = Buffer.allocUnsafe(1 << 20)

/** Of thousands of sources a character a byte: what is looked for is ASCII, and nothing has to be decoded. */
function bytesOf(file: string): string {
  const opened = openSync(file, 'r')
  try {
    const length = readSync(opened, buffer, 0, buffer.length, null)
    return length < buffer.length ? buffer.toString('latin1', 0, length) : readFileSync(file, 'latin1')
  } finally {
    closeSync(opened)
  }
}

function filesIn(folder: string): string[] {
  let entries: Dirent[] = []
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  } catch {
    // An installation without sources.
  }
  return entries
    .filter(({ name }) => /\.(?:ts|tsx|mjs)$/.test(name) && !name.includes('.spec.'))
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
}
