/** What a model is written in: of its draft, or of a version. */
export interface ModelTexts {
  readonly form_data: string
  readonly column_data: string | null
  readonly app_column_data: string | null
}

/** The interfaces that a model names, by id or by code: who sees its menu entry may run them. */
export function namedIn(model: ModelTexts): ReadonlySet<string> {
  const names = new Set<string>()
  for (const text of [model.form_data, model.column_data, model.app_column_data]) gather(text, '', names)
  return names
}

const NAMING = /(?:propsUrl|interfaceId)$/i
const CALLED = /DataInterface\/([^/'"`\s]+)\//g

/** The interfaces in a model's source: of fields, sub-tables, buttons and trees by their members, of scripts by the address. */
function gather(value: unknown, member: string, names: Set<string>): void {
  if (typeof value === 'string') {
    if (NAMING.test(member)) names.add(value)
    for (const [, id = ''] of value.matchAll(CALLED)) names.add(id)
    if ((member === '' || member === 'columnData') && /^\s*[{[]/.test(value))
      gather(JSON.parse(value), '-', names)
  } else if (value !== null && typeof value === 'object')
    for (const [name, part] of Object.entries(value)) gather(part, name, names)
}
