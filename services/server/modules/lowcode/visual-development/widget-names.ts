import { widgetAt } from '@runtime/form'
import { WIDGET_ALIASES } from '@runtime/form/formdata/aliases'
import type { FieldPlan, FormPlan, Loss } from '@runtime/form/plan'
import type { Translate } from '@runtime/host'
import { asRecord, parseJson } from '@runtime/json'
import { fieldOfProp, jnpfKeyOf, propOfEntry } from '@runtime/list'
import { catalogue } from '@widgets/definitions'

/** A widget as people and the document call it: 文件上传 (uploadFile). */
export function widgetTitle(name: string, translate: Translate): string {
  const definition = catalogue.byJnpfKey(name) ?? catalogue.byJnpfKey(WIDGET_ALIASES.get(name) ?? '')
  return definition ? `${translate(definition.title)} (${name})` : name
}

/** The document's name of the widget that a loss of one of its parts (`formData`, `columnData`) is about. */
export type WidgetOfLoss = (part: string, loss: Loss) => string | undefined

/** Which widget a loss is about: what its pointer leads to, in the form or in the list. */
export function widgetOfLoss({ form }: { readonly form: FormPlan }, columnData: string): WidgetOfLoss {
  const list: unknown = parseJson(columnData)
  return (part, { pointer, field }) => {
    const named = () => fieldCalled(form.fields.values(), field)?.widgetName
    if (part === 'formData') return widgetAt(form.source, pointer) ?? named()
    const [member = '', index = ''] = pointer.split('/').slice(1)
    const entries: unknown = asRecord(list)[member]
    const entry = asRecord(Array.isArray(entries) ? entries[Number(index)] : undefined)
    return fieldOfProp(form, propOfEntry(entry))?.widgetName ?? (jnpfKeyOf(entry) || named())
  }
}

function fieldCalled(fields: Iterable<FieldPlan>, name: string | undefined): FieldPlan | undefined {
  if (name === undefined) return undefined
  return [...fields].find(({ path, label }) => path === name || label === name)
}
