import type { WidgetDesign } from '@runtime/widget/design'
import type { TextSettings } from './definition'

const style = (property: string) => ['textStyle', property] as const

/** Both lines are one property. */
function decoration(
  _value: unknown,
  _field: object,
  { underline, strike }: Pick<TextSettings, 'underline' | 'strike'>,
) {
  const lines = [...(underline ? ['underline'] : []), ...(strike ? ['line-through'] : [])]
  return { textStyle: { ['text-decoration']: lines.join(' ') || 'none' } }
}

export const design: WidgetDesign<TextSettings> = {
  order: 1,
  keywords: ['文字', '静态文本', '说明', '段落', 'label', 'paragraph', 'static'],
  members: {
    content: '文本',
    textStyle: {
      color: '#000',
      ['text-align']: 'left',
      ['font-weight']: 'normal',
      ['font-style']: 'normal',
      ['text-decoration']: 'none',
      ['line-height']: 32,
      ['font-size']: 12,
    },
  },
  stored: {
    color: style('color'),
    align: style('text-align'),
    bold: (bold: boolean | undefined) => ({ textStyle: { ['font-weight']: bold ? 'bold' : 'normal' } }),
    italic: (italic: boolean | undefined) => ({
      textStyle: { ['font-style']: italic ? 'italic' : 'normal' },
    }),
    underline: decoration,
    strike: decoration,
    lineHeight: style('line-height'),
    fontSize: style('font-size'),
  },
}
