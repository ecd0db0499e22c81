import type { FieldPlan } from '@runtime/form/plan'
import type { Option } from '@runtime/widget/definition'
import type { CallContext, Services } from '../../../../module'
import type { Lists } from '../../../platform/transfer/template'
import { hostOf } from '../host'
import { offeredOf, resolveOptions } from '../options'
import type { ImportField } from './fields'
import { readBy } from './values'

/** Choices that a template lists, by the paths of their columns: those that are the same in all records, by texts that are read as them. */
export async function listsOf(
  context: CallContext,
  services: Services,
  fields: readonly ImportField[],
): Promise<Lists> {
  const { text } = context
  const all = fields.flatMap(({ field, columns }) => (field.columns ? columns : [field]))
  const chosen = all.filter(({ options }) => options?.kind === 'static' || options?.kind === 'dictionary')
  const found = await resolveOptions(chosen, context, services)
  const lists = new Map<string, { names: readonly string[]; many?: boolean }>()
  for (const field of all) {
    const { activeTxt, inactiveTxt } = field.settings
    if (field.widget === 'switch')
      lists.set(field.path, { names: [activeTxt, inactiveTxt].map((one) => text(one as string)) })
    const options = found.get(field.path)
    if (options) lists.set(field.path, namesOf(context, field, offeredOf(options)))
  }
  return lists
}

function namesOf(context: CallContext, field: FieldPlan, options: readonly Option[]) {
  const host = { ...hostOf(context), get: () => undefined }
  const names = new Set<string>()
  let many = false
  for (const path of pathsOf(options)) {
    const [own, ...ways] = [path.at(-1), path, [path.at(-1)], [path]]
    for (const value of [own, ...ways]) {
      const shown = field.definition?.toText?.(value, field.settings, { ...host, options }) ?? ''
      const read = shown === '' ? undefined : readBy(field, shown, { ...host, options })
      if (!read || 'error' in read || JSON.stringify(read.value) !== JSON.stringify(value)) continue
      names.add(shown)
      many = field.settings['multiple'] === true || field.widget === 'checkbox'
      break
    }
  }
  return { names: [...names], many }
}

/** The values from the root down to each choice. */
function pathsOf(
  options: readonly Option[],
  above: readonly unknown[] = [],
): readonly (readonly unknown[])[] {
  return options.flatMap(({ value, children = [] }) => {
    const path = [...above, value]
    return [path, ...pathsOf(children, path)]
  })
}
