import { asWord } from '../json'
import type { JsonSchema } from '../schema/json-schema'
import type { Text } from '../text'
import { clearedChoice, type FromText, type Option, type WidgetContext } from './definition'
import { type OptionsSetting, optionSource } from './options'
import { itemsOf } from './read'

/** A choice with the labels from the root down to it. */
export interface PlacedOption {
  readonly option: Option
  readonly path: readonly string[]
}

/** Choices by value and by what people call them. */
export interface ChoiceIndex {
  /** Loose in the type: a stored "1" finds the choice 1. */
  find(value: unknown): PlacedOption | undefined
  /** All choices of a label, or the one of a path `上级/下级`. */
  named(text: string): readonly PlacedOption[]
  /** The label; with the labels above it where another choice has the same; the value itself when unknown. */
  label(value: unknown): string
  readonly size: number
}

type Translate = (text: Text | undefined) => string

const indexes = new WeakMap<readonly Option[], Map<string, ChoiceIndex>>()

/** The index of a list of choices: made once a list and language. */
export function choiceIndex(
  options: readonly Option[],
  { language, text }: { readonly language: string; readonly text: Translate },
): ChoiceIndex {
  const kept = indexes.get(options) ?? new Map<string, ChoiceIndex>()
  indexes.set(options, kept)
  const index = kept.get(language) ?? buildIndex(options, text)
  kept.set(language, index)
  return index
}

function buildIndex(options: readonly Option[], translate: Translate): ChoiceIndex {
  const byValue = new Map<string, PlacedOption>()
  const byName = new Map<string, PlacedOption[]>()
  const name = (text: string, placed: PlacedOption) => {
    const same = byName.get(text)
    if (same) same.push(placed)
    else byName.set(text, [placed])
  }
  const walk = (level: readonly Option[], above: readonly string[]) => {
    for (const option of level) {
      const label = translate(option.label)
      const placed = { option, path: [...above, label] }
      if (!byValue.has(String(option.value))) byValue.set(String(option.value), placed)
      name(label, placed)
      if (above.length > 0) name(placed.path.join('/'), placed)
      if (option.children) walk(option.children, placed.path)
    }
  }
  walk(options, [])
  const find = (value: unknown) => byValue.get(asWord(value))
  return {
    find,
    named: (text) => byName.get(text) ?? [],
    label(value) {
      const placed = find(value)
      if (!placed) return asWord(value ?? '')
      const label = placed.path.at(-1) ?? ''
      return (byName.get(label)?.length ?? 0) > 1 ? placed.path.join('/') : label
    },
    size: byValue.size,
  }
}

const offers = new WeakMap<readonly Option[], Map<string, readonly Option[]>>()

/** The choices that are offered where a value is chosen already: of those that are withdrawn, what it names and stands above it. */
export function offeredFor(options: readonly Option[], value: unknown): readonly Option[] {
  const kept = offers.get(options)
  if (!kept && !hasWithdrawn(options)) return options
  const chosen = new Set([itemsOf(value)].flat(3).map(asWord))
  const key = JSON.stringify([...chosen])
  const known = kept ?? new Map<string, readonly Option[]>()
  if (!kept) offers.set(options, known)
  const offered = known.get(key) ?? without(options, chosen)
  known.set(key, offered)
  return offered
}

const hasWithdrawn = (options: readonly Option[]): boolean =>
  options.some(({ withdrawn, children }) => withdrawn || (children !== undefined && hasWithdrawn(children)))

function without(options: readonly Option[], chosen: ReadonlySet<string>): readonly Option[] {
  return options.flatMap((option) => {
    const { children: _, ...own } = option
    const children = without(option.children ?? [], chosen)
    const isKept = !option.withdrawn || children.length > 0 || chosen.has(asWord(option.value))
    return isKept ? [children.length > 0 ? { ...own, children } : own] : []
  })
}

export interface ChoiceSettings {
  readonly options?: OptionsSetting
}

