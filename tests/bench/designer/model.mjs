/** Of twelve fields four are texts; the rest is what forms have besides. */
const KINDS = [
  'input',
  'select',
  'inputNumber',
  'input',
  'datePicker',
  'textarea',
  'radio',
  'input',
  'switch',
  'checkbox',
  'input',
  'rate',
]
const [CARDS, IN_TABS, FIELDS_OF_CARD, COLUMNS] = [20, 4, 24, 10]
/** Where the copied fields begin: no identity of the model is as high. */
const COPIES = 5000

/**
 * A form of 500 fields as version 3.5 stores it: twenty cards of 24, four of them on the panes of tabs, and two sub-tables
 * of ten columns.
 * @param {(path: string) => Promise<any>} load a module of the product
 * @returns {Promise<{ formData: object, last: string, copied: string }>} the name of the last field;
 * the text of 100 fields that were copied elsewhere
 */
export async function designedForm(load) {
  const { designed } = await load('/widgets/designs.ts')
  const { createField } = await load('/runtime/widget/design.ts')
  const widgets = [...designed.values()]
  let last = 100
  const make = (jnpfKey, label, children) => {
    const widget = widgets.find(({ definition }) => definition.jnpfKeys.includes(jnpfKey))
    last += 1
    const field = createField(widget, { id: last, label, now: 0 })
    if (children) field.__config__.children = children
    return field
  }
  const fields = (count, span, from = 0) =>
    Array.from({ length: count }, (_, at) => {
      const field = make(KINDS[(from + at) % KINDS.length], `字段 ${last}`)
      field.__config__.span = span
      return field
    })
  const card = (_, at) => ({ ...make('card', '', fields(FIELDS_OF_CARD, 12)), header: `卡片 ${at + 1}` })
  const cards = Array.from({ length: CARDS }, card)
  const tabs = make('tab', '')
  const inside = cards.splice(-IN_TABS)
  for (const [at, pane] of tabs.__config__.children.entries())
    pane.__config__.children = inside.slice((at * IN_TABS) / 2, ((at + 1) * IN_TABS) / 2)
  const tables = ['明细一', '明细二'].map((label) => make('table', label, fields(COLUMNS, 24)))
  const formData = {
    ...{ idGlobal: last, formRef: 'elForm', formModel: 'dataForm', labelWidth: 100, labelPosition: 'right' },
    ...{ popupType: 'fullScreen', fullScreenWidth: '100%', gutter: 15, span: 24 },
    fields: [...cards.slice(0, 8), tabs, tables[0], ...cards.slice(8), tables[1]],
  }
  last = COPIES
  return {
    formData,
    last: tables[1].__vModel__,
    copied: JSON.stringify({ loam: 'fields', fields: fields(100, 12) }),
  }
}
