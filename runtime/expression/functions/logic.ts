import { ambient, equals, isBlank, member, textOf, trouble, truth } from '../value'
import { type ExpressionFunction, eager, lazy, type Node } from './types'

const nothing: Node = () => null

function pairs(nodes: readonly Node[]): [Node, Node][] {
  return Array.from({ length: Math.floor(nodes.length / 2) }, (_, index) => [
    nodes[index * 2] ?? nothing,
    nodes[index * 2 + 1] ?? nothing,
  ])
}

export const logicFunctions: readonly ExpressionFunction[] = [
  lazy(
    'logic',
    ['IF', '如果'],
    'condition, then, [otherwise]',
    ([condition = nothing, then = nothing, otherwise = nothing]) =>
      (frame) =>
        truth(condition(frame)) ? then(frame) : otherwise(frame),
  ),
  lazy('logic', ['IFS', '多条件'], 'condition, then, …', (nodes) => {
    const cases = pairs(nodes)
    const otherwise = nodes.length % 2 ? (nodes.at(-1) ?? nothing) : nothing
    return (frame) => (cases.find(([condition]) => truth(condition(frame)))?.[1] ?? otherwise)(frame)
  }),
  lazy('logic', ['SWITCH', '匹配'], 'value, candidate, then, …', ([value = nothing, ...nodes]) => {
    const cases = pairs(nodes)
    const otherwise = nodes.length % 2 ? (nodes.at(-1) ?? nothing) : nothing
    return (frame) => {
      const wanted = value(frame)
      return (cases.find(([candidate]) => equals(wanted, candidate(frame)))?.[1] ?? otherwise)(frame)
    }
  }),
  lazy(
    'logic',
    ['AND', '并且'],
    'condition, …',
    (nodes) => (frame) => nodes.every((node) => truth(node(frame))),
  ),
  lazy(
    'logic',
    ['OR', '或者'],
    'condition, …',
    (nodes) => (frame) => nodes.some((node) => truth(node(frame))),
  ),
  eager('logic', ['NOT', '非'], 'condition', ([value]) => !truth(value)),
  eager('logic', ['XOR', '异或'], 'condition, …', (values) => values.filter(truth).length % 2 === 1),
  lazy('logic', ['COALESCE', 'IFNULL', '空值替换'], 'value, …', (nodes) => (frame) => {
    for (const node of nodes) {
      const value = node(frame)
      if (!isBlank(value)) return value
    }
    return null
  }),
  eager('logic', ['ISEMPTY', 'ISBLANK', '是否为空'], 'value', ([value]) => isBlank(value)),
  eager('logic', ['USER', '当前用户'], '[member]', ([name = 'userName'], frame) => {
    const user = ambient(frame, 'user')
    if (user === null) return trouble(frame, 'missing-name', 'missingName', { name: 'user' })
    return member(user, textOf(name))
  }),
]
