import type { Choices } from '@runtime/form/engine/context'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { choiceIndex } from '@runtime/widget/choice'
import type { Option } from '@runtime/widget/definition'
import { itemsOf } from '@runtime/widget/read'
import type { CallContext, Services } from '../../../module'
import { dependentSource, optionsOfMany, placesOf, readerIn, sourceIn } from './dependent-choices'
import { type InterfaceSource, offeredOf, resolveOptions } from './options'
import type { RecordData } from './tables'

/** Choices to validate a record by. */
export interface Judging {
  readonly of: Choices
  /** Fetches what was asked for and not known; whether there was any: then the record is judged again. */
  learn(): Promise<boolean>
}

/**
 * Choices to validate a record by: those of dictionaries and interfaces, as settings' own are validated. What a record has had
 * may stay, though its item is gone or out of the caller's reach. Those that depend on other values are known once the form has
 * said what these come to.
 * @throws ApiError 400 when an interface fails that had to be asked about a new value.
 */
export async function choicesOf(
  form: FormPlan,
  services: Services,
  context: CallContext,
  data: RecordData,
  stored: RecordData = {},
): Promise<Judging> {
  const fields = [...form.fields.values()].filter(
    (field) =>
      !dependentSource(field) &&
      (field.options?.kind === 'dictionary' ||
        (field.options?.kind === 'interface' && partsIn(valuesIn(field, data)).length > 0)),
  )
  const found = await resolveOptions(fields, context, services)
  const validators = new Map<string, readonly Option[]>()
  await Promise.all(
    fields.map(async (field) => {
      const { options: source, path } = field
      const options = found.get(path) ?? (source?.kind === 'interface' ? [] : undefined)
      if (!options) return
      const known = withKept(field, offeredOf(options), valuesIn(field, stored), context)
      const unknown = source?.kind === 'interface' ? unknownOf(valuesIn(field, data), known, context) : []
      const others = unknown.length > 0 ? await seenByCaller(source, unknown, services, context) : []
      validators.set(path, others.length > 0 ? [...known, ...others] : known)
    }),
  )
  return judgingBy(form, services, context, stored, validators)
}

/** Choices of one field with one set of parameters, and the values that were to be judged by them. */
interface Asked {
  readonly field: FieldPlan
  readonly source: InterfaceSource
  readonly values: unknown[]
}

function judgingBy(
  form: FormPlan,
  services: Services,
  context: CallContext,
  stored: RecordData,
  validators: ReadonlyMap<string, readonly Option[]>,
): Judging {
  const known = new Map<string, readonly Option[]>()
  const asked = new Map<string, Asked>()
  return {
    of(path, get) {
      const field = form.fields.get(path)
      const source = field && dependentSource(field)
      if (!field || !source) return validators.get(path)
      const filled = sourceIn(source, get)
      const key = JSON.stringify([path, filled])
      const options = known.get(key)
      if (options) return options
      const entry = asked.get(key) ?? { field, source: filled, values: [] }
      entry.values.push(get(path))
      asked.set(key, entry)
      return undefined
    },
    async learn() {
      const wanted = [...asked]
      asked.clear()
      const sources = new Map(wanted.map(([key, { source }]) => [key, source]))
      const found = await optionsOfMany(sources, context, services)
      for (const [key, { field, source, values }] of wanted) {
        const options = withKept(field, found.get(key) ?? [], keptWith(field, source, stored), context)
        const unknown = unknownOf(values, options, context)
        const others = unknown.length > 0 ? await seenByCaller(source, unknown, services, context) : []
        known.set(key, others.length > 0 ? [...options, ...others] : options)
      }
      return wanted.length > 0
    },
  }
}

/** What is kept in a field with the same parameters: with others it would be the choice of something else. */
function keptWith(field: FieldPlan, filled: InterfaceSource, stored: RecordData): readonly unknown[] {
  const source = dependentSource(field)
  if (!source) return []
  const same = JSON.stringify(filled)
  return placesOf(field, stored)
    .filter((row) => JSON.stringify(sourceIn(source, readerIn(field, row, stored))) === same)
    .map((row) => row[field.name])
}

/** What stands in a field, in each row of its sub-table. */
function valuesIn(field: FieldPlan, record: RecordData): readonly unknown[] {
  return placesOf(field, record).map((row) => row[field.name])
}

/** The single choices in values: several of a list, those of a path and of several paths. */
const partsIn = (values: readonly unknown[]) => values.flatMap((value) => itemsOf(value)).flat()

function unknownOf(
  values: readonly unknown[],
  options: readonly Option[],
  { language }: Pick<CallContext, 'language'>,
): readonly unknown[] {
  const parts = partsIn(values)
  if (parts.length === 0) return []
  const index = choiceIndex(options, { language, text: String })
  return parts.filter((value) => !index.find(value))
}

/** Choices with those that are kept already and are none any more; they are called what they are kept as. */
function withKept(
  field: FieldPlan,
  options: readonly Option[],
  stored: readonly unknown[],
  context: CallContext,
): readonly Option[] {
  const kept = stored.filter((value) => unknownOf([value], options, context).length > 0)
  if (kept.length === 0) return options
  // Of choices with ones below them, a cascade keeps the path or paths, all others each for itself.
  const isPath = field.definition?.sought !== undefined
  const paths = kept.flatMap((value) => {
    const items = itemsOf(value)
    return isPath && !items.some(Array.isArray) ? [items] : items.map((item) => [item].flat())
  })
  return withPaths(options, paths)
}

/** Choices with paths of values put among them, each below the one before it. */
function withPaths(options: readonly Option[], paths: readonly (readonly unknown[])[]): readonly Option[] {
  const below = new Map<string, { readonly value: unknown; readonly rests: (readonly unknown[])[] }>()
  for (const [value, ...rest] of paths) {
    const entry = below.get(String(value)) ?? { value, rests: [] }
    below.set(String(value), entry)
    if (rest.length > 0) entry.rests.push(rest)
  }
  const deeper = (option: Option): Option => {
    const rests = below.get(String(option.value))?.rests ?? []
    below.delete(String(option.value))
    return rests.length === 0 ? option : { ...option, children: withPaths(option.children ?? [], rests) }
  }
  const known = options.map(deeper)
  return [...known, ...[...below.values()].map(({ value }) => deeper({ value, label: String(value) }))]
}

/** An interface answers so many rows and no more, and its answer may be a second old: other values are looked up by themselves. */
async function seenByCaller(
  source: FieldPlan['options'],
  values: readonly unknown[],
  services: Services,
  context: CallContext,
): Promise<readonly Option[]> {
  if (source?.kind !== 'interface') return []
  const { id, params, value, label } = source
  const fixed = params.filter(({ relationField }) => !relationField)
  const named = await services.names.resolve(
    { kind: 'interface', id, params: fixed, value, label },
    values.map(String),
    context,
  )
  return named.map(({ id: known, text }) => ({ value: known, label: text }))
}
