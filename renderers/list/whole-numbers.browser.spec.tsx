import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { ModelPage } from './model-page'

const field = (name: string, jnpfKey: string, label: string, more: object = {}) => ({
  __vModel__: name,
  __config__: { jnpfKey, label, span: 24, showLabel: true },
  ...more,
})
const money = { precision: 2, thousands: true }
const fields = [
  field('no', 'input', '单号'),
  field('buyer', 'input', '客户'),
  field('place', 'input', '地址'),
  field('note', 'textarea', '备注'),
  field('amount', 'inputNumber', '很长很长的一个金额列名字', money),
  field('paid', 'inputNumber', '已付', money),
]
const widths: Record<string, number> = { no: 180, buyer: 200, place: 300, note: 320, amount: 90, paid: 120 }
const config = {
  id: 'm1',
  fullName: '订单',
  webType: '2',
  formData: JSON.stringify({ fields }),
  columnData: JSON.stringify({
    type: 1,
    showSummary: true,
    summaryField: ['amount'],
    columnList: fields.map(({ __vModel__: prop, __config__: { label, jnpfKey } }) => ({
      ...{ prop, id: prop, label, jnpfKey, width: widths[prop] },
      align: jnpfKey === 'inputNumber' ? 'right' : 'left',
    })),
    btnsList: [],
    columnBtnsList: [{ value: 'edit' }],
  }),
}
const orders = Array.from({ length: 5 }, (_, index) => ({
  id: `o${index}`,
  no: `SO-2026-00${index}`,
  buyer: '一家名字很长的客户有限责任公司',
  place: '某省某市某县某镇某村某组某号',
  note: '备注'.repeat(30),
  amount: 11_548_825,
  paid: 2_309_765.05,
}))

let drawn: ReturnType<typeof draw> | undefined
const clear = () => {
  sessionStorage.clear()
  localStorage.clear()
}
beforeEach(clear)
afterEach(async () => {
  drawn?.unmount()
  clear()
  await page.viewport(1440, 900)
})

/** Numbers of which not all is seen. */
const cut = () =>
  [...document.querySelectorAll<HTMLElement>('.loam-list *')].flatMap((one) => {
    const isNumber = one.childElementCount === 0 && /^[\d,]+\.\d\d$/.test(one.textContent ?? '')
    if (!isNumber) return []
    const around = [one, one.parentElement, one.parentElement?.parentElement]
    const { left, right } = one.getBoundingClientRect()
    const isCut = around.some((box) => {
      if (!box || getComputedStyle(box).overflowX === 'visible') return false
      const { left: from, right: to } = box.getBoundingClientRect()
      return box.scrollWidth > box.clientWidth || left < from - 0.5 || right > to + 0.5
    })
    return isCut ? [one.textContent] : []
  })
const text = () => drawn?.place.textContent ?? ''

for (const width of [1440, 1180, 390]) {
  it(`shows each number whole at ${width} px, in rows, totals and cards`, async () => {
    await page.viewport(width, 900)
    drawn = draw(
      <ModelPage modelId="m1" menuId="menu1" />,
      testHost({
        'onlineDevelopment.config': () => config,
        'onlineDevelopment.list': () => ({
          list: orders,
          pagination: { total: 500 },
          totals: { amount: 1_154_882_500 },
        }),
        'listView.list': () => ({ list: [], mayShare: 0 }),
      }),
    )
    await expect.poll(text).toContain('11,548,825.00')
    if (width > 390) {
      await expect.poll(text).toContain('1,154,882,500.00')
      // Words have left before them.
      await expect.poll(text).toContain('2,309,765.05')
    }
    expect(cut()).toEqual([])
    for (const open of page.getByRole('button', { name: /^其余/ }).all().slice(0, 1))
      await userEvent.click(open)
    await expect.poll(text).toContain('2,309,765.05')
    expect(cut()).toEqual([])
  })
}
