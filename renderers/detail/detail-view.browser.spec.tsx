import { compileFormData } from '@runtime/form'
import type { Host } from '@runtime/host'
import { NameCache } from '@runtime/widget/name-cache'
import { catalogue } from '@widgets/definitions'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { DetailPopup } from './detail-popup'
import { DetailView } from './detail-view'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const shows = (jnpfKey: string, label: string, more: object, config: object = {}) => ({
  __config__: { jnpfKey, label, ...config },
  ...more,
})

function open(fields: readonly object[], record: Readonly<Record<string, unknown>>, host: Host = testHost()) {
  const plan = compileFormData({ fields }, { id: 'm1', catalogue })
  drawn = draw(<DetailView plan={plan} record={record} />, host)
}

describe('a record for reading', () => {
  it('draws the codes of its values, of itself, and the texts that tell of it', async () => {
    open(
      [
        { __vModel__: 'code', __config__: { jnpfKey: 'input', label: '编号' } },
        { __vModel__: 'plot', __config__: { jnpfKey: 'select', label: '地块' } },
        shows('barcode', '条形码', { dataType: 'relation', relationField: 'code' }),
        shows('barcode', '地块码', { dataType: 'relation', relationField: 'plot' }),
        shows('qrcode', '固定', { dataType: 'static', staticText: '农场' }),
        shows('qrcode', '二维码', { dataType: 'other' }, { showLabel: true }),
        shows('text', '', { content: '编号是 ${code}' }),
      ],
      { id: 'r1', code: 'A1', plot: '甲地块', plot_id: 'P9' },
    )
    await expect.element(page.getByRole('img', { name: '条形码：A1' })).toBeVisible()
    // The raw value, not the text that stands for it.
    await expect.element(page.getByRole('img', { name: '条形码：P9' })).toBeVisible()
    await expect.element(page.getByRole('img', { name: '二维码：农场' })).toBeVisible()
    await expect.element(page.getByRole('img', { name: '本记录的二维码' })).toBeVisible()
    await expect.element(page.getByText('二维码', { exact: true })).toBeVisible()
    await expect.element(page.getByText('编号是 A1')).toBeVisible()
  })

  it('leads to a record that it names, and to none that has been deleted', async () => {
    const names = new NameCache(async (requests) =>
      requests.map(({ ids }) =>
        ids.map((id) => (id === 'old' ? { id, text: '红旗农资', gone: true } : { id, text: '昌吉水利' })),
      ),
    )
    const member = (name: string) => ({
      ...{ __vModel__: name, __config__: { jnpfKey: 'relationForm', label: name } },
      ...{ modelId: 'suppliers', relationField: 'name' },
    })
    open(
      [member('live'), member('gone')],
      { id: 'r1', live: '昌吉水利', live_id: 's1', gone: '红旗农资（已删除）', gone_id: 'old' },
      { ...testHost(), names, named: names.lookup, openRecord: () => undefined },
    )
    await expect.element(page.getByText('红旗农资（已删除）', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: '昌吉水利' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: /红旗农资/ })).not.toBeInTheDocument()
  })

  it('writes times to the minute, and a date as its field has it', async () => {
    const at = '2026-11-21 06:05:33'
    const moment = new Date(2026, 10, 21, 6, 5, 33).getTime()
    open(
      [
        { __vModel__: 'made', __config__: { jnpfKey: 'createTime', label: '创建时间' } },
        { __vModel__: 'changed', __config__: { jnpfKey: 'modifyTime', label: '修改时间' } },
        { __vModel__: 'now', __config__: { jnpfKey: 'openData', label: '当前时间' }, type: 'currTime' },
        { __vModel__: 'day', __config__: { jnpfKey: 'datePicker', label: '日期' }, format: 'yyyy-MM-dd' },
        { __vModel__: 'who', __config__: { jnpfKey: 'createUser', label: '创建人' } },
        { __vModel__: 'seen', __config__: { jnpfKey: 'datePicker', label: '查看时间' } },
        { __vModel__: 'shut', __config__: { jnpfKey: 'datePicker', label: '关闭时间' } },
      ],
      {
        id: 'r1',
        made: at,
        changed: at,
        now: at,
        day: new Date(2026, 10, 21).getTime(),
        who: '张三',
        seen: moment,
        // As the server answers: what it shows, and the value beside it.
        shut: at,
        shut_id: moment,
      },
    )
    await expect
      .poll(() =>
        [...(drawn?.place.querySelectorAll('.loam-detail-value') ?? [])].map((one) => one.textContent),
      )
      .toEqual([
        '2026-11-21 06:05',
        '2026-11-21 06:05',
        at,
        '2026-11-21',
        '张三',
        '2026-11-21 06:05',
        '2026-11-21 06:05',
      ])
  })

  it('runs no script of its buttons', async () => {
    open([shows('button', '按钮', { buttonText: '计算', on: { click: '() => go()' } })], { id: 'r1' })
    await expect
      .element(page.getByRole('button', { name: '计算' }))
      .toHaveAttribute('aria-description', '查看时不可用')
  })
})

describe('the popup of a record', () => {
  const RECORD = { id: 'r1', data: JSON.stringify({ name: '甲' }) }
  const popup = (form: object, id = 'r1', onClose: () => void = () => undefined) => {
    const fields = [{ __vModel__: 'name', __config__: { jnpfKey: 'input', label: '名称' } }]
    const plan = compileFormData({ ...form, fields }, { id: 'm1', catalogue })
    const host = testHost({ 'onlineDevelopment.dataChange': () => RECORD, 'print.options': () => [] })
    drawn = draw(
      <DetailPopup plan={plan} modelId="m1" menuId="" id={id} title="详情" onClose={onClose} />,
      host,
    )
    return host
  }

  it('has no popup to stand in where no record is named: it closes, and asks for nothing', async () => {
    let closed = 0
    const host = popup({ hasPrintBtn: true }, '', () => closed++)
    await expect.poll(() => closed).toBe(1)
    expect(page.getByRole('dialog').all()).toHaveLength(0)
    expect(host.calls).toEqual([])
  })

  it('stands where the form has it, under its own word, and opens the chooser of templates', async () => {
    popup({ hasPrintBtn: true, printButtonText: '打印单据', printId: [] })
    await page.getByRole('button', { name: '打印单据' }).click()
    const chooser = page.getByRole('dialog', { name: '请选择打印模板' })
    await expect.element(chooser).toHaveTextContent('此表单还没有打印模板')
    expect(chooser.element().getBoundingClientRect().width).toBe(400)
  })

  it('says that named templates are not there, and is absent where the form has none', async () => {
    popup({ hasPrintBtn: true, printId: ['gone', 'too'] })
    await page.getByRole('button', { name: '打 印' }).click()
    await expect
      .element(page.getByRole('dialog', { name: '请选择打印模板' }))
      .toHaveTextContent('此表单的打印模板不存在或不可用')
    drawn?.unmount()
    popup({})
    await expect.element(page.getByText('甲')).toBeVisible()
    expect(page.getByRole('button', { name: /打/ }).all()).toHaveLength(0)
  })
})