/** The choices that a rule may validate by: those resolved, or those that the settings hold. */
export function knownOptions(
  settings: ChoiceSettings,
  context: Pick<WidgetContext, 'options'>,
): readonly Option[] | undefined {
  if (context.options) return context.options
  const source = optionSource(settings.options)
  return source?.kind === 'static' ? source.options : undefined
}

/** The labels of one or many values, `甲类,乙类`. */
export function choiceText(value: unknown, settings: ChoiceSettings, context: WidgetContext): string {
  const options = knownOptions(settings, context)
  const index = options && choiceIndex(options, context)
  return itemsOf(value)
    .map((item) => (index ? index.label(item) : asWord(item)))
    .join(',')
}

/** Values of a text of labels (or of stored values); parts are separated by comma, semicolon, 、 or a line's end. */
export function choicesFromText(
  text: string,
  settings: ChoiceSettings,
  context: WidgetContext,
): FromText<readonly unknown[]> {
  const options = knownOptions(settings, context)
  if (!options) return { value: text.split(SEPARATOR).flatMap((part) => part.trim() || []) }
  const index = choiceIndex(options, context)
  const values: unknown[] = []
  for (const part of labelsIn(text, index)) {
    const found = index.named(part)
    if (found.length > 1) return { error: context.text('@widgets.ambiguousChoice', { text: part }) }
    const placed = found[0] ?? index.find(part)
    if (!placed) return { error: context.text('@widgets.notChoice', { text: part }) }
    if (!values.includes(placed.option.value)) values.push(placed.option.value)
  }
  return { value: values }
}

const SEPARATOR = /[,，;；、\n]/

/** Cuts a text into labels, the longest first, since a label may hold a separator itself. */
function labelsIn(text: string, index: ChoiceIndex): readonly string[] {
  const parts = text.split(/([,，;；、\n])/)
  const labels: string[] = []
  for (let start = 0; start < parts.length; ) {
    let end = parts.length
    while (end > start + 1 && index.named(parts.slice(start, end).join('').trim()).length === 0) end -= 1
    const label = parts.slice(start, end).join('').trim()
    if (label !== '') labels.push(label)
    start = end + 1
  }
  return labels
}

/** Brings values to the type of the choices in the settings, and a JSON text of an array to the array. */
export function normaliseChoice(value: unknown, settings: ChoiceSettings, multiple: boolean): unknown {
  if (value === '') return clearedChoice(multiple)
  const items = itemsOf(parseArray(value))
  const source = optionSource(settings.options)
  const options = source?.kind === 'static' ? source.options : undefined
  const typed = options
    ? items.map((item) => choiceIndex(options, RAW).find(item)?.option.value ?? item)
    : [...items]
  if (multiple) return typed
  return typed.length > 1 ? value : (typed[0] ?? null)
}

/** By value only: labels do not matter. */
const RAW = { language: '', text: (text: Text | undefined) => String(text ?? '') }

function parseArray(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[')) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed : value
  } catch {
    return value
  }
}

/** Values must be among the choices that are known. Where they are not, which is where they are fetched later, nothing is validated. */
export function checkChoice(value: unknown, settings: ChoiceSettings, context: WidgetContext): string | null {
  const options = knownOptions(settings, context)
  if (!options) return null
  const index = choiceIndex(options, context)
  const stranger = itemsOf(value).find((item) => !index.find(item))
  return stranger === undefined ? null : context.text('@widgets.notChoice', { text: asWord(stranger) })
}

/** JSON Schema of one or many chosen values. */
export function choiceSchema(multiple: boolean): JsonSchema {
  const one = { type: ['string', 'number', 'boolean'] } as const
  return multiple ? ({ type: 'array', items: one, uniqueItems: true } as const) : one
}

/** The one value of a text; two labels where one is due are refused. */
export function choiceFromText(
  text: string,
  settings: ChoiceSettings,
  context: WidgetContext,
  multiple: boolean,
): FromText<unknown> {
  const found = choicesFromText(text, settings, context)
  if ('error' in found || multiple) return found
  if (found.value.length > 1) return { error: context.text('@widgets.onlyOne') }
  return { value: found.value[0] ?? null }
}
