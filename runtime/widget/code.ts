import { Type } from 'typebox'
import { given, readText } from './read'

const SOURCES = ['static', 'relation', 'dynamic'] as const

/** What a barcode or QR code says: a fixed text, a field's value, or the record itself. */
export interface CodeSettings {
  readonly dataType: (typeof SOURCES)[number]
  readonly staticText: string
  readonly relationField: string
}

export const CODE_DEFAULTS: CodeSettings = { dataType: 'static', staticText: '', relationField: '' }

/** A setting that is a text, absent by default. */
export const textSetting = (title: string, description: string) =>
  Type.Optional(Type.String({ title, description }))

/** Members of the settings' schema. */
export const codeSettings = {
  dataType: Type.Optional(
    Type.Union(
      SOURCES.map((source) => Type.Literal(source)),
      { title: '@inputs.setting.dataType', description: 'static, relation, or dynamic: the record itself' },
    ),
  ),
  staticText: textSetting('@inputs.setting.staticText', 'For static'),
  relationField: textSetting('@inputs.setting.relationField', 'For relation: a field of the form'),
}

/** Every word but the two known ones stands for the record itself (`reference/formdata-format.md §7`). */
export function codeFromFormData(field: Readonly<Record<string, unknown>>): Partial<CodeSettings> {
  const source = readText(field['dataType'])
  return given({
    dataType:
      source === undefined || source === 'static' || source === 'relation' ? source : ('dynamic' as const),
    staticText: readText(field['staticText']),
    relationField: readText(field['relationField']),
  })
}
