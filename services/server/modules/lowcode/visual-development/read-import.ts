import type { ModelTexts, Part } from '@runtime/design/document'
import { asRecord, isRecord, parseJson } from '@runtime/json'
import { fieldsOfView, formOfView, isDataView } from '@runtime/list'
import type { visualDevelopmentCalls } from '@services/contract/areas/lowcode/visual-development'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { NAME_LENGTH } from '@services/contract/fields'
import { ApiError } from '../../../http/errors'
import { refuseLostNumbers } from '../../../http/exact-numbers'
import type { CallContext } from '../../../module'
import { demandFitting } from './fitting'
import { documentText, type ImportedFile, type ModelInput } from './models'
import type { Finding } from './plans'

type ImportInput = InputOf<(typeof visualDevelopmentCalls)['visualDevelopment.import']>

/** A model that came in, brought to what a draft is made of. */
export interface Incoming {
  readonly model: ModelInput & { readonly id?: string }
  readonly file?: ImportedFile
  /** Whether it says itself what kind it is. */
  readonly isKindStated: boolean
  /** What keeps it from becoming a draft: a name or a code that is missing or too long. */
  readonly findings: readonly Finding[]
}

/**
 * Reads a model as members or as the text of a file: an exported model, what `Config` answers, or a bare `formData`. Members
 * that are given beside a text take the place of its own.
 * @throws ApiError 400 for a text that is no model, or one that is too large or nested too deep.
 */
export function readImport(
  context: CallContext,
  { text, make: _, leave: __, widgets: ___, ...given }: ImportInput,
): Incoming {
  const file = text === undefined ? {} : modelIn(text)
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const source = asView({ ...file, ...stated })
  const id = idOf(source)
  // Under another name than the file's it is called so in every language.
  const isSameName = text === undefined || source['fullName'] === asRecord(file)['fullName']
  const model = {
    fullName: textOf(source['fullName']),
    ...(isSameName && { fullNameI18nCode: textOf(source['fullNameI18nCode']).slice(0, 200) }),
    enCode: textOf(source['enCode']),
    webType: wordOf(source['webType'], isBlank(source['columnData']) ? '1' : '2'),
    type: integerOf(source['type'], 1),
    enableFlow: integerOf(source['enableFlow'], 0),
    category: textOf(source['category']).slice(0, 64),
    sortCode: integerOf(source['sortCode'], 0),
    description: textOf(source['description']).slice(0, 500),
    tables: documentOf(source['tables']),
    formData: documentOf(source['formData']),
    columnData: documentOf(source['columnData']),
    appColumnData: documentOf(source['appColumnData']),
    ...(id !== undefined && { id }),
  }
  const { tables, formData, columnData, appColumnData } = model
  demandFitting(textsOfInput({ tables, formData, columnData, appColumnData }))
  const changed = Object.entries(stated).some(([member, value]) => value !== asRecord(file)[member])
  return {
    model,
    ...(text !== undefined && { file: { text, asIs: !changed } }),
    isKindStated: !isBlank(source['webType']),
    findings: nameFindings(context, model),
  }
}

/** What was released of the model in a file, as an export with versions writes it. */
export function versionsInFile(text: string | undefined): readonly Readonly<Record<string, unknown>>[] {
  const { versions } = text === undefined ? {} : asRecord(asRecord(readText(text))['loam'])
  return Array.isArray(versions) ? versions.filter(isRecord) : []
}

const readText = (text: string): unknown => parseJson(text.replace(/^\uFEFF/, '').trim())

/** A data view from elsewhere names its interface beside its list, and has no form. */
function asView(source: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!isDataView(source['webType'])) return source
  const list = asRecord(parseJson(source['columnData']))
  const interfaceId = textOf(list['interfaceId']) || textOf(source['interfaceId'])
  return {
    ...source,
    formData: isBlank(source['formData']) ? formOfView(fieldsOfView(list)) : source['formData'],
    columnData: list['interfaceId'] === interfaceId ? source['columnData'] : { ...list, interfaceId },
  }
}

/** The model in a file's text. */
function modelIn(text: string): Readonly<Record<string, unknown>> {
  const content = readText(text)
  if (content === undefined) throw new ApiError(CODE.badRequest, '@record.importNotJson')
  refuseLostNumbers(text.replace(/^\uFEFF/, ''))
  if (!isRecord(content)) throw new ApiError(CODE.badRequest, '@record.importNoModel')
  if ('formData' in content) return content
  if (isRecord(content['data']) && 'formData' in content['data']) return content['data']
  if (Array.isArray(content['fields'])) return { formData: content }
  throw new ApiError(CODE.badRequest, '@record.importNoModel')
}

function nameFindings(context: CallContext, model: ModelInput): readonly Finding[] {
  return (['fullName', 'enCode'] as const).flatMap((member): Finding[] => {
    const length = [...model[member].trim()].length
    const told = { pointer: `/${member}`, field: member }
    if (length === 0) return [{ ...told, message: context.text(`@record.${member}Missing`) }]
    if (length <= NAME_LENGTH) return []
    return [{ ...told, message: context.text(`@record.${member}Long`, { length, limit: NAME_LENGTH }) }]
  })
}

function idOf({ id }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function wordOf(value: unknown, otherwise: string): string {
  const word = textOf(value)
  return word !== '' && word.length <= 2 ? word : otherwise
}

function integerOf(value: unknown, otherwise: number): number {
  const number = isBlank(value) ? otherwise : Number(value)
  return Number.isSafeInteger(number) && number >= 0 && number <= 999_999 ? number : otherwise
}

function textsOfInput(documents: Readonly<Partial<Record<Part, unknown>>>): ModelTexts {
  const texts = Object.entries(documents).map(([part, value]) => [part, documentText(value) ?? ''])
  return Object.fromEntries(texts)
}

function documentOf(value: unknown): string | object | null {
  return typeof value === 'string' || (typeof value === 'object' && value !== null) ? value : null
}
