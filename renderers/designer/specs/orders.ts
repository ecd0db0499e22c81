import { DesignSession } from '@runtime/design/session'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'

const field = (jnpfKey: string, formId: number, label: string, name: string, config = {}) => ({
  __config__: { jnpfKey, formId, label, span: 24, showLabel: true, visibility: ['pc', 'app'], ...config },
  __vModel__: name,
})
const holder = (
  jnpfKey: string,
  formId: number,
  children: readonly unknown[],
  members = {},
  name?: string,
) => ({
  __config__: { jnpfKey, formId, span: 24, children },
  ...members,
  ...(name && { __vModel__: name }),
})

/** A form with two fields in one line, a card, tabs and a sub-table. */
export const ORDER = {
  ...{ labelPosition: 'right', labelWidth: 100, popupType: 'fullScreen', idGlobal: 120 },
  fields: [
    field('input', 101, '单号', 'no', { span: 12 }),
    field('datePicker', 102, '日期', 'day', { span: 12 }),
    holder('card', 103, [field('input', 104, '供应商', 'supplier')], { header: '往来' }),
    holder('tab', 105, [
      {
        title: '甲',
        name: '1',
        __config__: { jnpfKey: 'tabItem', children: [field('input', 106, '说明', 'note')] },
      },
      { title: '乙', name: '2', __config__: { jnpfKey: 'tabItem', children: [] } },
    ]),
    holder(
      'table',
      108,
      [field('input', 109, '物料', 'item'), field('inputNumber', 110, '数量', 'count')],
      {},
      'items',
    ),
  ],
}

/** A designer's state over a form; as many single fields more as asked for. */
export function sessionOf(formData: object = ORDER): DesignSession {
  const texts = { formData: JSON.stringify(formData) }
  return new DesignSession({ id: 'order', texts, widgets: { catalogue, designed } })
}

export function longOrder(count: number): object {
  const more = Array.from({ length: count }, (_, index) =>
    field('input', 1000 + index, `栏 ${index}`, `f${index}`),
  )
  return { ...ORDER, idGlobal: 2000 + count, fields: [...ORDER.fields, ...more] }
}
