import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readNumber, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

const SOURCES = ['static', 'relation', 'dynamic'] as const

/** Settings of a QR code. */
export interface QrcodeSettings {
  readonly colorDark: string
  readonly colorLight: string
  /** Pixels of a side. */
  readonly width: number
  readonly dataType: (typeof SOURCES)[number]
  readonly staticText: string
  readonly relationField: string
}

const text = (title: string, description: string) => Type.Optional(Type.String({ title, description }))

/** A QR code of a fixed text, of a field, or of the record itself; it holds no value. */
export const definition: WidgetDefinition<QrcodeSettings> = {
  key: 'qrcode',
  jnpfKeys: ['qrcode'],
  group: 'code',
  title: '@inputs.qrcode',
  icon: 'Qrcode',
  kind: 'display',
  settings: Type.Object({
    colorDark: text('@inputs.setting.colorDark', 'A CSS colour'),
    colorLight: text('@inputs.setting.colorLight', 'A CSS colour'),
    width: Type.Optional(
      Type.Number({ minimum: 40, maximum: 1000, title: '@inputs.setting.size', description: 'In pixels' }),
    ),
    dataType: Type.Optional(
      Type.Union(
        SOURCES.map((source) => Type.Literal(source)),
        { title: '@inputs.setting.dataType', description: 'static, relation, or dynamic: the record itself' },
      ),
    ),
    staticText: text('@inputs.setting.staticText', 'For static'),
    relationField: text('@inputs.setting.relationField', 'For relation: a field of the form'),
  }),
  defaults: {
    colorDark: '#000',
    colorLight: '#fff',
    width: 100,
    dataType: 'static',
    staticText: '',
    relationField: '',
  },
  fromFormData: (field) =>
    given({
      colorDark: readText(field['colorDark']),
      colorLight: readText(field['colorLight']),
      width: readNumber(field['width']),
      dataType: sourceOf(field['dataType']),
      staticText: readText(field['staticText']),
      relationField: readText(field['relationField']),
    }),
}

/** Every word but the two known ones stands for the record itself (`reference/formdata-format.md §7`). */
function sourceOf(value: unknown): QrcodeSettings['dataType'] | undefined {
  if (readText(value) === undefined) return undefined
  return value === 'static' || value === 'relation' ? value : 'dynamic'
}
