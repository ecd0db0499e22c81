import type { ExpressionError, Reference } from './expression'
import {
  type ExpressionFunction,
  functionNamed,
  type Lambda,
  type Node,
  nearestFunction,
} from './functions/registry'
import { type Instruction, parseInstructions, placeOf } from './instructions'
import { EXPRESSION_LIMITS } from './limits'
import { BINARY, unary } from './operators'
import { compileError, type ProblemKey } from './problems'
import { tokenize } from './tokens'
import { translate } from './translate'
import type { Translation } from './translation'
import { entry, isClosedName, member, plain, spend, trouble, truth } from './value'

/** A source made ready to run. */
export interface Compiled {
  readonly node: Node
  readonly dependencies: readonly string[]
  readonly references: readonly Reference[]
}

/** What stands on the stack while instructions are walked; `reference` while it is still one to extend. */
interface Operand {
  readonly node: Node
  readonly reference?: Reference
  readonly constant?: { readonly value: unknown; readonly offset: number }
  readonly callee?: ExpressionFunction
  /** Place of an object literal or a lambda in the translation, until its brackets close. */
  readonly object?: number
  readonly parameters?: readonly number[]
  readonly lambda?: Lambda
}

/** Parses and compiles to closures. Throws `ExpressionError` with the place of the fault. */
export function compileSource(source: string): Compiled {
  const translation = translate(source, tokenize(source))
  const functions = translation.functions.map(({ name, offset }) => resolve(source, name, offset))
  const compiler = new Compiler(source, translation, functions)
  const node = compiler.compile(parse(source, translation))
  const references = compiler.references.toSorted((a, b) => (a.offsets[0] ?? 0) - (b.offsets[0] ?? 0))
  return { node, dependencies: [...new Set(references.map(({ path }) => path))], references }
}

function resolve(source: string, name: string, offset: number): ExpressionFunction {
  const found = functionNamed(name)
  if (found) return found
  const near = nearestFunction(name)
  const key: ProblemKey = near ? 'unknownFunctionNear' : 'unknownFunction'
  throw compileError(source, 'unknown-function', key, near ? { name, near } : { name }, offset)
}

function parse(source: string, translation: Translation): readonly Instruction[] {
  try {
    return parseInstructions(translation.text)
  } catch (error) {
    if (error instanceof RangeError)
      throw compileError(source, 'limit', 'tooDeep', { limit: EXPRESSION_LIMITS.depth })
    const place = placeOf(error)
    const offset = place === undefined ? undefined : translation.offsetOf(place)
    throw compileError(source, 'syntax', 'incomplete', undefined, offset)
  }
}

class Compiler {
  private readonly source: string
  private readonly translation: Translation
  private readonly functions: readonly ExpressionFunction[]
  readonly references: Reference[] = []
  /** What a parameter of a lambda goes through, while that is a reference. */
  private readonly sources: (Reference | undefined)[] = []

  constructor(source: string, translation: Translation, functions: readonly ExpressionFunction[]) {
    this.source = source
    this.translation = translation
    this.functions = functions
  }

  compile(instructions: readonly Instruction[]): Node {
    const stack: Operand[] = []
    for (const instruction of instructions) this.step(instruction, stack)
    const result = stack.pop()
    if (!result || stack.length) throw this.incomplete()
    return this.settle(result)
  }

  private step(instruction: Instruction, stack: Operand[]): void {
    switch (instruction.type) {
      case 'IVAR':
        stack.push(this.variable(instruction.value, stack))
        break
      case 'IMEMBER':
        stack.push(this.member(this.pop(stack), this.translation.members[Number(instruction.value.slice(1))]))
        break
      case 'IFUNCALL':
        this.call(instruction.value, stack)
        break
      case 'IARRAY':
        this.list(instruction.value, stack)
        break
      case 'IEXPR':
        stack.push({ node: this.compile(instruction.value) })
        break
      case 'IOP1':
        stack.push({ node: unary(instruction.value, this.take(stack)) })
        break
      case 'IOP2':
        this.binary(instruction.value, stack)
        break
      case 'IOP3': {
        const [otherwise, then, condition] = [this.take(stack), this.take(stack), this.take(stack)]
        stack.push({ node: (frame) => (truth(condition(frame)) ? then(frame) : otherwise(frame)) })
        break
      }
      default:
        throw this.incomplete()
    }
  }

