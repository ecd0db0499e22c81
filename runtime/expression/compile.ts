import { add, divide, multiply, power, remainder, subtract } from './decimal'
import type { ExpressionError } from './expression'
import { type ExpressionFunction, functionNamed, type Node, nearestFunction } from './functions/registry'
import { type Instruction, parseInstructions, placeOf } from './instructions'
import { EXPRESSION_LIMITS } from './limits'
import { compileError, type ProblemKey } from './problems'
import { tokenize } from './tokens'
import { type Translation, translate } from './translate'
import {
  boundedText,
  compare,
  entry,
  equals,
  type Frame,
  isClosedName,
  isIn,
  member,
  numberOf,
  plain,
  textOf,
  trouble,
  truth,
} from './value'

/** A source made ready to run. */
export interface Compiled {
  readonly node: Node
  readonly dependencies: readonly string[]
}

/** What stands on the stack while instructions are walked; `path` while it is still a reference to extend. */
interface Operand {
  readonly node: Node
  readonly path?: string
  readonly constant?: { readonly value: unknown }
  readonly callee?: ExpressionFunction
}

/** Parses and compiles to closures. Throws `ExpressionError` with the place of the fault. */
export function compileSource(source: string): Compiled {
  const translation = translate(source, tokenize(source))
  const functions = translation.functions.map(({ name, offset }) => resolve(source, name, offset))
  const compiler = new Compiler(source, translation, functions)
  const node = compiler.compile(parse(source, translation))
  return { node, dependencies: compiler.dependencies() }
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
  private readonly references = new Set<string>()

  constructor(source: string, translation: Translation, functions: readonly ExpressionFunction[]) {
    this.source = source
    this.translation = translation
    this.functions = functions
  }

  dependencies(): readonly string[] {
    return [...this.references]
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
        stack.push(this.variable(instruction.value))
        break
      case 'IMEMBER':
        stack.push(
          this.member(this.pop(stack), this.translation.members[Number(instruction.value.slice(1))] ?? ''),
        )
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

  /** A name, literal or function by its alias. */
  private variable(alias: string): Operand {
    const index = Number(alias.slice(1))
    if (alias.startsWith('k')) {
      const value = this.translation.literals[index]
      return { node: () => value, constant: { value } }
    }
    const callee = this.functions[index]
    if (alias.startsWith('f') && callee) return { node: () => null, callee }
    const name = this.translation.names[index] ?? ''
    return { node: nameReader(name), path: name }
  }

  private member(owner: Operand, name: string): Operand {
    const { node } = owner
    const read: Node = (frame) => member(node(frame), name)
    return owner.path === undefined ? { node: read } : { node: read, path: `${owner.path}.${name}` }
  }

  private call(count: number, stack: Operand[]): void {
    const values = this.takeMany(count, stack)
    const { callee } = this.pop(stack)
    if (!callee) throw this.incomplete()
    const [least, most] = [callee.min, callee.max ?? Number.POSITIVE_INFINITY]
    if (count < least || count > most) {
      const expected =
        least === most ? `${least}` : most === Number.POSITIVE_INFINITY ? `${least}+` : `${least}–${most}`
      const params = { name: callee.name, expected, found: count }
      throw compileError(this.source, 'syntax', 'argumentCount', params)
    }
    stack.push({ node: callee.compile(values) })
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
    const { node } = owner
    const read: Node = (frame) => entry(node(frame), keyNode(frame))
    if (owner.path === undefined) return { node: read }
    const value = key.constant?.value
    if (typeof value === 'number') return { node: read, path: owner.path }
    if (typeof value === 'string') return { node: read, path: `${owner.path}.${value}` }
    this.references.add(owner.path)
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
  private settle(operand: Operand): Node {
    if (operand.callee) throw this.incomplete()
    if (operand.path !== undefined) this.references.add(operand.path)
    return operand.node
  }

  private incomplete(): ExpressionError {
    return compileError(this.source, 'syntax', 'incomplete')
  }
}

function nameReader(name: string): Node {
  if (isClosedName(name)) return (frame) => trouble(frame, 'missing-name', 'missingName', { name })
  return (frame) => {
    const value = frame.scope.get(name)
    return value === undefined ? trouble(frame, 'missing-name', 'missingName', { name }) : plain(value)
  }
}

function unary(operator: string, operand: Node): Node {
  if (operator === 'not') return (frame) => !truth(operand(frame))
  const sign = operator === '-' ? -1 : 1
  return (frame) => {
    const number = numberOf(operand(frame), frame)
    return number === null ? null : sign * number
  }
}

type BuildBinary = (left: Node, right: Node) => Node

/** An operator on two numbers; null, once reported, wherever there is no number. */
function arithmetic(
  work: (left: number, right: number) => number,
  key: ProblemKey = 'notANumber',
): BuildBinary {
  return (left, right) => (frame) => {
    const [x, y] = [left(frame), right(frame)]
    const a = numberOf(x, frame, key)
    const b = a === null ? null : numberOf(y, frame, key)
    return a === null || b === null ? null : finite(work(a, b), frame)
  }
}

/** As `arithmetic`, with a check of the divisor. */
function division(work: (left: number, right: number) => number): BuildBinary {
  return (left, right) => (frame) => {
    const [x, y] = [left(frame), right(frame)]
    const a = numberOf(x, frame)
    const b = a === null ? null : numberOf(y, frame)
    if (a === null || b === null) return null
    return b === 0 ? trouble(frame, 'division-by-zero', 'divisionByZero') : finite(work(a, b), frame)
  }
}

function finite(value: number, frame: Frame): number | null {
  return Number.isFinite(value) ? value : trouble(frame, 'limit', 'outOfRange')
}

function comparison(holds: (order: number) => boolean): BuildBinary {
  return (left, right) => (frame) => {
    const order = compare(left(frame), right(frame), frame)
    return order === null ? null : holds(order)
  }
}

const BINARY: Readonly<Record<string, BuildBinary | undefined>> = Object.assign(Object.create(null), {
  '+': arithmetic(add, 'joinText'),
  '-': arithmetic(subtract),
  '*': arithmetic(multiply),
  '/': division(divide),
  '%': division(remainder),
  '^': arithmetic(power),
  '||': (left, right) => (frame) => boundedText(textOf(left(frame)) + textOf(right(frame)), frame),
  '==': (left, right) => (frame) => equals(left(frame), right(frame)),
  '!=': (left, right) => (frame) => !equals(left(frame), right(frame)),
  '<': comparison((order) => order < 0),
  '<=': comparison((order) => order <= 0),
  '>': comparison((order) => order > 0),
  '>=': comparison((order) => order >= 0),
  in: (left, right) => (frame) => isIn(left(frame), right(frame)),
  and: (left, right) => (frame) => truth(left(frame)) && truth(right(frame)),
  or: (left, right) => (frame) => truth(left(frame)) || truth(right(frame)),
} satisfies Record<string, BuildBinary>)
