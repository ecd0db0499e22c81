import '../../shell/base.css'
import { DesignSession } from '@runtime/design/session'
import { CallError } from '@runtime/host'
import { createField } from '@runtime/widget/design'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { SettingsInspector } from './index'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

function made(key: string, id: number, name: string, label: string, config: object = {}) {
  const widget = designed.get(key)
  if (!widget) throw new Error(key)
  const field = { ...createField(widget, { id, label, now: 0 }), __vModel__: name } as Record<string, unknown>
  return { ...field, __config__: { ...(field['__config__'] as object), ...config } }
}

type Input = Readonly<Record<string, unknown>>

it('asks an interface with test values, and takes the members of choices from its answer', async () => {
  const asked: unknown[] = []
  const host = testHost({
    'dataInterface.selector': () => ({
      list: [{ id: 'c', fullName: '类', children: [{ id: 'i1', fullName: '物料' }] }],
    }),
    'dataInterface.params': () => [
      { field: 'kind', fieldName: '类别' },
      { field: 'farm', fieldName: '农场' },
    ],
    'dataInterface.fields': () => ({ list: [] }),
    'dataInterface.preview': (input: Input) => {
      const { paramList } = input as { readonly paramList: readonly Input[] }
      asked.push(paramList)
      if (paramList[0]?.['defaultValue'] === 'bad') throw new CallError(400, '接口参数错误')
      return [
        { code: 'A1', title: '化肥' },
        { code: 'A2', title: '种子' },
      ]
    },
  })
  const templateJson = [
    { field: 'kind', relationField: 'sort', defaultValue: '' },
    { field: 'farm', relationField: '', defaultValue: 'f1' },
  ]
  const formData = JSON.stringify({
    idGlobal: 110,
    fields: [
      made('input', 100, 'sort', '类别'),
      made('select', 101, 'material', '物料', { dataType: 'dynamic', propsUrl: 'i1', templateJson }),
    ],
  })
  const session = new DesignSession({ id: 'm', texts: { formData }, widgets: { catalogue, designed } })
  session.select({ nodes: [{ part: 'formData', node: 101, path: [] }] })
  drawn = draw(
    <div style={{ width: 320, background: 'var(--color-bg-2)' }}>
      <SettingsInspector session={session} />
    </div>,
    host,
    'auto',
  )
  await expect.element(page.getByText('“类别”改变时，本字段的值会被清空')).toBeVisible()
  const kind = page.getByRole('textbox', { name: 'kind 的测试值', exact: true })
  await expect.element(page.getByRole('textbox', { name: 'farm 的测试值', exact: true })).toHaveValue('f1')
  await userEvent.fill(kind, 'bad')
  await page.getByRole('button', { name: '测试接口' }).click()
  await expect.element(page.getByText('接口参数错误')).toBeVisible()
  await userEvent.fill(kind, 'seed')
  await page.getByRole('button', { name: '测试接口' }).click()
  const answer = page.getByRole('region', { name: '接口返回的数据' })
  await expect.element(answer.getByRole('cell', { name: '种子' })).toBeVisible()
  expect(asked.at(-1)).toEqual([
    { field: 'kind', defaultValue: 'seed' },
    { field: 'farm', defaultValue: 'f1' },
  ])
  await expect.element(page.getByText('返回的数据中没有“fullName”')).toBeVisible()
  expect(session.history.texts.formData).toBe(formData)
  await page.getByRole('combobox', { name: '名称的字段', exact: true }).click()
  await page.getByRole('option', { name: 'title', exact: true }).click()
  await expect
    .poll(() => JSON.parse(session.history.texts.formData ?? '').fields[1].props.label)
    .toBe('title')
  await expect.element(answer.getByRole('columnheader', { name: 'title 名称的字段' })).toBeVisible()
})
