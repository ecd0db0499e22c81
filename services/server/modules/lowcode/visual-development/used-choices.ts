import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { asRecord, isRecord } from '@runtime/json'
import { NAME_LENGTH } from '@services/contract/fields'

/** A choice of a dictionary as a model has it. */
export interface UsedChoice {
  readonly name: string
  readonly code: string
}

/**
 * The choices of a dictionary that a model uses: those that the designer left in the fields that name it, then the values
 * that new records begin with. Each once.
 */
export function usedChoices(form: FormPlan, dictionary: string): readonly UsedChoice[] {
  const fields = [...form.fields.values()].filter(
    ({ options }) => options?.kind === 'dictionary' && options.type === dictionary,
  )
  const found = [...fields.flatMap((field) => keptChoices(form.source, field)), ...fields.flatMap(begunWith)]
  const taken = new Set<string>()
  return found.filter(({ name, code }) => {
    if (taken.has(name) || taken.has(code)) return false
    taken.add(name).add(code)
    return true
  })
}

function keptChoices(source: unknown, field: FieldPlan): readonly UsedChoice[] {
  const siblings = field.table
    ? asRecord(rawField(asRecord(source)['fields'], field.table)?.['__config__'])['children']
    : asRecord(source)['fields']
  const options: unknown = rawField(siblings, field.name)?.['options']
  if (!Array.isArray(options)) return []
  return options.filter(isRecord).flatMap((option) => {
    const name = fitted(option['fullName'] ?? option['label'])
    const code = fitted(option['enCode'] ?? option['id'] ?? option['value'])
    return name === '' || code === '' ? [] : [{ name, code }]
  })
}

function begunWith({ defaultValue }: FieldPlan): readonly UsedChoice[] {
  const values: readonly unknown[] = Array.isArray(defaultValue) ? defaultValue.flat() : [defaultValue]
  return values.map(fitted).flatMap((value) => (value === '' ? [] : [{ name: value, code: value }]))
}

function fitted(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, NAME_LENGTH) : ''
}

function rawField(fields: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(fields)) return undefined
  for (const item of fields) {
    const field = asRecord(item)
    if (field['__vModel__'] === name) return field
    const inner = rawField(asRecord(field['__config__'])['children'], name)
    if (inner) return inner
  }
  return undefined
}
