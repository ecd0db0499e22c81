import type { HeadlessHost } from '../../host'
import type { Text, TextParams } from '../../text'
import type { Option, WidgetContext } from '../../widget/definition'
import type { FieldPlan } from '../plan'
import type { Row } from './state'

/** Reads another value of the record: the row's own first, null while a rule hides it. */
export type Reader = (path: string, field: FieldPlan, row: Row | undefined) => unknown

/** What a widget sees while it judges one value. One object serves many checks: it is set before each. */
export class FieldContext implements WidgetContext {
  field: FieldPlan | undefined
  row: Row | undefined
  readonly #host: HeadlessHost
  readonly #read: Reader

  constructor(host: HeadlessHost, read: Reader) {
    this.#host = host
    this.#read = read
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
    return source?.kind === 'static' ? source.options : undefined
  }
  get timeZone(): string | undefined {
    return this.#host.timeZone
  }
  readonly matches = (pattern: RegExp, text: string): boolean =>
    this.#host.matches?.(pattern, text) ?? pattern.test(text)
  // Bound to the object: widgets take them out of it (`(value, settings, { text }) => …`).
  readonly now = (): number => this.#host.now()
  readonly text = (text: Text | undefined, params?: TextParams): string => this.#host.text(text, params)
  readonly get = (path: string): unknown => this.field && this.#read(path, this.field, this.row)
}
