import type { WidgetDefinition } from '@runtime/widget/definition'
import { configOf, given, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a serial number. */
export interface SerialNumberSettings {
  /** The code (`enCode`) of the rule that gives the numbers. */
  readonly rule: string
}

/** A number that the server draws from a rule when the record is created; never a person's to write. */
export const definition: WidgetDefinition<SerialNumberSettings, string> = {
  key: 'serial-number',
  jnpfKeys: ['billRule'],
  group: 'system',
  title: '@dates.serialNumber',
  icon: 'Code',
  kind: 'field',
  example: { field: { rule: 'waterRecord' } },
  settings: Type.Object({
    rule: Type.Optional(
      Type.String({ title: '@dates.setting.rule', description: '@dates.setting.ruleHelp' }),
    ),
  }),
  defaults: { rule: '' },
  fromFormData: (field) => given({ rule: readText(configOf(field)['rule']) ?? readText(field['rule']) }),
  value: () => ({ type: 'string' }),
  filter: ['contains', 'equals'],
  sort: 'text',
  server: {
    on: 'create',
    value: ({ rule }, context) => (rule === '' ? null : context.serial(rule)),
  },
}
