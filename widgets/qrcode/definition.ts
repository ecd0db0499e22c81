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

/** Settings of a QR code. */
export interface QrcodeSettings extends CodeSettings {
  readonly colorDark: string
  readonly colorLight: string
  /** Pixels of a side. */
  readonly width: number
}

/** A QR code of a fixed text, of a field, or of the record itself; it holds no value. */
export const definition: WidgetDefinition<QrcodeSettings> = {
  key: 'qrcode',
  jnpfKeys: ['qrcode'],
  group: 'code',
  title: '@inputs.qrcode',
  icon: 'Qrcode',
  kind: 'display',
  example: { field: { staticText: 'https://example.com/device/V-M1' } },
  settings: Type.Object({
    colorDark: textSetting('@inputs.setting.colorDark', 'A CSS colour'),
    colorLight: textSetting('@inputs.setting.colorLight', 'A CSS colour'),
    width: Type.Optional(
      Type.Number({ minimum: 40, maximum: 1000, title: '@inputs.setting.size', description: 'In pixels' }),
    ),
    ...codeSettings,
  }),
  defaults: {
    colorDark: '#000',
    colorLight: '#fff',
    width: 100,
    ...CODE_DEFAULTS,
  },
  fromFormData: (field) => ({
    ...given({
      colorDark: readText(field['colorDark']),
      colorLight: readText(field['colorLight']),
      width: readNumber(field['width']),
    }),
    ...codeFromFormData(field),
  }),
}
