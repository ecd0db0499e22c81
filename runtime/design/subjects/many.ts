import { jsonEqual } from '../../schema'
import type { Address } from '../address'
import { together } from '../command'
import type { ModelTree } from '../document'
import type { Widgets } from '../references'
import { type Subject, subjectOf } from './subject'

/** Several nodes as one: the settings that all of them have, each with its value where all say the same. */
export function subjectOfMany(
  tree: ModelTree,
  widgets: Widgets,
  addresses: readonly Address[],
): Subject | undefined {
  const subjects = addresses.flatMap((address) => subjectOf(tree, widgets, address) ?? [])
  const [first, ...others] = subjects
  if (!first || others.length === 0) return first
  const { properties = {} } = first.schema
  const names = Object.keys(properties).filter(
    (name) =>
      name !== 'name' &&
      others.every(
        ({ schema, places }) =>
          jsonEqual(schema.properties?.[name] ?? null, properties[name]) &&
          jsonEqual({ ...places.get(name) }, { ...first.places.get(name) }),
      ),
  )
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      names.flatMap((name) =>
        subjects.every((one) => jsonEqual(one.values[name] ?? null, from[name] ?? null)) && name in from
          ? [[name, from[name]]]
          : [],
      ),
    )
  const values = pick(first.values)
  return {
    kind: 'several',
    key: others.every(({ key }) => key === first.key) ? first.key : '',
    title: others.every(({ key }) => key === first.key) ? first.title : '@design.severalFields',
    ...(others.every(({ key }) => key === first.key) && first.icon !== undefined && { icon: first.icon }),
    name: '',
    address: first.address,
    schema: {
      ...first.schema,
      properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
    },
    places: new Map(
      names.flatMap((name) => [[name, first.places.get(name) ?? { section: 'basic' }] as const]),
    ),
    values,
    scope: values,
    change(name, value) {
      if (!names.includes(name)) return null
      const commands = subjects.flatMap((one) => one.change(name, value) ?? [])
      return commands.length === 0 ? null : together(commands)
    },
    faultOf: () => null,
  }
}
