import type { Node } from 'jsonc-parser'
import { equals } from '../expression/value'
import { compileSchema } from '../schema'
import type { Option, WidgetDefinition } from '../widget/definition'
import { hasPlaces } from './call-check'
import type { CheckEnvironment } from './environment'
import { contentOf, memberNode, memberText } from './node'
import { below } from './positions'
import type { Report } from './report'
import { memberNames, memberOf, rowsOf, schemaShape } from './shape'
import { expectationOf } from './walk'

/** What the words of one field say of each other: its default, its choices, what nobody could fill in. */
export function checkField(
  node: Node,
  pointer: string,
  definition: WidgetDefinition,
  report: Report,
  environment: CheckEnvironment,
): void {
  const value = contentOf(node) as Readonly<Record<string, unknown>>
  const given = Object.fromEntries(
    Object.entries(value).filter(([key]) => Object.hasOwn(definition.settings.properties, key)),
  )
  const settings = { ...definition.defaults, ...given }
  checkDefault(memberNode(node, 'default'), below(pointer, 'default'), definition, settings, report)
  checkRequired(node, pointer, definition, settings, report)
  checkOptions(
    memberNode(node, 'options'),
    below(pointer, 'options'),
    definition,
    settings,
    report,
    environment,
  )
}

/** A constant default is a value of the widget, and one of its choices. */
function checkDefault(
  node: Node | undefined,
  pointer: string,
  definition: WidgetDefinition,
  settings: object,
  report: Report,
): void {
  const value: unknown = node && contentOf(node)
  if (!node || value === null || hasPlaces(value) || hasParameters(value)) return
  if (definition.isEmpty?.(value) ?? value === '') return
  const normal = definition.normalise?.(value, settings) ?? value
  const written = JSON.stringify(value)
  const schema = definition.value?.(settings)
  if (schema && compileSchema(schema)(normal).length > 0) {
    report.add('wrongDefault', node, pointer, { params: { value: written }, expected: expectationOf(schema) })
    return
  }
  const source = definition.options?.(settings)
  if (source?.kind !== 'static' || source.options.length === 0) return
  const choices = flat(source.options)
  const wrong = leaves(normal).find((one) => !choices.some((choice) => equals(choice, one)))
  if (wrong === undefined) return
  report.add('wrongDefault', node, pointer, {
    params: { value: written },
    written: String(wrong),
    choices: choices.map(String),
  })
}

/** Nobody can fill in what is not seen or not to be changed, unless it fills itself. */
function checkRequired(
  node: Node,
  pointer: string,
  definition: WidgetDefinition,
  settings: object,
  report: Report,
): void {
  const required = memberNode(node, 'required')
  const closing = CLOSED.find(([word, state]) => String(memberNode(node, word)?.value) === state)
  if (!required || String(required.value) !== 'true' || !closing) return
  if (memberNode(node, 'default') || memberNode(node, 'formula') || definition.server || definition.derived)
    return
  if (definition.initial && definition.kind === 'field' && startsFilled(definition, settings)) return
  report.add('neverFilled', required, below(pointer, 'required'), {
    params: { word: closing[0] },
    expected: 'default | formula',
  })
}

const CLOSED = [
  ['visible', 'false'],
  ['readonly', 'true'],
  ['disabled', 'true'],
] as const

/** A new record has a value there: the day, who makes it. What asks its surroundings for it counts as that. */
function startsFilled({ initial, isEmpty }: WidgetDefinition, settings: object): boolean {
  try {
    const value = initial?.(settings, {} as never) ?? null
    return !(
      isEmpty?.(value) ??
      (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    )
  } catch {
    return true
  }
}

/** Members that are taken where none are named are members of what the call answers, too. */
function checkOptions(
  node: Node | undefined,
  pointer: string,
  definition: WidgetDefinition,
  settings: object,
  report: Report,
  environment: CheckEnvironment,
): void {
  const call = memberNode(node, 'call')
  const contract = environment.calls?.get(memberText(node, 'call') ?? '')
  const source = definition.options?.(settings)
  if (!call || !contract || source?.kind !== 'call') return
  const row = rowsOf(schemaShape(contract.answer))
  for (const word of ['value', 'label'] as const) {
    if (memberNode(node, word) || memberOf(row, source[word]) !== undefined) continue
    const choices = memberNames(row)
    report.add('missingOption', call, below(pointer, 'call'), {
      params: { call: source.call, word, name: source[word] },
      expected: choices.join(' | '),
    })
  }
}

function flat(options: readonly Option[]): readonly unknown[] {
  return options.flatMap(({ value, children }) => [value, ...flat(children ?? [])])
}

const leaves = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.flatMap(leaves) : [value]

/** In a fragment: what it is given. */
const hasParameters = (value: unknown): boolean => JSON.stringify(value).includes('{{')
