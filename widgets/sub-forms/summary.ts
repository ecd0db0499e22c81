import { compileTemplate } from '@runtime/expression'
import { displayText } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import type { Text } from '@runtime/text'
import type { Option } from '@runtime/widget/definition'

/** Fields that a summary shows where a document says none. */
const SHOWN = 2

/** How a sub-form is called while it is folded, and the fields that this comes from. */
export interface Summary {
  readonly fields: readonly FieldPlan[]
  textOf(shown: (field: FieldPlan) => string): string
}

export function summaryOf(
  columns: readonly FieldPlan[],
  title: Text | undefined,
  host: Pick<Host, 'text'>,
): Summary {
  const source = host.text(title)
  if (source === '') {
    const fields = columns.filter(({ visible, columns: inner }) => visible && !inner).slice(0, SHOWN)
    return { fields, textOf: (shown) => fields.map(shown).filter(Boolean).join(' · ') }
  }
  const template = compileTemplate(source)
  const names = new Set(template.dependencies.map((path) => path.split('.', 1)[0]))
  const fields = columns.filter(({ name }) => names.has(name))
  const byName = new Map(fields.map((field) => [field.name, field]))
  return {
    fields,
    textOf(shown) {
      const get = (name: string) => {
        const field = byName.get(name)
        return field ? shown(field) : ''
      }
      return String(template.evaluate({ get }) ?? '').trim()
    },
  }
}

/** A field's value as people read it. */
export function shownText(
  field: FieldPlan,
  value: unknown,
  options: readonly Option[] | null,
  host: Host,
  get: (path: string) => unknown,
): string {
  return displayText(field, value, { ...host, ...(options && { options }), get })
}
