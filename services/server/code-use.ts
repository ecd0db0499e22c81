import { closeSync, type Dirent, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeUse } from '@runtime/document/index'

const FOLDERS = ['runtime', 'widgets', 'renderers', 'services']

/**
 * What the product's sources name of the documents: texts as `@area.key` (or with a part filled in: `@area.${…}`) and files.
 * Undefined where there are no sources beside the documents: then nothing is known to be unused.
 */
export function readCodeUse(root: string): CodeUse | undefined {
  const files = FOLDERS.flatMap((folder) => filesIn(join(root, folder)))
  if (files.length === 0) return undefined
  const exact = new Set<string>()
  const prefixes = new Set<string>()
  const naming: string[] = []
  for (const file of files) {
    const code = bytesOf(file)
    if (code.includes('.json')) naming.push(code)
    for (const [, key = '', place] of code.matchAll(/@([\w-]+\.[\w.-]*)(\$\{)?/g)) {
      if (place || key.endsWith('.')) prefixes.add(key)
      else exact.add(key)
    }
  }
  const open = [...prefixes]
  return {
    usesText: (key) => exact.has(key) || open.some((prefix) => key.startsWith(prefix)),
    usesFile(file) {
      const name = Buffer.from(file.replace(/^\w+\//, '')).toString('latin1')
      return naming.some((code) => code.includes(name))
    },
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
