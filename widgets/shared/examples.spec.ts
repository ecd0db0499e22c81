import { compileForm, evaluateRecord } from '@runtime/form'
import { createTranslator } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { fromSettingsRecord, settingsForm, toSettingsRecord } from '@runtime/widget/settings-form'
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

    it('has settings that a form edits without losing any', () => {
      const plan = compileForm(settingsForm(definition), { id: `${key}-settings`, catalogue })
      expect([...plan.fields.keys()]).toEqual(Object.keys(definition.settings.properties))
      const example = Object.fromEntries(
        Object.entries(definition.example?.field ?? {}).filter(([word]) =>
          Object.hasOwn(definition.settings.properties, word),
        ),
      )
      const edited = fromSettingsRecord(definition, toSettingsRecord(definition, example, words), {}, words)
      expect({ ...definition.defaults, ...edited }).toEqual({ ...definition.defaults, ...example })
    })

    if (['people', 'choice', 'data'].includes(definition.group))
      it('takes an empty text for no value, as older clients clear a picker', () => {
        const field = { widget: key, label: '样品', ...example?.field, name: 'sample', default: null }
        const plan = compileForm({ fields: [...(example?.beside ?? []), field] }, { id: key, catalogue })
        const person = { userId: 'u1', userAccount: 'a', userName: 'A' }
        const host = { ...words, user: person, now: () => 0 }
        expect(evaluateRecord(plan, { sample: '' }, host, { creating: true }).errors).toEqual([])
      })

    it('offers one of a few words as it is, not as JSON', () => {
      const held = toSettingsRecord(definition, {}, words)
      for (const { name, options } of settingsForm(definition).fields) {
        const value = held[String(name)] ?? null
        if (Array.isArray(options) && value !== null)
          expect(options.map((option: { value: unknown }) => option.value)).toContain(value)
      }
    })

    it('says its title, and the titles of its settings, by locale keys', () => {
      const titles = Object.values(definition.settings.properties).map(
        (schema) => (schema as { title?: string }).title,
      )
      for (const text of [definition.title, ...titles]) expect(text).toMatch(/^@\w+\.[\w.]+$/)
    })
  },
)

it('edits a text by its words, and keeps its key until they are changed', () => {
  const definition = catalogue.get('popup-select') as WidgetDefinition
  const popupTitle = { zh: '选择物资', en: 'Choose a material' }
  const held = toSettingsRecord(definition, {}, words)
  expect(held['popupTitle']).toBe('选择数据')
  expect(fromSettingsRecord(definition, held, {}, words)).toEqual({})
  expect(toSettingsRecord(definition, { popupTitle }, words)['popupTitle']).toBe('选择物资')
  const unchanged = { ...held, popupTitle: '选择物资' }
  expect(fromSettingsRecord(definition, unchanged, { popupTitle }, words)).toEqual({ popupTitle })
  const changed = { ...held, popupTitle: '选择农机' }
  expect(fromSettingsRecord(definition, changed, { popupTitle }, words)).toEqual({ popupTitle: '选择农机' })
})
