import { ICON_NAMES } from '@runtime/icon-names'
import { widgetContext } from '@tests/fixtures/widget-context'
import { describe, expect, it } from 'vitest'
import { definition, iconLabel } from './definition'

const context = widgetContext()
const { defaults } = definition

describe('icon-picker', () => {
  it('has a name of its own for every icon, by which a text finds it', () => {
    const labels = ICON_NAMES.map((name) => iconLabel(name, context))
    expect(new Set(labels).size).toBe(ICON_NAMES.length)
    for (const name of ICON_NAMES) {
      expect(iconLabel(name, context)).not.toContain('iconPicker')
      const text = definition.toText?.(name, defaults, context) ?? ''
      expect(definition.fromText?.(text, defaults, context)).toEqual({ value: name })
    }
    expect(definition.fromText?.(' thunderbolt ', defaults, context)).toEqual({ value: 'Thunderbolt' })
  })

  it('says which icon was probably meant', () => {
    expect(definition.check?.('Setings', defaults, context)).toBe(
      '没有名为“Setings”的图标，是不是“Settings”？',
    )
    expect(definition.check?.('no-such-thing-at-all', defaults, context)).toContain('请在列表中选择')
    expect(definition.check?.('Sun', { ...defaults, icons: ['Moon'] }, context)).toContain('Sun')
    expect(definition.check?.('Sun', defaults, context)).toBeNull()
  })
})