  /** A name, parameter, literal, function, lambda or object by its alias. */
  private variable(alias: string, stack: readonly Operand[]): Operand {
    const index = Number(alias.slice(1))
    const { literals, names, lambdas, parameters } = this.translation
    switch (alias.charAt(0)) {
      case 'k': {
        const literal = literals[index] ?? { value: null, offset: 0 }
        return { node: () => literal.value, constant: literal }
      }
      case 'f': {
        const callee = this.functions[index]
        if (!callee) throw this.incomplete()
        return { node: nothing, callee }
      }
      case 'l': {
        const slots = lambdas[index] ?? []
        if (slots[0] !== undefined) this.sources[slots[0]] = stack.at(-1)?.reference
        return { node: nothing, parameters: slots }
      }
      case 'o':
        return { node: nothing, object: index }
      case 'p': {
        const { slot, offset } = parameters[index] ?? { slot: 0, offset: 0 }
        const source = this.sources[slot]
        const node: Node = (frame) => frame.locals[slot] ?? null
        return source
          ? { node, reference: { ...source, offsets: source.offsets.map(() => offset) } }
          : { node }
      }
      default: {
        const { name, offset } = names[index] ?? { name: '', offset: 0 }
        return { node: nameReader(name), reference: { path: name, offsets: [offset] } }
      }
    }
  }

  private member(owner: Operand, named: { name: string; offset: number } | undefined): Operand {
    const { node } = owner
    const { name, offset } = named ?? { name: '', offset: 0 }
    const read: Node = (frame) => {
      const value = node(frame)
      if (Array.isArray(value)) spend(frame, value.length)
      return member(value, name)
    }
    return owner.reference
      ? { node: read, reference: extended(owner.reference, name, offset) }
      : { node: read }
  }

  /** What closes: a lambda, an object literal or a call. */
  private call(count: number, stack: Operand[]): void {
    const values = Array.from({ length: count }, () => this.pop(stack)).reverse()
    const { callee, object, parameters } = this.pop(stack)
    if (parameters) stack.push({ node: nothing, lambda: lambdaOf(parameters, this.settle(values[0])) })
    else if (object !== undefined) stack.push({ node: this.object(object, values) })
    else if (callee) stack.push(this.called(callee, values))
    else throw this.incomplete()
  }

  private object(index: number, values: readonly Operand[]): Node {
    const keys = this.translation.objects[index] ?? []
    const members = keys.map((key, place) => [key, this.settle(values[place])] as const)
    return (frame) => Object.fromEntries(members.map(([key, value]) => [key, value(frame)]))
  }

  private called(callee: ExpressionFunction, values: readonly Operand[]): Operand {
    const { name, min, max = Number.POSITIVE_INFINITY } = callee
    const [source, second] = values
    const { lambda } = second ?? {}
    const wantsLambda = callee.lambda === 'required' && values.length > 1 && !lambda
    if (wantsLambda) throw compileError(this.source, 'syntax', 'lambdaExpected', { name })
    if (lambda && callee.lambda === 'none') throw compileError(this.source, 'syntax', 'lambdaMisplaced')
    // An optional lambda that is left out leaves its place to what comes after it.
    const most = callee.lambda === 'optional' && !lambda ? max - 1 : max
    if (values.length < min || values.length > most) {
      const expected =
        min === most ? `${min}` : most === Number.POSITIVE_INFINITY ? `${min}+` : `${min}–${most}`
      throw compileError(this.source, 'syntax', 'argumentCount', { name, expected, found: values.length })
    }
    if (callee.lambda === 'none' || !source) {
      return { node: callee.compile(values.map((value) => this.settle(value))) }
    }
    const others = values.slice(lambda ? 2 : 1).map((value) => this.settle(value))
    const node = callee.compile([source.node, ...others], lambda)
    // Entries of the list come out as they are: `FILTER(rows, …).amount` reads `rows.amount`.
    if (callee.name !== 'MAP' && source.reference) return { node, reference: source.reference }
    // `MAP(rows, x => x.amount)` reads that column alone.
    const column = source.reference && `${source.reference.path}.`
    if (!column || !this.references.some(({ path }) => path.startsWith(column))) this.settle(source)
    return { node }
  }

