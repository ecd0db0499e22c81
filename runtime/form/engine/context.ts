import type { HeadlessHost } from '../../host'
import { createMatcher } from '../../pattern/matches'
import type { Text, TextParams } from '../../text'
import type { Option, WidgetContext } from '../../widget/definition'
import { idsOf } from '../../widget/id-value'
import type { FieldPlan } from '../plan'
import type { Row } from './state'

/** Reads another value of the record: the row's own first, null while a rule hides it. */
export type Reader = (path: string, field: FieldPlan, row: Row | undefined) => unknown

/** The field of a path as a widget in this place means it: a column of its own sub-table first. */
export type Finder = (path: string, from: FieldPlan) => FieldPlan | undefined

/**
 * The choices of a field whose source is not the document itself; undefined where they are not known. `get` reads other values as the
 * field sees them in its place, its row's own first.
 */
export type Choices = (path: string, get: (path: string) => unknown) => readonly Option[] | undefined

/** What a widget sees while it validates one value. One object serves many checks: it is set before each. */
export class FieldContext implements WidgetContext {
  field: FieldPlan | undefined
  row: Row | undefined
  readonly #host: HeadlessHost
  readonly #read: Reader
  readonly #find: Finder
  readonly #choices: Choices | undefined

  constructor(host: HeadlessHost, read: Reader, find: Finder, choices?: Choices) {
    this.#host = host
    this.#choices = choices
    this.#read = read
    this.#find = find
  }

  at(field: FieldPlan, row?: Row): this {
    this.field = field
    this.row = row
    return this
  }

  get user() {
    return this.#host.user
  }
  get language() {
    return this.#host.language
  }
  get options(): readonly Option[] | undefined {
    const source = this.field?.options
    if (source?.kind === 'static') return source.options
    return source && this.field && this.#choices?.(this.field.path, this.get)
  }
  get timeZone(): string | undefined {
    return this.#host.timeZone
  }
  readonly matches = (pattern: RegExp, text: string): boolean =>
    (this.#host.matches ?? createMatcher())(pattern, text)
  get named() {
    return this.#host.named
  }
  get file() {
    return this.#host.file
  }
  // Bound to the object: widgets take them out of it (`(value, settings, { text }) => …`).
  readonly now = (): number => this.#host.now()
  readonly text = (text: Text | undefined, params?: TextParams): string => this.#host.text(text, params)
  readonly get = (path: string): unknown => this.field && this.#read(path, this.field, this.row)
  readonly related = (path: string): Readonly<Record<string, unknown>> | null | undefined => {
    const field = this.field && this.#find(path, this.field)
    return field && relatedTo(field, this.get(path), this.#host, this.get)
  }
}

/**
 * What a field's value refers to: the chosen record's or row's own values. Null where nothing is chosen or it is gone;
 * undefined while it is not known.
 */
export function relatedTo(
  field: FieldPlan,
  value: unknown,
  { named }: Pick<HeadlessHost, 'named'>,
  get?: (path: string) => unknown,
): Readonly<Record<string, unknown>> | null | undefined {
  const source = field.definition?.names?.(field.settings, get)
  const [id] = idsOf(field, value)
  if (!source || id === undefined || id === '') return null
  const found = named?.(source, id)
  return found === null || found?.gone ? null : found?.data
}
