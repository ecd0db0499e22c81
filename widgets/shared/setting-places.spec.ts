import { panelOf } from '@runtime/design/panel'
import { settingsOf } from '@runtime/design/settings'
import { compileExpression } from '@runtime/expression'
import { createField, type DesignedWidget, type SettingReference } from '@runtime/widget/design'
import { settingPlaces } from '@runtime/widget/setting-places'
import { describe, expect, it } from 'vitest'
import { designed } from '../designs'

const widget = (key: string) => designed.get(key) as DesignedWidget
const named = (key: string, settings: object) =>
  panelOf(widget(key), settings as Readonly<Record<string, unknown>>).flatMap(({ plain, advanced }) => [
    ...plain,
    ...advanced,
  ])

/** Editors by which something can be named, by what it is. */
const EDITORS_OF: Readonly<Record<SettingReference['kind'], readonly string[]>> = {
  field: ['field', 'params', 'options'],
  column: ['fields'],
  interface: ['interface', 'options'],
  model: ['model'],
  modelField: ['modelField', 'columns'],
  dictionary: ['dictionary', 'options'],
  rule: ['rule'],
  people: ['people'],
}
/** Settings whose schema is drawn member by member, and which name things deeper in. */
const DEEP = new Set(['addTableConf', 'complexHeaderList', 'start', 'end', 'columnOptions'])

describe('a setting', () => {
  it.each([...designed])(
    'of %s has a place, and says of others alone when it is shown',
    (_, { definition, places }) => {
      const names = Object.keys(definition.settings.properties)
      for (const [name, { when }] of places) {
        if (when === undefined) continue
        const { dependencies } = compileExpression(when)
        expect(dependencies.filter((other) => other === name || !names.includes(other))).toEqual([])
        expect(dependencies.length).toBeGreaterThan(0)
      }
    },
  )

  it('that names something is edited by choosing it', () => {
    const wrong = [...designed].flatMap(([key, { design, places }]) => {
      const given = FULL[key] ?? {}
      const references = design.refs?.({ ...settingsOf(widget(key), newField(key)), ...given }) ?? []
      return references.flatMap(({ kind, at }) => {
        const setting = String(at[0])
        if (DEEP.has(setting)) return []
        const format = places.get(setting)?.format ?? ''
        return EDITORS_OF[kind].includes(format) ? [] : [`${key}.${setting}: ${kind} by "${format}"`]
      })
    })
    expect(wrong).toEqual([])
  })

  it('in the common places is of some widget', () => {
    const used = new Set([...designed.values()].flatMap(({ places }) => [...places.keys()]))
    expect(Object.keys(settingPlaces).filter((name) => !used.has(name))).toEqual([])
  })
})

const newField = (key: string) => createField(widget(key), { id: 101, label: '', now: 0 })

/** Settings by which a widget names all that it can. */
const FULL: Readonly<Record<string, object>> = {
  select: { options: { interface: 'i', params: [{ field: 'n', relationField: 'a' }] } },
  cascader: { options: { dictionary: 'd' } },
  'auto-complete': { interfaceId: 'i', params: [{ field: 'n', relationField: 'a' }] },
  'popup-select': { interfaceId: 'i', params: [{ field: 'n', relationField: 'a' }] },
  'relation-form': { modelId: 'm', relationField: 'f' },
  'relation-attribute': { relationField: 'a', showField: 'f' },
  'serial-number': { rule: 'r' },
  'user-select': { selectType: 'custom', ableIds: ['u'], relationField: 'a' },
  barcode: { dataType: 'relation', relationField: 'a' },
  'sub-table': { summaryField: ['a'], thousandsField: ['a'] },
}

describe('the panel', () => {
  it('shows settings part by part, and what needs another one with it', () => {
    expect(panelOf(widget('input'), {})[0]).toEqual({
      section: 'basic',
      plain: ['showPassword'],
      advanced: [],
    })
    expect(named('input', {})).not.toContain('showWordLimit')
    expect(named('input', { maxlength: 5 })).toContain('showWordLimit')
    expect(named('user-select', { selectType: 'all' })).not.toContain('relationField')
    expect(named('user-select', { selectType: 'dep' })).toContain('relationField')
    expect(named('button', {})).not.toContain('do')
    const sections = panelOf(widget('number-input'), { step: 1, controls: true })
    expect(sections.map(({ section }) => section)).toEqual(['look', 'check'])
    expect(sections.at(-1)?.advanced).toEqual(['step', 'stepStrictly'])
  })
})