  private list(count: number, stack: Operand[]): void {
    const values = this.takeMany(count, stack)
    stack.push({ node: (frame) => values.map((value) => value(frame)) })
  }

  private binary(operator: string, stack: Operand[]): void {
    if (operator === '[') {
      const key = this.pop(stack)
      stack.push(this.index(this.pop(stack), key))
      return
    }
    const right = this.take(stack)
    const left = this.take(stack)
    const build = BINARY[operator]
    if (!build) throw this.incomplete()
    stack.push({ node: build(left, right) })
  }

  /** A constant position keeps the reference whole (`items[0].amount` depends on `items.amount`); a computed one ends it. */
  private index(owner: Operand, key: Operand): Operand {
    const keyNode = this.settle(key)
    const { node, reference } = owner
    const read: Node = (frame) => {
      const value = node(frame)
      const position = keyNode(frame)
      if (typeof position === 'string' && Array.isArray(value)) spend(frame, value.length)
      return entry(value, position)
    }
    if (!reference) return { node: read }
    const { value, offset = 0 } = key.constant ?? {}
    if (typeof value === 'number') return { node: read, reference }
    if (typeof value === 'string') return { node: read, reference: extended(reference, value, offset + 1) }
    this.references.push(reference)
    return { node: read }
  }

  private pop(stack: Operand[]): Operand {
    const operand = stack.pop()
    if (!operand) throw this.incomplete()
    return operand
  }

  private take(stack: Operand[]): Node {
    return this.settle(this.pop(stack))
  }

  private takeMany(count: number, stack: Operand[]): Node[] {
    const nodes = Array.from({ length: count }, () => this.take(stack))
    return nodes.reverse()
  }

  /** The reference, if it is one, is complete: it is something the expression depends on. */
  private settle(operand: Operand | undefined): Node {
    if (!operand || operand.callee || operand.parameters || operand.object !== undefined)
      throw this.incomplete()
    if (operand.lambda) throw compileError(this.source, 'syntax', 'lambdaMisplaced')
    if (operand.reference) this.references.push(operand.reference)
    return operand.node
  }

  private incomplete(): ExpressionError {
    return compileError(this.source, 'syntax', 'incomplete')
  }
}

const nothing: Node = () => null

function extended({ path, offsets }: Reference, name: string, offset: number): Reference {
  return { path: `${path}.${name}`, offsets: [...offsets, offset] }
}

/** Work of a lambda's call beside what its body does itself. */
const CALL_WORK = 4

function lambdaOf([entrySlot = 0, indexSlot]: readonly number[], body: Node): Lambda {
  return (frame, value, index) => {
    spend(frame, CALL_WORK)
    frame.locals[entrySlot] = plain(value)
    if (indexSlot !== undefined) frame.locals[indexSlot] = index
    return body(frame)
  }
}

function nameReader(name: string): Node {
  if (isClosedName(name)) return (frame) => trouble(frame, 'missing-name', 'missingName', { name })
  return (frame) => {
    const value = frame.scope.get(name)
    return value === undefined ? trouble(frame, 'missing-name', 'missingName', { name }) : plain(value)
  }
}
