import { wordOf } from '../../document/word'
import { nearestOf } from '../../nearest'
import type { JsonSchema } from '../../schema/json-schema'
import type { WidgetDefinition } from '../../widget/definition'
import type { PlanBuilder } from '../compile/builder'
import { optional } from './layout'

type Json = Readonly<Record<string, unknown>>

/** Words of a field that are no settings of its widget. */
const WORDS = new Set([
  ...['name', 'widget', 'label', 'showLabel', 'labelWidth', 'tip', 'placeholder', 'span', 'default'],
  ...[
    'required',
    'requiredMessage',
    'visible',
    'disabled',
    'readonly',
    'formula',
    'patterns',
    'valid',
    'message',
    'after',
    'before',
    'unique',
    'stored',
  ],
  ...['columns', 'columnWidth', 'fields', 'panes', 'title', '$comment'],
])

/** Whether a word is the language's own, whatever the widget. */
export const isFieldWord = (key: string): boolean => WORDS.has(key)

/** The settings that a field gives its widget; what is none, or does not fit, is a problem. */
export function readSettings(
  item: Json,
  definition: WidgetDefinition,
  pointer: string,
  builder: PlanBuilder,
  fits: (schema: JsonSchema, value: unknown) => boolean,
): Json {
  const problem = (at: string, message: string, params: Json, nearest?: string) =>
    builder.problems.push({ pointer: at, message, params, ...optional('nearest', nearest) })
  const known = definition.settings.properties as Readonly<Record<string, JsonSchema>>
  const settings: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(item)) {
    const schema = Object.hasOwn(known, key) ? known[key] : undefined
    if (!schema) {
      if (WORDS.has(key)) continue
      const nearest = nearestOf(key, [...Object.keys(known), ...WORDS])
      problem(`${pointer}/${key}`, '@form.problem.unknownKey', { key, widget: definition.key }, nearest)
    } else if (WORDS.has(key) && !ownsWord(key)) continue
    // Steps stand under the document's own check, which knows the verbs.
    else if (wordOf(schema) === 'action') settings[key] = value
    else if (!fits(schema, value))
      problem(`${pointer}/${key}`, '@form.problem.setting', { key, widget: definition.key })
    else settings[key] = value
  }
  return settings
}

/** Words that a widget may also have as settings of its own: `title` of an alert, `name` never. */
function ownsWord(key: string): boolean {
  return ['title', 'readonly', 'columnWidth', 'after', 'before', 'message'].includes(key)
}
