import { FormView } from '@renderers/form/form-view'
import { HostProvider } from '@renderers/host'
import { compileForm, createFormStore } from '@runtime/form'
import type { Host } from '@runtime/host'
import { collectMessages, createTranslator } from '@runtime/text'
import { catalogue } from '@widgets/definitions'
import { createRoot } from 'react-dom/client'
import { type BenchField, type BenchModel, type Contender, rowsOf } from '../model'

const areas = import.meta.glob<Record<string, unknown>>('../../../../schemas/locales/*.json', {
  eager: true,
  import: 'default',
})
const messages = collectMessages(
  Object.fromEntries(
    Object.entries(areas).map(([path, entries]) => [path.replace(/^.*\/|\.json$/g, ''), entries]),
  ),
)

/** A form that stands alone needs nothing of the outside but texts, the clock, the person and a place for a word. */
const host = {
  ...createTranslator('zh', messages),
  user: { userId: 'bench', userAccount: 'bench', userName: 'bench' },
  now: () => Date.now(),
  toast: () => {},
} as unknown as Host

/** Loam as its pages run it: a plan is compiled once a version; each opening makes a store and draws it. */
export const prepare: Contender = (model) => {
  const plan = compileForm(documentOf(model), { id: 'bench', catalogue })
  const record = model.table ? { items: rowsOf(model.table) } : {}
  return (root) => {
    const store = createFormStore(plan, host)
    store.load(record, 'new')
    createRoot(root).render(
      <HostProvider host={host}>
        <FormView store={store} />
      </HostProvider>,
    )
  }
}

function documentOf({ fields, choices, table }: BenchModel) {
  if (table) {
    const columns = Array.from({ length: table.columns }, (_, index) => ({
      name: `c${index}`,
      widget: index % 2 ? 'number-input' : 'input',
      label: `c${index}`,
    }))
    return { fields: [{ name: 'items', widget: 'sub-table', label: '明细', columns }] }
  }
  return { fields: fields.map((field) => fieldOf(field, choices)) }
}

const WIDGETS = { text: 'input', number: 'number-input', select: 'select', date: 'date-picker' } as const

function fieldOf({ name, label, kind, shownUnless }: BenchField, choices: BenchModel['choices']) {
  return {
    name,
    label,
    widget: WIDGETS[kind],
    ...(kind === 'select' ? { options: choices } : {}),
    ...(shownUnless ? { visible: `${shownUnless} != "hide"` } : {}),
  }
}
