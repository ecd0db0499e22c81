import type { Node } from 'jsonc-parser'
import { compileSchema } from '../schema'
import type { JsonSchema } from '../schema/json-schema'
import type { CallContract, CheckEnvironment } from './environment'
import { valueShape } from './given-values'
import { type Names, scopeAt } from './names'
import { contentOf, itemsOf, memberNode, membersOf } from './node'
import { above, below } from './positions'
import type { Report } from './report'
import { kindsOf, memberOf, schemaShape } from './shape'
import type { TextsCheck } from './texts-check'
import { expectationOf } from './walk'
import type { CallUse } from './words'

/** Validates calls where a document names them: that there are such, that they do what they are named for, what they are given. */
export class CallCheck {
  private readonly report: Report
  private readonly environment: CheckEnvironment
  private readonly names: Names
  private readonly texts: TextsCheck

  constructor(report: Report, environment: CheckEnvironment, names: Names, texts: TextsCheck) {
    this.report = report
    this.environment = environment
    this.names = names
    this.texts = texts
  }

  /** The name of a call, or a template that chooses one; `use` is what the place does with it. */
  call(node: Node, pointer: string, use: CallUse): void {
    if (node.type !== 'string') {
      this.report.add('type', node, pointer, {
        expected: 'call: dictionaryData.list',
        params: { found: node.type },
      })
      return
    }
    const written = String(node.value)
    const isTemplate = written.includes('${')
    if (isTemplate) this.texts.value(node, pointer)
    const names = isTemplate
      ? [...written.matchAll(/'(\w+\.\w+)'/g)].map((match) => match[1] ?? '')
      : [written]
    const { callNames } = this.environment
    for (const name of names) {
      if (callNames.includes(name)) this.use(name, use, node, pointer)
      else
        this.report.add('unknownCall', node, pointer, {
          params: { name },
          written: name,
          choices: callNames,
        })
    }
    const given = memberNode(node.parent?.parent, 'with')
    const isOpen = given !== undefined && given.type !== 'object'
    if (!isTemplate && !isOpen) this.input(written, given ?? null, node, pointer)
  }

  /** A source only reads, a job says how far it is, an export makes a file, an upload takes one. */
  private use(name: string, use: CallUse, node: Node, pointer: string): void {
    const contract = this.environment.calls?.get(name)
    if (!contract || IS_USABLE[use](contract, name)) return
    this.report.add('callUse', node, pointer, { params: { name, reason: `@document.callUse.${use}` } })
  }

  /** What a call is given, against the contract. `given` is null where nothing is. */
  private input(call: string, given: Node | null, place: Node, pointer: string): void {
    const contract = this.environment.calls?.get(call)
    if (!contract) return
    const known = { ...contract.inBody, ...contract.inAddress }
    const source = /^(?:\/dialogs\/[^/]+)?\/data\/([^/]+)\/call$/.exec(pointer)?.[1]
    const present = new Set(source === undefined ? [] : this.names.searched?.get(source))
    const once = memberNode(place.parent?.parent, 'once')
    if (once) present.add(String(once.value))
    for (const property of given?.children ?? []) {
      const [key, value] = property.children ?? []
      if (!key || !value) continue
      const name = String(key.value)
      present.add(name)
      const at = below(below(above(pointer), 'with'), name)
      if (known[name]) this.inputValue(call, name, contract, value, at)
      else if (!contract.isOpen) {
        const details = { params: { name, call }, written: name, choices: Object.keys(known) }
        this.report.add('unknownInput', key, at, details)
      }
    }
    for (const name of contract.required) {
      if (present.has(name)) continue
      const expected = expectationOf(known[name] ?? {})
      this.report.add('missingInput', place, pointer, {
        params: { name, call },
        ...(expected !== '' && { expected: `${name}: ${expected}` }),
      })
    }
  }

  /** A constant is validated as it travels: of the address as text, of the body as it is. */
  private inputValue(call: string, name: string, contract: CallContract, node: Node, pointer: string): void {
    const value: unknown = contentOf(node)
    const isAddress = contract.inAddress[name] !== undefined
    const schema = contract.inAddress[name] ?? contract.inBody[name] ?? {}
    if (hasPlaces(value)) {
      this.places({ call, name, isAddress }, schema, node, pointer)
      return
    }
    const forms =
      isAddress && typeof value !== 'object'
        ? [value, String(value), Number(value), value === 'true']
        : [value]
    const isValid = validatorOf(schema)
    if (!isValid || value === null || forms.some((form) => isValid(form))) return
    this.report.add('inputType', node, pointer, {
      params: { name, call, value: JSON.stringify(value) },
      expected: expectationOf(schema),
    })
  }

  /** What places inside a value are known to give is of the kind that is wanted there. */
  private places(input: PlacedInput, schema: JsonSchema, node: Node, pointer: string): void {
    const wanted = kindsOf(schemaShape(schema))
    if (node.type === 'object' && wanted?.has('object') !== false) {
      for (const [name, member] of membersOf(node)) {
        const known = schema.properties?.[name]
        if (known) this.places(input, known, member, below(pointer, name))
      }
      return
    }
    if (node.type === 'array' && wanted?.has('array') !== false) {
      for (const [index, item] of itemsOf(node).entries())
        if (schema.items) this.places(input, schema.items, item, below(pointer, index))
      return
    }
    const value: unknown = contentOf(node)
    const given = kindsOf(valueShape(value, scopeAt(this.names, pointer) ?? new Map()))
    if (!given || !wanted || [...given].some((kind) => wanted.has(kind))) return
    // What travels in the address is text there.
    if (input.isAddress && [...given].every(isScalar) && [...wanted].every(isScalar)) return
    const { name, call } = input
    this.report.add('inputType', node, pointer, {
      params: { name, call, value: JSON.stringify(value) },
      expected: expectationOf(schema),
    })
  }
}

interface PlacedInput {
  readonly call: string
  readonly name: string
  readonly isAddress: boolean
}

const isScalar = (kind: string) => kind !== 'array' && kind !== 'object'

/** Whether a call can do what a place names it for. */
const IS_USABLE: Readonly<Record<CallUse, (contract: CallContract, name: string) => boolean>> = {
  read: ({ isRead, takesFile, answersBytes }) => isRead && !takesFile && !answersBytes,
  do: ({ takesFile, answersBytes }) => !takesFile && !answersBytes,
  job: ({ inAddress, inBody }) => 'progressId' in inAddress || 'progressId' in inBody,
  export: ({ answer }) => memberOf(schemaShape(answer), 'url') !== undefined,
  upload: ({ takesFile }) => takesFile,
  import: (_, name) => name.endsWith('.importTemplate'),
}

export function hasPlaces(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('${')
  return typeof value === 'object' && value !== null && Object.values(value).some(hasPlaces)
}

const validators = new WeakMap<JsonSchema, ((value: unknown) => boolean) | null>()

/** Whether a value is of a schema; null for one that refers outside itself. */
function validatorOf(schema: JsonSchema): ((value: unknown) => boolean) | null {
  const known = validators.get(schema)
  if (known !== undefined) return known
  let isValid: ((value: unknown) => boolean) | null = null
  try {
    const problems = compileSchema(schema)
    isValid = (value) => problems(value).length === 0
  } catch {
    // A reference to a definition of the whole answer: not validated.
  }
  validators.set(schema, isValid)
  return isValid
}
