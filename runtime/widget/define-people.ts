import { type TObject, type TSchema, Type } from 'typebox'
import type { JsonSchema } from '../schema/json-schema'
import type { Text } from '../text'
import { clearedChoice, type WidgetDefinition, type WidgetExample } from './definition'
import { checkNamed } from './id-value'
import type { PeopleKind } from './named'
import {
  chosenIds,
  chosenNames,
  currentPeople,
  idsToName,
  isMixedId,
  normalisePeople,
  outsider,
  type PeopleSettings,
  peopleFromText,
  peopleSource,
  personName,
  readAbleIds,
  SELECT_TYPES,
} from './people'
import { configOf, type FormDataField, given, readFlag, readWord } from './read'

/** What one picker has of its own. */
export interface PeopleWidget<S extends PeopleSettings> {
  readonly key: string
  readonly jnpfKeys: readonly string[]
  readonly of: PeopleKind
  readonly title: Text
  readonly icon: string
  readonly example?: WidgetExample
  readonly selectTypes?: readonly S['selectType'][]
  /** Settings that the other pickers do not have. */
  readonly settings?: Readonly<Record<string, TSchema>>
  readonly defaults?: Partial<S>
  readonly fromFormData?: (field: FormDataField) => Partial<S>
  /** Paths of fields that decide who may be chosen. */
  readonly dependsOn?: (settings: S) => readonly string[]
}

/** The headless half that the pickers of people and their places share (`spec/widgets.md §2.1`, §4, §5). */
export function definePeople<S extends PeopleSettings>(own: PeopleWidget<S>): WidgetDefinition<S, unknown> {
  const { of, key, jnpfKeys, title, icon, example, dependsOn } = own
  const selectTypes = own.selectTypes ?? SELECT_TYPES
  return {
    key,
    jnpfKeys,
    group: 'people',
    title,
    icon,
    kind: 'field',
    settings: settingsSchema(selectTypes, own.settings),
    defaults: { ...DEFAULTS, ...own.defaults } as S,
    fromFormData: (field) =>
      ({ ...readCommon(field, selectTypes), ...own.fromFormData?.(field) }) as Partial<S>,
    value: ({ multiple }) => valueSchema(of, multiple),
    initial: ({ defaultCurrent, multiple }, { user }) =>
      defaultCurrent ? currentPeople(of, multiple, user) : multiple ? [] : null,
    cleared: ({ multiple }) => clearedChoice(multiple),
    normalise: (value, { multiple }) => normalisePeople(of, value, multiple),
    check(value, settings, context) {
      const source = peopleSource(of, settings)
      const stranger = checkNamed(source, idsToName(of, value), context)
      if (stranger !== null) return stranger
      if (of === 'mixed' && chosenIds(of, value).some((id) => !isMixedId(id, settings.multiple)))
        return context.text(settings.multiple ? '@picker.wrongType' : '@picker.onlyUsers')
      const outside = outsider(source, value, settings, context)
      return outside === undefined
        ? null
        : context.text('@picker.notAllowed', { text: personName(source, outside, context) })
    },
    toText: (value, settings, context) => chosenNames(peopleSource(of, settings), value, context).join(','),
    fromText: (text, { multiple }, context) => peopleFromText(of, text, multiple, context),
    filter: ['equals', 'in'],
    sort: 'text',
    sought: (value) => chosenIds(of, value),
    names: (settings) => peopleSource(of, settings),
    ids: (value) => idsToName(of, value),
    ...(dependsOn && { dependsOn }),
    ...(example && { example }),
  }
}

const DEFAULTS: PeopleSettings = {
  selectType: 'all',
  ableIds: [],
  multiple: false,
  clearable: true,
  collapseTags: false,
  defaultCurrent: false,
}

const flag = (name: string) =>
  Type.Optional(
    Type.Boolean({ title: `@picker.setting.${name}`, description: `@picker.setting.${name}Help` }),
  )

/** A switch of one picker alone. */
export const peopleFlag = flag

function settingsSchema(
  selectTypes: readonly string[],
  more: Readonly<Record<string, TSchema>> = {},
): TObject {
  return Type.Object({
    selectType: Type.Optional(
      Type.Union(
        selectTypes.map((type) => Type.Literal(type)),
        { title: '@picker.setting.selectType', description: '@picker.setting.selectTypeHelp' },
      ),
    ),
    ableIds: Type.Optional(
      Type.Array(Type.String(), {
        title: '@picker.setting.ableIds',
        description: '@picker.setting.ableIdsHelp',
      }),
    ),
    multiple: flag('multiple'),
    clearable: flag('clearable'),
    collapseTags: flag('collapseTags'),
    defaultCurrent: flag('defaultCurrent'),
    ...more,
  })
}

function readCommon(field: FormDataField, selectTypes: readonly string[]): Partial<PeopleSettings> {
  return given({
    selectType: readWord(field['selectType'], selectTypes) as PeopleSettings['selectType'] | undefined,
    ableIds: readAbleIds(field['ableIds']),
    multiple: readFlag(field['multiple']),
    clearable: readFlag(field['clearable']),
    collapseTags: readFlag(field['collapseTags']),
    defaultCurrent: readFlag(configOf(field)['defaultCurrent']),
  })
}

/** An id, of an organisation its path from the top down; several are a list of these. */
function valueSchema(of: PeopleKind, multiple: boolean): JsonSchema {
  const id = { type: 'string', minLength: 1, maxLength: 200 } as const
  const one = of === 'organize' ? ({ type: 'array', items: id, minItems: 1 } as const) : id
  return multiple ? { type: 'array', items: one, uniqueItems: true } : one
}
