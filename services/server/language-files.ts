import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaText } from '@runtime/document/index'
import { openLocales } from './locales'
import { languageOf } from './modules/lowcode/documents/language'
import { openDocuments } from './modules/lowcode/documents/store'

/** What the schemas are made of beside the code, below `schemas/`: codes of the menu, and descriptions. */
const SOURCES = /^(menu|systems)\.json$|^locales\//

/** Whether the language's schemas may be other ones when this file below `schemas/` changes. */
export const isLanguageSource = (file: string): boolean => SOURCES.test(file)

/** The files of `schemas/language/`, by name, as registries, menu and texts are now. */
export function languageFiles(folder: string): ReadonlyMap<string, string> {
  const { text } = openLocales(join(folder, 'locales')).translator('en')
  const schemas = languageOf(openDocuments(folder), text)
  return new Map(Object.entries(schemas).map(([file, schema]) => [file, schemaText(schema)]))
}

/** Writes those that differ; their names. */
export function writeLanguageFiles(folder: string): readonly string[] {
  const language = join(folder, 'language')
  mkdirSync(language, { recursive: true })
  return [...languageFiles(folder)].flatMap(([file, text]) => {
    const path = join(language, file)
    if (read(path) === text) return []
    writeFileSync(path, text)
    return [file]
  })
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
