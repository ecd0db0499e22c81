import axe from 'axe-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { draw, testHost } from '../testing'
import { CHOICE_COLOURS, ChoiceTag } from './choice-tag'
import { ModelPage } from './model-page'

type Json = Record<string, unknown>

let drawn: ReturnType<typeof draw> | undefined
beforeEach(() => sessionStorage.clear())
afterEach(() => {
  drawn?.unmount()
  document.body.removeAttribute('arco-theme')
})

const field = (vModel: string, jnpfKey: string, label: string, more: Json = {}, config: Json = {}) => ({
  __vModel__: vModel,
  __config__: { jnpfKey, label, span: 24, showLabel: true, dataType: 'static', ...config },
  ...more,
})
const column = (prop: string, label: string) => ({ prop, id: prop, label })
const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `k${index}`, fullName: `甲${index}` }))

it('draws choices as tags: by their own colour, else by their place; names, several and long lists stay text', async () => {
  const host = testHost({
    'onlineDevelopment.config': () => ({
      id: 'm1',
      fullName: '机井',
      webType: '2',
      formData: JSON.stringify({
        fields: [
          field('name', 'input', '名称'),
          field('kind', 'select', '分类', { options: choices(3) }),
          field('state', 'radio', '状态', {
            options: [
              { id: 'ok', fullName: '正常', color: 'green' },
              { id: 'bad', fullName: '故障', color: 'unheard-of' },
            ],
          }),
          field('on', 'switch', '启用', { activeTxt: '是', inactiveTxt: '否' }),
          field('many', 'select', '区域', { options: choices(40) }),
        ],
      }),
      columnData: JSON.stringify({
        columnList: [
          ...[column('name', '名称'), column('kind', '分类'), column('state', '状态')],
          ...[column('on', '启用'), column('many', '区域')],
        ],
        btnsList: [],
        columnBtnsList: [],
      }),
    }),
    'onlineDevelopment.list': () => ({
      list: [
        {
          ...{ id: 'a', name: '东井', kind: '甲1', kind_id: 'k1', state: '正常', state_id: 'ok' },
          ...{ on: '是', on_id: 1, many: '甲7', many_id: 'k7' },
        },
        {
          ...{ id: 'b', name: '西井', kind: null, state: '故障', state_id: 'bad', on: '否', on_id: 0 },
          ...{ many: '甲8', many_id: 'k8' },
        },
      ],
      pagination: { total: 2 },
    }),
    'listView.list': () => ({ list: [], mayShare: 0 }),
  })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  await expect.poll(() => drawn?.place.textContent).toContain('东井')
  const tags = [...(drawn?.place.querySelectorAll('.loam-choice-value') ?? [])].map((tag) => [
    tag.textContent,
    tag.className.split('-').at(-1),
  ])
  expect(tags).toEqual([
    ['甲1', CHOICE_COLOURS[1]],
    ['正常', 'green'],
    ['是', 'green'],
    ['故障', CHOICE_COLOURS[1]],
    ['否', 'gray'],
  ])
})

it.each(['light', 'dark'])('has words that can be read on every colour, in %s', async (theme) => {
  if (theme === 'dark') document.body.setAttribute('arco-theme', 'dark')
  drawn = draw(
    <div style={{ background: 'var(--color-bg-2)' }}>
      {CHOICE_COLOURS.map((colour) => (
        <ChoiceTag key={colour} colour={colour}>
          {colour}
        </ChoiceTag>
      ))}
    </div>,
    testHost({}),
  )
  await expect.poll(() => drawn?.place.textContent).toContain('gray')
  const { violations, passes } = await axe.run(drawn.place, { runOnly: ['color-contrast'] })
  expect(violations.flatMap(({ nodes }) => nodes.map((node) => node.any[0]?.message))).toEqual([])
  expect(passes.flatMap(({ nodes }) => nodes).length).toBe(CHOICE_COLOURS.length)
  const shades = [...drawn.place.querySelectorAll('.loam-choice-value')].map(
    (tag) => getComputedStyle(tag).backgroundColor,
  )
  expect(new Set(shades).size).toBe(CHOICE_COLOURS.length)
})
