import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { CallContext, Services } from '../../../module'

/** Where the fields of the record itself stand. */
const RECORD = 'headTable'

/** What a sub-table is called beside its name, in the order of the form: `T1`; none that a field is called already. */
export function tableAliases({ fields }: Pick<FormPlan, 'fields'>): ReadonlyMap<string, string> {
  const tables = [...fields.values()].filter(({ columns }) => columns)
  return new Map(
    tables.flatMap(({ path }, index) => (fields.has(`T${index + 1}`) ? [] : [[path, `T${index + 1}`]])),
  )
}

/** The places that a template of a model may have: those of the record, then sub-tables with a column that is open to the caller. */
export async function placesOf(context: CallContext, services: Services, modelId: string) {
  const { form } = await services.models.current(modelId)
  const open = await services.records.openFields(context, modelId)
  const aliases = tableAliases(form)
  const place = ({ path, label, widgetName }: FieldPlan) => ({
    ...{ id: path, fullName: context.text(label) || path, jnpfKey: widgetName },
  })
  const below = (table?: string) => open.filter((field) => field.table === table && !field.columns).map(place)
  const tables = open.filter(({ columns }) => columns)
  return [
    { id: RECORD, fullName: context.text('@print.mainTable'), children: below() },
    ...tables.flatMap((table) => {
      const children = below(table.path)
      const alias = aliases.get(table.path)
      if (children.length === 0) return []
      const fullName = context.text(table.label) || table.path
      return [{ id: table.path, fullName, ...(alias !== undefined && { alias }), children }]
    }),
  ]
}
