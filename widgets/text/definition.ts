import { Text as TextWord } from '@runtime/document/words'
import type { Text } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readNumber, readRecord, readText, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

const ALIGNS = ['left', 'center', 'right'] as const

/** Settings of a static text. */
export interface TextSettings {
  readonly content: Text
  readonly color?: string
  readonly align: (typeof ALIGNS)[number]
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strike: boolean
  /** Pixels. */
  readonly lineHeight: number
  /** Pixels. */
  readonly fontSize: number
}

/** A text that the form shows; it holds no value. */
export const definition: WidgetDefinition<TextSettings> = {
  key: 'text',
  jnpfKeys: ['text', 'JNPFText'],
  group: 'display',
  title: '@dates.text',
  icon: 'FontColors',
  kind: 'display',
  example: { field: { content: '灌溉前请确认阀门已打开。' } },
  settings: Type.Object({
    content: Type.Optional({
      ...TextWord,
      title: '@dates.setting.content',
      description: '@dates.setting.contentHelp',
    }),
    color: Type.Optional(
      Type.String({ title: '@dates.setting.color', description: '@dates.setting.colorHelp' }),
    ),
    align: Type.Optional(
      Type.Union(
        ALIGNS.map((align) => Type.Literal(align)),
        { title: '@dates.setting.align', description: '@dates.setting.alignHelp' },
      ),
    ),
    bold: Type.Optional(
      Type.Boolean({ title: '@dates.setting.bold', description: '@dates.setting.boldHelp' }),
    ),
    italic: Type.Optional(
      Type.Boolean({ title: '@dates.setting.italic', description: '@dates.setting.italicHelp' }),
    ),
    underline: Type.Optional(
      Type.Boolean({ title: '@dates.setting.underline', description: '@dates.setting.underlineHelp' }),
    ),
    strike: Type.Optional(
      Type.Boolean({ title: '@dates.setting.strike', description: '@dates.setting.strikeHelp' }),
    ),
    lineHeight: Type.Optional(
      Type.Number({
        minimum: 12,
        maximum: 120,
        title: '@dates.setting.lineHeight',
        description: '@dates.setting.pixels',
      }),
    ),
    fontSize: Type.Optional(
      Type.Number({
        minimum: 10,
        maximum: 72,
        title: '@dates.setting.fontSize',
        description: '@dates.setting.pixels',
      }),
    ),
  }),
  defaults: {
    content: '',
    align: 'left',
    bold: false,
    italic: false,
    underline: false,
    strike: false,
    lineHeight: 32,
    fontSize: 12,
  },
  fromFormData(field) {
    const style = readRecord(field['textStyle']) ?? {}
    const decoration = String(style['text-decoration'] ?? '')
    return given({
      content: readText(field['content']) ?? readText(field['defaultValue']),
      color: readText(style['color']),
      align: readWord(style['text-align'], ALIGNS),
      bold: style['font-weight'] === undefined ? undefined : isBold(style['font-weight']),
      italic: style['font-style'] === undefined ? undefined : style['font-style'] === 'italic',
      underline: decoration === '' ? undefined : decoration.includes('underline'),
      strike: decoration === '' ? undefined : decoration.includes('line-through'),
      lineHeight: pixels(style['line-height']),
      fontSize: pixels(style['font-size']),
    })
  },
}

function isBold(weight: unknown): boolean {
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
}

function pixels(value: unknown): number | undefined {
  return readNumber(typeof value === 'string' ? value.replace(/px$/, '') : value)
}
