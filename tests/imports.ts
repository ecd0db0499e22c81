import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface Import {
  readonly file: string
  readonly line: number
  readonly target: string
}

const EXTENSION = /\.(tsx?|mjs)$/

/** A file's path without what an import leaves out of it. */
export const nameOf = (path: string): string => path.replace(EXTENSION, '')

export function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    // A folder's `specs/` holds what its specs share.
    if (entry.isDirectory()) {
      if (entry.name !== 'specs') yield* sources(path)
    } else if (EXTENSION.test(entry.name) && !/\.spec\.tsx?$/.test(entry.name)) yield path
  }
}

export const importsOf = (file: string): readonly Import[] =>
  importsIn(file, readFileSync(join(root, file), 'utf8'))

/** What a file's text imports: values and types, at its top or where they are used. */
export function importsIn(file: string, text: string): readonly Import[] {
  const found = text.matchAll(
    /^\s*(?:import|export|\})[^'"\n]*\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  )
  return [...found].map((match) => ({
    file,
    line: text.slice(0, (match.index ?? 0) + match[0].search(/\S/)).split('\n').length,
    target: match[1] ?? match[2] ?? match[3] ?? '',
  }))
}

/** A path below the project for an import of the project's own, null for a package. */
export function own(file: string, target: string): string | null {
  if (target.startsWith('.'))
    return nameOf(relative(root, resolve(root, dirname(file), target)).replace(/\\/g, '/'))
  const alias = /^@(runtime|widgets|renderers|schemas|services|tests)\/(.*)$/.exec(target)
  return alias ? nameOf(`${alias[1]}/${alias[2]}`) : null
}
