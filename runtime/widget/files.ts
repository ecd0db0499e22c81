import { Type } from 'typebox'
import type { JsonSchema } from '../schema/json-schema'
import type { WidgetContext } from './definition'
import type { FormDataField } from './read'
import { given, readFlag, readNumber, readRecord, readText, readWord } from './read'
import { type FileValue, type StoredFileLookup, shownName } from './stored-file'

/** Bytes of a unit (`spec/widgets.md §9`). */
export const SIZE_UNITS = { KB: 1024, MB: 1_048_576, GB: 1_073_741_824 } as const
export type SizeUnit = keyof typeof SIZE_UNITS

/** Milliseconds for which a refusal of a file is shown (`spec/widgets.md §9`). */
export const UPLOAD_TOAST = 1500

/** Settings that files and images share. */
export interface FileSettings {
  readonly fileSize: number
  readonly sizeUnit: SizeUnit
  readonly limit: number
  readonly showTip: boolean
  readonly tipText: string
  readonly pathType: 'defaultPath' | 'selfPath'
  readonly isAccount: 0 | 1
  readonly folder: string
}

export const FILE_DEFAULTS = {
  fileSize: 10,
  sizeUnit: 'MB',
  showTip: false,
  tipText: '',
  pathType: 'defaultPath',
  isAccount: 0,
  folder: '',
} as const satisfies Partial<FileSettings>

const text = (title: string, description: string) => Type.Optional(Type.String({ title, description }))

/** The JSON Schema of the shared settings. */
export const fileSettings = {
  fileSize: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      title: '@files.setting.fileSize',
      description: 'Every file has to be smaller than this, in the unit',
    }),
  ),
  sizeUnit: Type.Optional(
    Type.Union([Type.Literal('KB'), Type.Literal('MB'), Type.Literal('GB')], {
      title: '@files.setting.sizeUnit',
      description: 'KB 1024, MB 1048576, GB 1073741824 bytes',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      title: '@files.setting.limit',
      description: 'Most of them; 0 is any number of files, and no image at all',
    }),
  ),
  showTip: Type.Optional(
    Type.Boolean({ title: '@files.setting.showTip', description: 'Shows the hint below the button' }),
  ),
  tipText: text('@files.setting.tipText', 'The hint'),
  pathType: Type.Optional(
    Type.Union([Type.Literal('defaultPath'), Type.Literal('selfPath')], {
      title: '@files.setting.pathType',
      description: 'selfPath notes a folder of its own with the file',
    }),
  ),
  isAccount: Type.Optional(
    Type.Union([Type.Literal(0), Type.Literal(1)], {
      title: '@files.setting.isAccount',
      description: '1: the folder begins with the account',
    }),
  ),
  folder: text('@files.setting.folder', 'The folder that is noted with the file'),
}

export function fileSettingsFromFormData(field: FormDataField): Partial<FileSettings> {
  const account = readFlag(field['isAccount'])
  const limit = readNumber(field['limit'])
  return given({
    fileSize: readNumber(field['fileSize']) || undefined,
    sizeUnit: readWord(field['sizeUnit'], ['KB', 'MB', 'GB']),
    limit: limit === undefined ? undefined : Math.max(0, Math.trunc(limit)),
    showTip: readFlag(field['showTip']),
    tipText: readText(field['tipText']),
    pathType: readWord(field['pathType'], ['defaultPath', 'selfPath']),
    isAccount: account === undefined ? undefined : ((account ? 1 : 0) as 0 | 1),
    folder: readText(field['folder']),
  }) as Partial<FileSettings>
}

/** The schema of a list of files; the widget's own sentences say how many there may be. */
export const FILES_SCHEMA: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'fileId', 'url'],
    properties: {
      name: { type: 'string' },
      fileId: { type: 'string', minLength: 1 },
      url: { type: 'string' },
    },
  },
}

