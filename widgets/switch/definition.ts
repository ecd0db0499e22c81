import { Text as TextWord } from '@runtime/document/words'
import { asWord } from '@runtime/json'
import type { Text } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { narrow } from '@runtime/widget/number-format'
import { given, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

type SwitchValue = string | number | boolean

/** Settings of a switch. */
export interface SwitchSettings {
  readonly activeTxt: Text
  readonly inactiveTxt: Text
  readonly activeValue: SwitchValue
  readonly inactiveValue: SwitchValue
  readonly activeColor?: string
  readonly inactiveColor?: string
}

const stored = Type.Union([Type.String(), Type.Number(), Type.Boolean()])
const YES = /^(1|true|yes|y|on|是|开|開|√|✓)$/i
const NO = /^(0|false|no|n|off|否|关|關|×|)$/i

/** On or off; the value is `activeValue` (1) or `inactiveValue` (0). */
export const definition: WidgetDefinition<SwitchSettings, SwitchValue> = {
  key: 'switch',
  jnpfKeys: ['switch'],
  group: 'choice',
  title: '@widgets.switch',
  icon: 'Poweroff',
  kind: 'field',
  example: { field: { default: 1 } },
  settings: Type.Object({
    activeTxt: Type.Optional({
      ...TextWord,
      title: '@widgets.setting.activeTxt',
      description: 'What "on" is called',
    }),
    inactiveTxt: Type.Optional({
      ...TextWord,
      title: '@widgets.setting.inactiveTxt',
      description: 'What "off" is called',
    }),
    activeValue: Type.Optional({
      ...stored,
      title: '@widgets.setting.activeValue',
      description: 'What "on" stores; 1',
    }),
    inactiveValue: Type.Optional({
      ...stored,
      title: '@widgets.setting.inactiveValue',
      description: 'What "off" stores; 0',
    }),
    activeColor: Type.Optional(
      Type.String({ title: '@widgets.setting.activeColor', description: 'CSS colour of "on"' }),
    ),
    inactiveColor: Type.Optional(
      Type.String({ title: '@widgets.setting.inactiveColor', description: 'CSS colour of "off"' }),
    ),
  }),
  defaults: { activeTxt: '@widgets.on', inactiveTxt: '@widgets.off', activeValue: 1, inactiveValue: 0 },
  fromFormData: (field) =>
    given({
      activeTxt: readText(field['activeTxt']),
      inactiveTxt: readText(field['inactiveTxt']),
      activeValue: readSwitchValue(field['activeValue']),
      inactiveValue: readSwitchValue(field['inactiveValue']),
      activeColor: readText(field['activeColor']),
      inactiveColor: readText(field['inactiveColor']),
    }),
  initial: ({ inactiveValue }) => inactiveValue,
  value: ({ activeValue, inactiveValue }) => ({ enum: [activeValue, inactiveValue] }),
  normalise(value, { activeValue, inactiveValue }) {
    if (value === activeValue || value === inactiveValue) return value
    if (value === true || asWord(value) === String(activeValue)) return activeValue
    if (value === false || asWord(value) === String(inactiveValue)) return inactiveValue
    return value
  },
  toText: (value, { activeValue, activeTxt, inactiveTxt }, { text }) =>
    text(value === activeValue ? activeTxt : inactiveTxt),
  fromText(text, { activeTxt, inactiveTxt, activeValue, inactiveValue }, context) {
    const word = narrow(text).trim()
    const [on, off] = [context.text(activeTxt), context.text(inactiveTxt)]
    if (word === on) return { value: activeValue }
    if (word === off) return { value: inactiveValue }
    if (YES.test(word)) return { value: activeValue }
    if (NO.test(word)) return { value: inactiveValue }
    return { error: context.text('@widgets.notSwitch', { text, on, off }) }
  },
  sort: 'number',
}

function readSwitchValue(value: unknown): SwitchValue | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined
}
