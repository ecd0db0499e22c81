import type { WidgetDefinition } from '@runtime/widget/definition'
import { Type } from 'typebox'

/** Where the body of the dialog around the form stands: a table, a chart, what a call has answered. It holds no value. */
export const definition: WidgetDefinition<object> = {
  key: 'slot',
  jnpfKeys: [],
  group: 'layout',
  title: '@group.slot',
  icon: 'Apps',
  kind: 'display',
  long: true,
  settings: Type.Object({}),
  defaults: {},
}