/** A list of files out of what was stored: the list, or its JSON text as older versions have it. */
export function normaliseFiles(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The files in a value; what is none is passed over. */
export function filesIn(value: unknown): readonly FileValue[] {
  const list = normaliseFiles(value)
  return Array.isArray(list) ? list.filter(isFileValue) : []
}

export function fileIds(value: unknown): readonly string[] {
  return filesIn(value).map(({ fileId }) => fileId)
}

function isFileValue(value: unknown): value is FileValue {
  return typeof readRecord(value)?.['fileId'] === 'string'
}

export function filesText(value: unknown): string {
  return filesIn(value)
    .map(({ name }) => shownName(name))
    .join(',')
}

/** What is known of a file before it is validated: chosen here, or kept there. */
export interface ValidatedFile {
  readonly name: string
  readonly size: number
  /** MIME type, as a browser says or the bytes do; empty when unknown. */
  readonly type: string
}

/** Below the limit, in bytes over the unit. */
export function isSmallEnough(size: number, settings: Pick<FileSettings, 'fileSize' | 'sizeUnit'>): boolean {
  return size / SIZE_UNITS[settings.sizeUnit] < settings.fileSize
}

/** Whether a file is of the accepted types: an ending, or a family such as `image/`. None given accepts any. */
export function isAccepted({ name, type }: ValidatedFile, accept: string): boolean {
  const tokens = acceptTokens(accept)
  const lower = name.toLowerCase()
  return (
    tokens.length === 0 ||
    tokens.some((token) => {
      if (token === '*' || token === '*/*') return true
      if (token.endsWith('/*')) return type.toLowerCase().startsWith(token.slice(0, -1))
      if (token.includes('/')) return type.toLowerCase() === token
      return lower.endsWith(token.startsWith('.') ? token : `.${token}`)
    })
  )
}

function acceptTokens(accept: string): readonly string[] {
  return accept
    .toLowerCase()
    .split(/[,，;]/)
    .map((token) => token.trim())
    .filter((token) => token !== '')
}

/** What people call the families of types (`spec/widgets.md §5`). */
const TYPE_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^image\/|^\.(png|jpe?g|gif|bmp|webp)$/, '@files.typeImage'],
  [/^video\/|^\.(mp4|avi|mov|mkv|wmv)$/, '@files.typeVideo'],
  [/^audio\/|^\.(mp3|wav|ogg|m4a)$/, '@files.typeAudio'],
  [/^\.xlsx?$|spreadsheet|ms-excel/, 'excel'],
  [/^\.docx?$|wordprocessing|msword/, 'word'],
  [/^\.pdf$|\/pdf$/, 'pdf'],
  [/^\.txt$|^text\/plain$/, 'txt'],
]

/** The accepted types in words: `图片、excel、word`. */
export function acceptNames(accept: string, context: Pick<WidgetContext, 'text'>): string {
  const names = acceptTokens(accept).map((token) => {
    const found = TYPE_NAMES.find(([pattern]) => pattern.test(token))
    return found ? context.text(found[1]) : token.replace(/^\./, '')
  })
  return [...new Set(names)].join(context.text('@files.typeSeparator'))
}

/** The facts of a list of files as the server knows them; what it does not know stays as it was sent. */
export function receivedFiles(
  value: unknown,
  lookup: StoredFileLookup | undefined,
  factsOf: (file: FileValue, known: NonNullable<ReturnType<StoredFileLookup>>) => FileValue,
): unknown {
  const list = normaliseFiles(value)
  if (!Array.isArray(list)) return list
  return list.map((file) => {
    const known = isFileValue(file) ? lookup?.(file.fileId) : undefined
    return known ? factsOf(file, known) : file
  })
}

/** The first file that the sender of a record may not use. */
function strangeFile(value: unknown, context: WidgetContext): string | null {
  const stranger = filesIn(value).find(({ fileId }) => context.file?.(fileId) === null)
  return stranger ? context.text('@files.gone', { name: shownName(stranger.name) }) : null
}

/** Why a list of files may not be kept: one that the sender may not use, else the first that its settings refuse. */
export function checkFiles(
  files: readonly FileValue[],
  context: WidgetContext,
  refusalOf: (file: ValidatedFile) => string | null,
): string | null {
  const stranger = strangeFile(files, context)
  if (stranger !== null) return stranger
  for (const file of files) {
    const known = context.file?.(file.fileId)
    const refusal = known ? refusalOf(known) : null
    if (refusal !== null) return refusal
  }
  return null
}
