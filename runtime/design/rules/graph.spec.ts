import { expect, it } from 'vitest'
import { catalogue } from '../../../widgets/definitions'
import { designed } from '../../../widgets/designs'
import { DesignSession } from '../session'
import { ruleGraph } from './graph'

const field = (jnpfKey: string, formId: number, __vModel__: string, more: object = {}) => ({
  __config__: { jnpfKey, formId, label: __vModel__.toUpperCase() },
  __vModel__,
  ...more,
})
const graphOf = (fields: readonly object[]) => {
  const texts = { formData: JSON.stringify({ fields }) }
  const { nodes, edges } = ruleGraph(new DesignSession({ id: 'f', texts, widgets: { catalogue, designed } }))
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  return {
    nodes: nodes.map(
      ({ name, node, isCircular }) => `${name}${node ? '' : ' outside'}${isCircular ? ' circle' : ''}`,
    ),
    edges: edges.map(
      ({ from, to, kinds, isCircular }) =>
        `${names.get(from)} > ${names.get(to)} ${kinds.join()}${isCircular ? ' circle' : ''}`,
    ),
  }
}

it('leads from what is read to what is decided, and marks circles alone', () => {
  const graph = graphOf([
    field('inputNumber', 1, 'a', { __loam__: { formula: 'b + c' } }),
    field('inputNumber', 2, 'b', { __loam__: { formula: 'a + 1', required: 'a > 1' } }),
    field('inputNumber', 3, 'c', { __loam__: { required: 'a > 1' } }),
    field('inputNumber', 4, 'd', { __loam__: { visible: 'user.userName == "x"' } }),
    field('inputNumber', 5, 'e'),
  ])
  expect(graph.nodes).toEqual(['a circle', 'b circle', 'c', 'd', 'user outside'])
  expect(graph.edges).toEqual([
    'b > a formula circle',
    'c > a formula',
    'a > b required,formula circle',
    'a > c required',
    'user > d visible',
  ])
})

it('is empty where there are no rules', () => {
  expect(graphOf([field('input', 1, 'a')])).toEqual({ nodes: [], edges: [] })
})
