import { collectMessages, createTranslator } from '@runtime/text'
import type { WidgetContext } from '@runtime/widget/definition'
import inputs from '@schemas/locales/inputs.json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definition, formatColor, parseColor } from './definition'

const context: WidgetContext = {
  ...createTranslator('zh', collectMessages({ inputs })),
  user: { userId: '1', userAccount: 'a', userName: 'A' },
  now: () => 0,
  get: () => undefined,
}
const teal = { red: 20, green: 184, blue: 166, alpha: 1 }

describe('a colour', () => {
  it('is read in every way it is written', () => {
    for (const text of ['#14b8a6', '14B8A6', 'rgb(20, 184, 166)', 'rgb(20 184 166)', 'rgba(20,184,166,1)'])
      expect(parseColor(text), text).toEqual(teal)
    expect(parseColor('#1ba')).toEqual({ red: 17, green: 187, blue: 170, alpha: 1 })
    expect(parseColor('hsl(120, 100%, 25%)')).toEqual({ red: 0, green: 128, blue: 0, alpha: 1 })
    expect(parseColor('hsva(240, 100%, 100%, 50%)')).toEqual({ red: 0, green: 0, blue: 255, alpha: 0.5 })
    for (const text of [
      '',
      'teal',
      '#12345',
      'rgb(1,2)',
      'rgb(256,0,0)',
      'rgba(1,2,3,2)',
      'hsl(1,101%,0%)',
      null,
    ])
      expect(parseColor(text), String(text)).toBeNull()
  })

  it('comes back from the text that it is stored as', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    const alpha = fc.integer({ min: 0, max: 100 }).map((part) => part / 100)
    fc.assert(
      fc.property(fc.record({ red: channel, green: channel, blue: channel, alpha }), (color) => {
        for (const colorFormat of ['', 'rgb', 'hex'] as const)
          expect(parseColor(formatColor(color, { showAlpha: true, colorFormat }))).toEqual(color)
        for (const colorFormat of ['hsl', 'hsv'] as const) {
          const back = parseColor(formatColor(color, { showAlpha: false, colorFormat }))
          for (const part of ['red', 'green', 'blue'] as const)
            expect(Math.abs((back?.[part] ?? 999) - color[part])).toBeLessThanOrEqual(6)
        }
      }),
    )
  })

  it('is stored as hex, or as rgb with opacity, unless a format is set', () => {
    expect(formatColor(teal, definition.defaults)).toBe('#14b8a6')
    expect(formatColor(teal, { showAlpha: true, colorFormat: '' })).toBe('rgb(20, 184, 166)')
    expect(formatColor({ ...teal, alpha: 0.5 }, { showAlpha: true, colorFormat: 'hsl' })).toBe(
      'hsla(173, 80%, 40%, 0.5)',
    )
    expect(definition.fromText?.('rgb(20,184,166)', definition.defaults, context)).toEqual({
      value: '#14b8a6',
    })
  })

  it('that is none is named', () => {
    expect(definition.check?.('teal', definition.defaults, context)).toBe('“teal”不是颜色')
    expect(definition.check?.('#fff', definition.defaults, context)).toBeNull()
    expect(definition.fromText?.('x', definition.defaults, context)).toEqual({ error: '“x”不是颜色' })
  })

  it('reads a stored field', () => {
    expect(definition.fromFormData?.({ showAlpha: true, colorFormat: 'hsv', size: 'small' })).toEqual({
      showAlpha: true,
      colorFormat: 'hsv',
    })
    expect(definition.fromFormData?.({ colorFormat: '' })).toEqual({})
  })
})
