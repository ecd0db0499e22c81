import { type Members, recordOf, valueShape } from './given-values'
import { anyShape, BOOLEAN, listShape, membersShape, NUMBER, type Shape, TEXT } from './shape'

/** What is known of the members of `page`: its state, and the parameters that it reads from its address. */
export class PageState {
  /** Parameters of the address: each is no more than that says, whatever is put into it. */
  readonly parameters: readonly (readonly [string, Shape])[]
  private readonly declared: readonly string[]
  private readonly written = new Map<string, Shape[]>()

  constructor({ state, query }: Members) {
    this.declared = Object.keys(recordOf(state))
    this.parameters = Object.entries(recordOf(query)).map(([name, value]) => [name, parameterShape(value)])
    for (const [name, value] of Object.entries(recordOf(state)))
      if (value !== null) this.write(`page.${name}`, valueShape(value, new Map()))
  }

  get names(): readonly string[] {
    return [...this.declared, ...this.parameters.map(([name]) => name)]
  }

  /** Something of this shape is put at a path: `page.category`, or a member of what stands there. */
  write(path: unknown, shape: Shape): void {
    const [root, name, member] = String(path).split('.')
    if (root !== 'page' || name === undefined) return
    this.written.set(name, [...(this.written.get(name) ?? []), member === undefined ? shape : 'open'])
  }

  /** `page` as it is with all that is known to be written to it. */
  shape(): Shape {
    const state = this.declared.map((name) => [name, anyShape(this.written.get(name) ?? [])] as const)
    return membersShape([...state, ...this.parameters])
  }
}

/** A parameter has the type of its default; one without is text. */
function parameterShape(value: unknown): Shape {
  if (Array.isArray(value)) return listShape(TEXT)
  if (typeof value === 'number') return NUMBER
  return typeof value === 'boolean' ? BOOLEAN : TEXT
}
