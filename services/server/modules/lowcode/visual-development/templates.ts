import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Translate } from '@runtime/host'
import { isRecord, parseJson } from '@runtime/json'

/** A model that others begin as. */
export interface Template {
  readonly id: string
  readonly code: string
  /** A locale key, or the name itself. */
  readonly fullName: string
  /** An exported model, as JSON text. */
  readonly text: string
}

/** The models below `schemas/models/`, by their names; a file that is none is passed over. */
export async function readTemplates(schemas: string): Promise<readonly Template[]> {
  const folder = join(schemas, 'models')
  const files = (await filesOf(folder)).filter((file) => file.endsWith('.json')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.flatMap((text) => templateOf(text) ?? [])
}

/** Templates to choose from, called as in the person's language. */
export async function listTemplates(schemas: string, translate: Translate) {
  const templates = await readTemplates(schemas)
  return templates.map(({ code, fullName }) => ({ code, fullName: translate(fullName) }))
}

function templateOf(text: string): Template | undefined {
  const model = parseJson(text)
  if (!isRecord(model) || !('formData' in model)) return undefined
  const { id, enCode, fullName, fullNameI18nCode } = model
  if (typeof id !== 'string' || typeof enCode !== 'string' || typeof fullName !== 'string') return undefined
  const name = typeof fullNameI18nCode === 'string' && fullNameI18nCode !== '' ? fullNameI18nCode : fullName
  return { id, code: enCode, fullName: name, text }
}

async function filesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}
