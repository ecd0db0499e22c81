import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeUse } from '@runtime/document/index'

const FOLDERS = ['runtime', 'widgets', 'renderers', 'services']

/**
 * What the product's sources name of the documents: texts as `@area.key` (or with a part filled in: `@area.${…}`) and files.
 * Undefined where there are no sources beside the documents: then nothing is known to be unused.
 */
export function readCodeUse(root: string): CodeUse | undefined {
  const sources = FOLDERS.flatMap((folder) => filesIn(join(root, folder))).map((file) =>
    readFileSync(file, 'utf8'),
  )
  if (sources.length === 0) return undefined
  const code = sources.join('\n')
  const exact = new Set<string>()
  const prefixes = new Set<string>()
  for (const [, key = '', place] of code.matchAll(/@([\w-]+\.[\w.-]*)(\$\{)?/g)) {
    if (place || key.endsWith('.')) prefixes.add(key)
    else exact.add(key)
  }
  const open = [...prefixes]
  return {
    usesText: (key) => exact.has(key) || open.some((prefix) => key.startsWith(prefix)),
    usesFile: (file) => code.includes(file) || code.includes(file.replace(/^\w+\//, '')),
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
    .map(({ parentPath, name }) => join(parentPath, name))
}
