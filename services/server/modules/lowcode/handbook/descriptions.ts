import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Translate } from '@runtime/host'
import type { Language } from '@runtime/text'

/** What describes a word, a verb or a call, in the reader's language. */
export type Explain = (description: string) => string

/** By what the sources say in English: the same words wherever the same sentence stands. */
export type Descriptions = Readonly<Record<string, Readonly<Record<Exclude<Language, 'en'>, string>>>>

/** Files below `schemas/handbook`: of the language's words, of the calls. */
export const DESCRIPTION_FILES = ['words.json', 'calls.json'] as const

/** The translations of all descriptions; documents of one's own (`LOAM_SCHEMAS`) need have none. */
export function descriptionsIn(schemas: string): Descriptions {
  return Object.assign({}, ...DESCRIPTION_FILES.map((file) => read(join(schemas, 'handbook', file))))
}

function read(file: string): Descriptions {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Descriptions
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Descriptions that are locale keys are texts like others; one that nobody has translated stays as it is written. */
export function explainIn(descriptions: Descriptions, language: Language, text: Translate): Explain {
  return (description) => {
    if (description.startsWith('@')) return text(description)
    const known = Object.hasOwn(descriptions, description) ? descriptions[description] : undefined
    return language === 'en' ? description : (known?.[language] ?? description)
  }
}
