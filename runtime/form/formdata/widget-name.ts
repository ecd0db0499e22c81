import { asRecord, asWord } from '../../json'

type Json = Readonly<Record<string, unknown>>

/** Every name that a widget, or a part of one, has had in a published model (`reference/formdata-format.md §1`). */
const NAMES: ReadonlySet<string> = new Set(
  `input comInput textarea inputNumber numInput JNPFAmount PsdInput switch radio checkbox select cascader treeSelect
  datePicker date timePicker time dateRange timeRange numRange uploadFile uploadFz uploadImg colorPicker rate slider editor
  link button alert text JNPFText organizeSelect comSelect depSelect posSelect userSelect roleSelect groupSelect usersSelect
  areaSelect address table popupTableSelect autoComplete billRule relationForm relationFormAttr relationFlow
  relationFlowAttr popupSelect popupAttr openData createUser createTime modifyUser modifyTime currOrganize currPosition
  currDept calculate qrcode barcode groupTitle divider collapse collapseItem tab tabItem steps stepItem row card tableGrid
  tableGridTr tableGridTd signature sign location iframe`.split(/\s+/),
)

/** Members that are known to name the widget, whatever they hold: a name that nobody knows is still its name. */
const NAMING = ['jnpfKey', 'qtKey', 'projectKey'] as const

/** Components of form-generator's models, which have no member that names the widget; without `el-` or `a-`. */
const TAGS: Readonly<Record<string, string>> = {
  input: 'input',
  'input-password': 'PsdInput',
  textarea: 'textarea',
  'input-number': 'inputNumber',
  autocomplete: 'autoComplete',
  'auto-complete': 'autoComplete',
  'radio-group': 'radio',
  'checkbox-group': 'checkbox',
  select: 'select',
  cascader: 'cascader',
  'tree-select': 'treeSelect',
  'date-picker': 'datePicker',
  'time-picker': 'timePicker',
  'range-picker': 'dateRange',
  upload: 'uploadFile',
  switch: 'switch',
  slider: 'slider',
  rate: 'rate',
  'color-picker': 'colorPicker',
  button: 'button',
  link: 'link',
  alert: 'alert',
  divider: 'divider',
  row: 'row',
  card: 'card',
}

/**
 * The widget's name as the document has it. Vendors renamed the member of `__config__` that holds it, always to something
 * that ends in `Key`: it is known by its value, since others end so too (`renderKey`, `dataKey`). Without one, the tag of
 * the component tells. Empty where nothing does.
 */
export function widgetNameOf(field: Json): string {
  const before = known.get(field)
  if (before !== undefined) return before
  const name = nameIn(field)
  known.set(field, name)
  return name
}

/** Worked out once: a node does not change. */
const known = new WeakMap<Json, string>()

function nameIn(field: Json): string {
  const config = asRecord(field['__config__'])
  const named = Object.entries(config).flatMap(([key, value]): [string, string][] =>
    key.endsWith('Key') && key !== 'renderKey' && typeof value === 'string' && value !== ''
      ? [[key, value]]
      : [],
  )
  const stated = NAMING.flatMap((key) => named.find(([name]) => name === key)?.[1] ?? [])[0]
  if (stated !== undefined) return stated
  return named.find(([, value]) => NAMES.has(value))?.[1] ?? nameByTag(field, config) ?? named[0]?.[1] ?? ''
}

function nameByTag(field: Json, config: Json): string | undefined {
  const { tag } = config
  if (typeof tag !== 'string' || tag === '')
    return config['layout'] === 'rowFormItem' && Array.isArray(config['children']) ? 'row' : undefined
  if (tag === 'tinymce') return 'editor'
  const [, component = ''] = /^(?:el|a)-(.+)$/.exec(tag) ?? []
  const name = Object.hasOwn(TAGS, component) ? TAGS[component] : undefined
  const type = asWord(field['type'])
  if (name === 'input' && type === 'textarea') return 'textarea'
  if (name === 'input' && (type === 'password' || field['show-password'] === true)) return 'PsdInput'
  if (name === 'datePicker' && type.endsWith('range')) return 'dateRange'
  if (name === 'timePicker' && field['is-range'] === true) return 'timeRange'
  return name === 'uploadFile' && isPicture(field) ? 'uploadImg' : name
}

function isPicture(field: Json): boolean {
  return /^picture/.test(asWord(field['list-type'] ?? field['listType']))
}
