import { add, divide, multiply, power, remainder, subtract } from './decimal'
import type { Node } from './functions/registry'
import type { ProblemKey } from './problems'
import {
  boundedText,
  compare,
  equals,
  type Frame,
  isIn,
  numberOf,
  spendOn,
  textOf,
  trouble,
  truth,
} from './value'

export function unary(operator: string, operand: Node): Node {
  if (operator === 'not') return (frame) => !truth(operand(frame))
  const sign = operator === '-' ? -1 : 1
  return (frame) => {
    const number = numberOf(operand(frame), frame)
    return number === null ? null : sign * number
  }
}

export type BuildBinary = (left: Node, right: Node) => Node

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

/** An operator that may go through lists and texts. */
function spending(work: (left: unknown, right: unknown, frame: Frame) => unknown): BuildBinary {
  return (left, right) => (frame) => {
    const [a, b] = [left(frame), right(frame)]
    spendOn(a, frame)
    spendOn(b, frame)
    return work(a, b, frame)
  }
}

export const BINARY: Readonly<Record<string, BuildBinary | undefined>> = Object.assign(Object.create(null), {
  '+': arithmetic(add, 'joinText'),
  '-': arithmetic(subtract),
  '*': arithmetic(multiply),
  '/': division(divide),
  '%': division(remainder),
  '^': arithmetic(power),
  '||': spending((a, b, frame) => boundedText(textOf(a) + textOf(b), frame)),
  '==': spending((a, b) => equals(a, b)),
  '!=': spending((a, b) => !equals(a, b)),
  '<': comparison((order) => order < 0),
  '<=': comparison((order) => order <= 0),
  '>': comparison((order) => order > 0),
  '>=': comparison((order) => order >= 0),
  in: spending((a, b) => isIn(a, b)),
  and: (left, right) => (frame) => truth(left(frame)) && truth(right(frame)),
  or: (left, right) => (frame) => truth(left(frame)) || truth(right(frame)),
} satisfies Record<string, BuildBinary>)
