import { relatedTo } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { HeadlessHost } from '@runtime/host'
import type { WidgetContext } from '@runtime/widget/definition'

/** The field that a path means beside another one: a column of the same sub-table first. */
function fieldBeside(form: FormPlan, { table }: FieldPlan, path: string): FieldPlan | undefined {
  return form.fields.get(`${table}.${path}`) ?? form.fields.get(path)
}

/** Fields with those that they show attributes of: the names of both are needed. */
export function withSources(form: FormPlan, fields: readonly FieldPlan[]): readonly FieldPlan[] {
  const sources = fields.flatMap((field) =>
    (field.definition?.derived?.reads(field.settings) ?? []).flatMap(
      (path) => fieldBeside(form, field, path) ?? [],
    ),
  )
  return [...new Set([...fields, ...sources])]
}

/** What the fields beside one refer to, for attributes that show a part of it. */
export function relatedIn(
  form: FormPlan,
  field: FieldPlan,
  get: (path: string) => unknown,
  host: HeadlessHost,
): NonNullable<WidgetContext['related']> {
  return (path) => {
    const source = fieldBeside(form, field, path)
    return source && relatedTo(source, get(path), host, get)
  }
}
