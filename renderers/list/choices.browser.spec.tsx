import { CHOICE_COLOURS } from '@runtime/widget/choice-colour'
import { ChoiceTag } from '@widgets/shared/choice-tag'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draw, testHost } from '../testing'
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
const item = (id: string, fullName: string, color: string) => ({
  id,
  fullName,
  enCode: id,
  color,
  children: [],
})
const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `k${index}`, fullName: `甲${index}` }))

it('draws states as tags of their colours, grey where they have none; what has no colours at all is plain text', async () => {
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
          field('result', 'select', '结论', {}, { dataType: 'dictionary', dictionaryType: 'result' }),
          field('crop', 'select', '作物', {}, { dataType: 'dictionary', dictionaryType: 'crop' }),
          field('on', 'switch', '启用', { activeTxt: '是', inactiveTxt: '否' }),
          field('many', 'select', '区域', { options: choices(40) }),
        ],
      }),
      columnData: JSON.stringify({
        columnList: [
          ...[column('name', '名称'), column('kind', '分类'), column('state', '状态')],
          ...[column('on', '启用'), column('many', '区域')],
          ...[column('result', '结论'), column('crop', '作物')],
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
          ...{ result: '异常', result_id: 'r2', crop: '棉花', crop_id: 'c1' },
        },
        {
          ...{ id: 'b', name: '西井', kind: null, state: '故障', state_id: 'bad', on: '否', on_id: 0 },
          ...{ many: '甲8', many_id: 'k8', result: '未查', result_id: 'r3', crop: '玉米', crop_id: 'c2' },
        },
      ],
      pagination: { total: 2 },
    }),
    'dictionaryData.optionsOf': () => ({
      result: { list: [item('r1', '正常', 'green'), item('r2', '异常', 'red'), item('r3', '未查', '')] },
      crop: { list: [item('c1', '棉花', ''), item('c2', '玉米', '')] },
    }),
    'dictionaryData.options': ({ id }) =>
      id === 'result'
        ? { list: [item('r1', '正常', 'green'), item('r2', '异常', 'red'), item('r3', '未查', '')] }
        : { list: [item('c1', '棉花', ''), item('c2', '玉米', '')] },
    'listView.list': () => ({ list: [], mayShare: 0 }),
  })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  await expect.poll(() => drawn?.place.textContent).toContain('东井')
  const tags = () =>
    [...(drawn?.place.querySelectorAll('.loam-choice-value') ?? [])].map((tag) => [
      tag.textContent,
      tag.className.split('-').at(-1),
    ])
  await expect.poll(tags).toEqual([
    ['正常', 'green'],
    ['异常', 'red'],
    ['故障', 'gray'],
    ['未查', 'gray'],
  ])
  for (const plain of ['甲1', '是', '棉花', '玉米']) expect(drawn.place.textContent).toContain(plain)
})

it('draws states of sub-tables as tags too, in the rows of a list and in a record that is read', async () => {
  const checks = [{ item: '阀门', result: '异常', result_id: 'r2' }]
  const host = testHost({
    'onlineDevelopment.config': () => ({
      ...{ id: 'm1', fullName: '巡检', webType: '2' },
      formData: JSON.stringify({
        fields: [
          field('name', 'input', '名称'),
          field(
            'checks',
            'table',
            '检查',
            {},
            {
              children: [
                field('item', 'input', '检查项'),
                field('result', 'select', '结果', {}, { dataType: 'dictionary', dictionaryType: 'result' }),
              ],
            },
          ),
        ],
      }),
      columnData: JSON.stringify({
        columnList: [
          column('name', '名称'),
          column('checks-item', '检查项'),
          column('checks-result', '结果'),
        ],
        ...{ btnsList: [], columnBtnsList: [{ value: 'detail', label: '详情' }] },
      }),
    }),
    'onlineDevelopment.list': () => ({
      list: [{ id: 'a', name: '东井', checks }],
      pagination: { total: 1 },
    }),
    'onlineDevelopment.dataChange': ({ id }) => ({ id, data: JSON.stringify({ name: '东井', checks }) }),
    'onlineDevelopment.history': () => ({ list: [], hasMore: false }),
    'recordComment.list': () => ({ list: [], total: 0, hasMore: false }),
    'recordPage.related': () => ({ list: [] }),
    'recordFile.list': () => ({ list: [] }),
    'dictionaryData.options': () => ({ list: [item('r1', '正常', 'green'), item('r2', '异常', 'red')] }),
    'listView.list': () => ({ list: [], mayShare: 0 }),
  })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  const tag = (within: string) => document.querySelector(`${within} .loam-choice-value-red`)?.textContent
  await expect.poll(() => tag('.loam-list-row')).toBe('异常')
  await page.getByText('东井').click()
  await expect.poll(() => tag('.loam-table')).toBe('异常')
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
