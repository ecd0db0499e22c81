import { nearestOf } from '../../nearest'
import type { WidgetDefinition } from '../../widget/definition'
import type { PlanBuilder } from '../compile/builder'
import { optional } from './layout'

type Json = Readonly<Record<string, unknown>>

/** Dates that another date of the form bounds. */
export class DateBounds {
  readonly #builder: PlanBuilder
  readonly #found: {
    readonly pointer: string
    readonly name: string
    readonly table: string | undefined
  }[] = []

  constructor(builder: PlanBuilder) {
    this.#builder = builder
  }

  /** `after` and `before` another date: its bounds, so that what cannot be picked is not offered. */
  read(item: Json, { settings, key }: WidgetDefinition, pointer: string, table: string | undefined): Json {
    const bounds: Record<string, unknown> = {}
    for (const [word, bound] of [
      ['after', 'start'],
      ['before', 'end'],
    ] as const) {
      const field = item[word]
      if (field === undefined || Object.hasOwn(settings.properties, word)) continue
      if (!isBounded(settings)) {
        this.#builder.problems.push({
          pointer: `${pointer}/${word}`,
          message: '@form.problem.unknownKey',
          params: { key: word, widget: key },
        })
        continue
      }
      bounds[bound] = { kind: 'field', field }
      this.#found.push({ pointer: `${pointer}/${word}`, name: String(field), table })
    }
    return bounds
  }

  /** What can be said once all fields are known: that another date is one. */
  finish(): void {
    const { fields } = this.#builder
    for (const { pointer, name, table } of this.#found) {
      const field = fields.get(`${table}.${name}`) ?? fields.get(name)
      if (field?.definition && isBounded(field.definition.settings)) continue
      const dates = [...fields.values()].filter(
        ({ definition }) => definition && isBounded(definition.settings),
      )
      const choices = dates.map(({ path, table: own, name: column }) => (own ? column : path))
      this.#builder.problems.push({
        pointer,
        message: '@form.problem.notADate',
        params: { name },
        ...optional('nearest', nearestOf(name, choices)),
      })
    }
  }
}

/** A date or a time: what has an earliest and a latest value. */
function isBounded({ properties }: WidgetDefinition['settings']): boolean {
  return Object.hasOwn(properties, 'start') && Object.hasOwn(properties, 'end')
}
