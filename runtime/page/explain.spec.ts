import { describe, expect, it } from 'vitest'
import { scopeOf } from '../expression'
import { explainNodes } from './explain'
import { compilePage } from './index'

const { body } = compilePage(
  {
    title: '泵房',
    body: {
      node: 'stack',
      items: [
        {
          node: 'toolbar',
          items: [
            { node: 'button', text: '新增', code: 'btn_add', do: { set: { 'page.count': 1 } } },
            { node: 'button', text: '清空', disabled: 'page.count == 0', do: { set: { 'page.count': 0 } } },
            { node: 'button', text: '刷新', do: { set: { 'page.count': 2 } } },
          ],
        },
        {
          node: 'card',
          title: '明细',
          visible: 'page.count > 3',
          body: { node: 'button', text: '里面', disabled: 'true', do: { set: { 'page.count': 0 } } },
        },
      ],
    },
    state: { count: 0 },
  },
  { file: 'pages/spec.page.json' },
)
const told = (count: number, rights: readonly string[]) =>
  explainNodes(body, scopeOf({ page: { count } }), (code) => rights.includes(code)).map(
    ({ title, code, reasons }) => [
      title?.source,
      code,
      ...reasons.map(({ aspect, cause, expression, names }) => [
        aspect,
        cause,
        expression,
        names?.map(({ value }) => value),
      ]),
    ],
  )

describe('why a page is as it is', () => {
  it('is the right that is missing, or the condition with what it reads', () => {
    expect(told(0, [])).toEqual([
      ['新增', 'btn_add', ['hidden', 'right', undefined, undefined]],
      ['清空', undefined, ['disabled', 'rule', 'page.count == 0', [0]]],
      ['明细', undefined, ['hidden', 'rule', 'page.count > 3', [0]]],
    ])
  })

  it('is nothing where all of it is there; what stands in a hidden part is not asked of', () => {
    expect(told(2, ['btn_add'])).toEqual([['明细', undefined, ['hidden', 'rule', 'page.count > 3', [2]]]])
    expect(told(4, ['btn_add']).map(([title]) => title)).toEqual(['里面'])
  })
})
