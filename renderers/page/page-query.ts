import { type QueryDefaults, queryValue, readQuery, sameValue, withQuery } from '@runtime/page'
import type { PageAddress } from './address'

/** Whose a change of the page is. */
export interface Writer {
  /** The same for all steps of one action: together they are one entry in the history. */
  readonly action?: object | undefined
  /** Nobody did it; it takes the place of the entry that is there. */
  readonly isQuiet?: boolean | undefined
}

/**
 * The parameters of a page's address. They stand among the members of its state: what is put there goes into the address,
 * and what the address says comes there. While nobody sees the page it knows no address but the one under which it was left.
 */
export class PageQuery {
  private readonly state: Record<string, unknown>
  private readonly changed: () => void
  private defaults: QueryDefaults
  /** What is followed so far. */
  private search: string
  /** A page without an address of its own keeps its parameters to itself. */
  private readonly isAddressed: boolean
  /** Null while the page is not seen. */
  private address: PageAddress | null = null
  private writer: Writer | null = null
  private last: { readonly action: object; readonly search: string } | null = null

  /**
   * @param search as the page is opened; null: it has no address of its own
   * @param changed hears when the address has become another one
   */
  constructor(
    state: Record<string, unknown>,
    defaults: QueryDefaults,
    search: string | null,
    changed: () => void,
  ) {
    this.state = state
    this.defaults = defaults
    this.search = search ?? ''
    this.isAddressed = search !== null
    this.changed = changed
    this.read()
  }

  /** `route.query`: parameters of which the page says nothing as they are written, its own as it has them. */
  get names(): Readonly<Record<string, unknown>> {
    // Of a parameter that is written twice the first counts.
    const written = Object.fromEntries([...new URLSearchParams(this.search)].reverse())
    const own = Object.keys(this.defaults).map((name) => [name, this.state[name]])
    return { ...written, ...Object.fromEntries(own) }
  }

  has(name: string): boolean {
    return Object.hasOwn(this.defaults, name)
  }

  /** Another document may have other parameters. */
  declare(defaults: QueryDefaults): void {
    if (sameValue(defaults, this.defaults)) return
    this.defaults = defaults
    this.read()
  }

  /** The page is seen, under this address: it follows where that is another; else what has been put into it meanwhile goes there. */
  enter(address: PageAddress): void {
    // What was put there while nobody saw the page is no act of now.
    if (!this.address && this.writer) this.writer = { ...this.writer, isQuiet: true }
    this.address = address
    // A router draws late: what is drawn may be an address that has been left already.
    if (address.search !== address.now()) return
    if (address.search === this.search) this.write()
    else this.follow()
  }

  /** The browser stands under another address than the page knows: the page becomes what that says. */
  follow(): void {
    const now = this.address?.now() ?? this.search
    if (now === this.search) return
    this.search = now
    this.read()
    this.changed()
  }

  /** The page is not seen any more. */
  leave(): void {
    this.address = null
  }

  /** Puts a value where it belongs; `write` takes it into the address. */
  put(name: string, value: unknown, writer: Writer): void {
    const start = this.defaults[name]
    if (start === undefined) return
    const next = queryValue(start, value)
    if (sameValue(next, this.state[name])) return
    const isQuiet = (this.writer?.isQuiet ?? true) && writer.isQuiet
    this.writer = { action: writer.action, isQuiet }
    this.state[name] = next
  }

  /** Takes what the page has and its address does not say into the address. */
  write(): void {
    const { writer, address } = this
    const values = this.others()
    if (values === null) {
      this.writer = null
      return
    }
    if (this.isAddressed && !address) return
    this.writer = null
    const now = address?.now() ?? this.search
    const next = withQuery(now, this.defaults, values)
    this.search = next
    if (next === now) return
    const action = writer?.action
    const goesOn = this.last?.search === now
    const isSame = goesOn && action !== undefined && action === this.last?.action
    const isQuiet = writer?.isQuiet ?? false
    if (isQuiet) this.last = goesOn && this.last ? { ...this.last, search: next } : null
    else this.last = action ? { action, search: next } : null
    address?.change(next, { push: !isQuiet && !isSame })
  }

  /** What the page has otherwise than its address says; null: nothing. */
  private others(): Readonly<Record<string, unknown>> | null {
    const said = readQuery(this.defaults, this.search)
    const others: Record<string, unknown> = {}
    for (const [name, start] of Object.entries(this.defaults)) {
      const value = queryValue(start, this.state[name])
      if (!sameValue(value, this.state[name])) this.state[name] = value
      if (!sameValue(value, said[name])) others[name] = value
    }
    return Object.keys(others).length === 0 ? null : others
  }

  private read(): void {
    for (const [name, value] of Object.entries(readQuery(this.defaults, this.search)))
      if (!sameValue(value, this.state[name])) this.state[name] = value
  }
}
