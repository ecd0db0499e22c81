import {
  CODE_DEFAULTS,
  type CodeSettings,
  codeFromFormData,
  codeSettings,
  textSetting,
} from '@runtime/widget/code'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readNumber, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a barcode. */
export interface BarcodeSettings extends CodeSettings {
  readonly format: string
  readonly lineColor: string
  readonly background: string
  /** Pixels of the narrowest line. */
  readonly width: number
  /** Pixels. */
  readonly height: number
}

/** A barcode of a fixed text or of a field; it holds no value. */
export const definition: WidgetDefinition<BarcodeSettings> = {
  key: 'barcode',
  jnpfKeys: ['barcode'],
  group: 'code',
  title: '@inputs.barcode',
  icon: 'UnorderedList',
  kind: 'display',
  example: { field: { staticText: 'LOAM2026' } },
  settings: Type.Object({
    format: textSetting('@inputs.setting.format', 'code128, code39, ean13, itf …'),
    lineColor: textSetting('@inputs.setting.lineColor', 'A CSS colour'),
    background: textSetting('@inputs.setting.background', 'A CSS colour'),
    width: Type.Optional(
      Type.Number({ minimum: 1, maximum: 20, title: '@inputs.setting.barWidth', description: 'In pixels' }),
    ),
    height: Type.Optional(
      Type.Number({ minimum: 10, maximum: 400, title: '@inputs.setting.height', description: 'In pixels' }),
    ),
    ...codeSettings,
  }),
  defaults: {
    format: 'code128',
    lineColor: '#000',
    background: '#fff',
    width: 4,
    height: 40,
    ...CODE_DEFAULTS,
  },
  fromFormData: (field) => ({
    ...given({
      format: readText(field['format']),
      lineColor: readText(field['lineColor']),
      background: readText(field['background']),
      width: readNumber(field['width']),
      height: readNumber(field['height']),
    }),
    ...codeFromFormData(field),
  }),
}
