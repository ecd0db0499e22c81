import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readNumber, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

const SOURCES = ['static', 'relation', 'dynamic'] as const

/** Settings of a barcode. */
export interface BarcodeSettings {
  readonly format: string
  readonly lineColor: string
  readonly background: string
  /** Pixels of the narrowest line. */
  readonly width: number
  /** Pixels. */
  readonly height: number
  readonly dataType: (typeof SOURCES)[number]
  readonly staticText: string
  readonly relationField: string
}

const text = (title: string, description: string) => Type.Optional(Type.String({ title, description }))

/** A barcode of a fixed text or of a field; it holds no value. */
export const definition: WidgetDefinition<BarcodeSettings> = {
  key: 'barcode',
  jnpfKeys: ['barcode'],
  group: 'code',
  title: '@inputs.barcode',
  icon: 'Unordered',
  kind: 'display',
  settings: Type.Object({
    format: text('@inputs.setting.format', 'code128, code39, ean13, itf …'),
    lineColor: text('@inputs.setting.lineColor', 'A CSS colour'),
    background: text('@inputs.setting.background', 'A CSS colour'),
    width: Type.Optional(
      Type.Number({ minimum: 1, maximum: 20, title: '@inputs.setting.barWidth', description: 'In pixels' }),
    ),
    height: Type.Optional(
      Type.Number({ minimum: 10, maximum: 400, title: '@inputs.setting.height', description: 'In pixels' }),
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
    format: 'code128',
    lineColor: '#000',
    background: '#fff',
    width: 4,
    height: 40,
    dataType: 'static',
    staticText: '',
    relationField: '',
  },
  fromFormData: (field) =>
    given({
      format: readText(field['format']),
      lineColor: readText(field['lineColor']),
      background: readText(field['background']),
      width: readNumber(field['width']),
      height: readNumber(field['height']),
      dataType: sourceOf(field['dataType']),
      staticText: readText(field['staticText']),
      relationField: readText(field['relationField']),
    }),
}

/** Every word but the two known ones stands for the record itself (`reference/formdata-format.md §7`). */
function sourceOf(value: unknown): BarcodeSettings['dataType'] | undefined {
  if (readText(value) === undefined) return undefined
  return value === 'static' || value === 'relation' ? value : 'dynamic'
}
