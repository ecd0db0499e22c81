import { compileForm, evaluateRecord } from '@runtime/form'
import { compileSchema, type JsonSchema } from '@runtime/schema'
import { createTranslator } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { changedSettings, settingsSchema } from '@runtime/widget/settings-schema'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../definitions'

const words = createTranslator('zh', new Map([['dataWidgets.chooseData', { zh: '选择数据' }]]))

describe.each(catalogue.all().map((definition) => [definition.key, definition] as const))(
  '%s',
  (key, definition) => {
    const { example } = definition
    it('has an example that is a sound field', () => {
      const { kind, title } = definition
      const name = kind === 'field' || kind === 'table' ? { name: 'sample' } : {}
      const field = { widget: key, ...name, label: title, ...example?.field }
      const plan = compileForm({ fields: [...(example?.beside ?? []), field] }, { id: key, catalogue })
      expect(plan.losses).toEqual([])
    })

    it('has settings that a form of their schema edits to the last value, without losing any', () => {
      const schema = settingsSchema(definition)
      expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(definition.settings.properties))
      expect(undrawn(schema, '')).toEqual([])
      const example = exampleSettings(definition)
      const held = { ...definition.defaults, ...example }
      expect(compileSchema(schema)(held)).toEqual([])
      expect({ ...definition.defaults, ...changedSettings(definition, held, {}) }).toEqual(held)
    })

    if (['people', 'choice', 'data'].includes(definition.group))
      it('takes an empty text for no value, as older clients clear a picker', () => {
        const field = { widget: key, label: '样品', ...example?.field, name: 'sample', default: null }
        const plan = compileForm({ fields: [...(example?.beside ?? []), field] }, { id: key, catalogue })
        const person = { userId: 'u1', userAccount: 'a', userName: 'A' }
        const host = { ...words, user: person, now: () => 0 }
        expect(evaluateRecord(plan, { sample: '' }, host, { creating: true }).errors).toEqual([])
      })

    it('says its title, and the titles of its settings, by locale keys', () => {
      const titles = Object.values(definition.settings.properties).map(
        (schema) => (schema as { title?: string }).title,
      )
      for (const text of [definition.title, ...titles]) expect(text).toMatch(/^@\w+\.[\w.]+$/)
    })
  },
)

/** What an example says of the settings. */
function exampleSettings({ example, settings }: WidgetDefinition): Readonly<Record<string, unknown>> {
  const known = Object.entries(example?.field ?? {}).filter(([word]) =>
    Object.hasOwn(settings.properties, word),
  )
  return Object.fromEntries(known)
}

/** Places that no field draws: nothing says what stands there, and no choice either. */
function undrawn(schema: JsonSchema, place: string): string[] {
  const { $ref, $id, type, anyOf, enum: words, properties, items, additionalProperties, definitions } = schema
  const isDrawn = [$ref, $id, anyOf, words].some((word) => word !== undefined) || typeof type === 'string'
  const isList = type === 'array' && items === undefined
  return [
    ...(isDrawn && !isList ? [] : [place]),
    ...(anyOf ?? []).flatMap((part, index) => undrawn(part, `${place}/anyOf/${index}`)),
    ...Object.entries({ ...properties, ...definitions }).flatMap(([name, part]) =>
      undrawn(part, `${place}/${name}`),
    ),
    ...(items ? undrawn(items, `${place}/items`) : []),
    ...(typeof additionalProperties === 'object' ? undrawn(additionalProperties, `${place}/*`) : []),
  ]
}

it('keeps what was sound of a setting that is not, and drops what is the default or nothing', () => {
  const definition = catalogue.get('date-picker') as WidgetDefinition
  const start = { kind: 'now' }
  expect(changedSettings(definition, { start }, {})).toEqual({ start })
  expect(changedSettings(definition, { start: { kind: 'field' } }, { start })).toEqual({ start })
  expect(changedSettings(definition, { format: definition.defaults.format, start: null }, { start })).toEqual(
    {},
  )
})
