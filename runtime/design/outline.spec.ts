import { describe, expect, it } from 'vitest'
import { catalogue } from '../../widgets/definitions'
import { addressOf } from './address'
import { openModel } from './document'
import { linesOf, nearestNode, type OutlineNode, outlineOf } from './outline'

const input = (formId: number, label: string, config = {}) => ({
  __config__: { jnpfKey: 'input', formId, label, ...config },
  __vModel__: `f${formId}`,
})
const cell = (children: readonly object[], config = {}) => ({
  __config__: { jnpfKey: 'tableGridTd', children, ...config },
})
const FIELDS = [
  {
    __config__: {
      ...{ jnpfKey: 'tab', formId: 1, label: '标签页' },
      children: [
        { title: '基本', name: '1', __config__: { children: [input(2, '名称', { required: true })] } },
        { title: '', name: '2', __config__: { jnpfKey: 'tabItem', children: [] } },
      ],
    },
  },
  {
    __config__: {
      ...{ jnpfKey: 'tableGrid', formId: 3, label: '表格' },
      children: [
        {
          __config__: {
            jnpfKey: 'tableGridTr',
            children: [cell([input(4, '甲', { noShow: true })]), cell([], { merged: true })],
          },
        },
      ],
    },
  },
  { __config__: { jnpfKey: 'card', formId: 5, label: '卡片', children: [] }, header: '明细' },
  { __config__: { jnpfKey: 'signature', formId: 2 } },
]
const { tree } = openModel({ formData: JSON.stringify({ fields: FIELDS }) })
const nodes = outlineOf(tree, catalogue)
const text = ({ level, label, title }: OutlineNode) => `${'  '.repeat(level - 1)}${label || title}`

describe('the outline', () => {
  it('has every node that is drawn, called as the form calls it', () => {
    expect(nodes.map(text)).toEqual([
      '标签页',
      '  基本',
      '    名称',
      '  @outline.pane',
      '表格',
      '  @outline.grid-row',
      '    @outline.grid-cell',
      '      甲',
      '明细',
      '@outline.unknown',
    ])
    expect(nodes.map(({ labelAt }) => labelAt?.join('.'))).toEqual([
      '__config__.label',
      'title',
      '__config__.label',
      'title',
      '__config__.label',
      undefined,
      undefined,
      '__config__.label',
      'header',
      '__config__.label',
    ])
    expect(nodes.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(['f2'])
    expect(nodes.filter(({ isHidden }) => isHidden).map(({ name }) => name)).toEqual(['f4'])
  })

  it('addresses nodes as commands do, also those that share an identity', () => {
    for (const { address, path } of nodes) expect(address).toEqual(addressOf(tree, path))
    expect(new Set(nodes.map(({ key }) => key)).size).toBe(nodes.length)
    expect(nearestNode(nodes, [...(nodes[2]?.path ?? []), '__config__', 'required'])).toBe(nodes[2])
  })

  it('closes nodes, and shows what is looked for with what it stands in', () => {
    expect(linesOf(nodes, new Set([nodes[0]?.key ?? '', nodes[5]?.key ?? ''])).map(text)).toEqual([
      ...['标签页', '表格', '  @outline.grid-row', '明细', '@outline.unknown'],
    ])
    expect(linesOf(nodes, new Set(), ({ label }) => label === '甲').map(text)).toEqual([
      ...['表格', '  @outline.grid-row', '    @outline.grid-cell', '      甲'],
    ])
  })
})
