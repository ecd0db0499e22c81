import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@runtime/text'

/** A guide of the handbook: `schemas/handbook/<number>-<name>.<language>.md`, whose first line is its title. */
export interface Guide {
  readonly name: string
  readonly title: string
  readonly text: string
}

const FILE = /^(\d+-(.+))\.zh\.md$/

/** The guides in their order, as they are on disk now; one that is not written in a language is there in Chinese. */
export function guidesIn(schemas: string, language: Language): readonly Guide[] {
  const folder = join(schemas, 'handbook')
  const names = new Set(filesIn(folder))
  return [...names].sort().flatMap((file) => {
    const [, stem, name = ''] = FILE.exec(file) ?? []
    if (stem === undefined) return []
    const translated = `${stem}.${language}.md`
    const text = readFileSync(join(folder, names.has(translated) ? translated : file), 'utf8')
    const [title = '', ...rest] = text.split('\n')
    return [{ name, title: title.replace(/^#\s*/, ''), text: rest.join('\n').trim() }]
  })
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Documents of one's own (`LOAM_SCHEMAS`) need no guides.
    return []
  }
}
