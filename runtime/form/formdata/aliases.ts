import { asRecord } from '../../json'
import { widgetNameOf } from './widget-name'

/** Names of widgets before 3.5 (`reference/formdata-format.md §1`); all others kept theirs. */
export const WIDGET_ALIASES: ReadonlyMap<string, string> = new Map([
  ['comInput', 'input'],
  ['numInput', 'inputNumber'],
  ['date', 'datePicker'],
  ['time', 'timePicker'],
  ['uploadFz', 'uploadFile'],
  ['comSelect', 'organizeSelect'],
  ['address', 'areaSelect'],
  ['JNPFText', 'text'],
])

/** Attributes that 3.4 wrote as Element's props. `step-strictly` kept its form. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  'prefix-icon': 'prefixIcon',
  'suffix-icon': 'suffixIcon',
  'show-word-limit': 'showWordLimit',
  'show-password': 'showPassword',
  autosize: 'autoSize',
  'active-color': 'activeColor',
  'inactive-color': 'inactiveColor',
  'active-value': 'activeValue',
  'inactive-value': 'inactiveValue',
  'show-all-levels': 'showAllLevels',
  'show-alpha': 'showAlpha',
  'color-format': 'colorFormat',
  'allow-half': 'allowHalf',
  'show-text': 'showText',
  'show-score': 'showScore',
  'show-stops': 'showStops',
  'content-position': 'contentPosition',
  'tab-position': 'tabPosition',
  'show-icon': 'showIcon',
  'controls-position': 'controlsPosition',
  'show-summary': 'showSummary',
  ableDepIds: 'ableIds',
  ablePosIds: 'ableIds',
  ableUserIds: 'ableIds',
  ableRoleIds: 'ableIds',
  ableGroupIds: 'ableIds',
}

/** Attributes whose new name depends on the widget (by its 3.5 name). */
const OWN_ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rate: { max: 'count' },
  qrcode: { size: 'width' },
  text: { defaultValue: 'content' },
  groupTitle: { tipLabel: 'helpMessage' },
}

/** Dropped in 3.5: the format alone decides. */
const DROPPED = new Set(['value-format', 'picker-options'])

type Json = Readonly<Record<string, unknown>>

/** A field of any known version by 3.5 names. The original is left as it was. */
export interface NormalField extends Json {
  readonly __config__: Json
}

/** Brings a field to 3.5 names. A name that is there in its new form already is not overwritten. */
export function normaliseField(field: Json): NormalField {
  const config = asRecord(field['__config__'])
  const name = widgetNameOf(field)
  const key = WIDGET_ALIASES.get(name) ?? name
  const own = OWN_ATTRIBUTES[key] ?? {}
  const normal: Record<string, unknown> = {}
  const renamed: [string, unknown][] = []
  for (const [attribute, value] of Object.entries(field)) {
    if (DROPPED.has(attribute)) continue
    const alias = own[attribute] ?? ATTRIBUTES[attribute]
    if (alias === undefined) normal[attribute] = value
    else renamed.push([alias, value])
  }
  for (const [attribute, value] of renamed) normal[attribute] ??= value
  readSlots(normal, key)
  readProps(normal, config)
  if (key === 'text') normal['content'] ??= config['defaultValue']
  if (key === 'groupTitle') normal['helpMessage'] ??= config['tipLabel']
  if (normal['isStorage'] === undefined && config['isStorage'] !== undefined)
    normal['isStorage'] = config['isStorage']
  return { ...normal, ...readEvents(normal), __config__: { ...config, jnpfKey: key } }
}

/** `__slot__` held what stands inside the control: add-ons, a divider's text, the oldest form of options. */
function readSlots(field: Record<string, unknown>, key: string): void {
  const slot = asRecord(field['__slot__'])
  if (slot['prepend'] !== undefined) field['addonBefore'] ??= slot['prepend']
  if (slot['append'] !== undefined) field['addonAfter'] ??= slot['append']
  if (slot['options'] !== undefined) field['options'] ??= slot['options']
  if (Array.isArray(slot['options']) && !hasNames(field)) field['props'] = { label: 'label', value: 'value' }
  if (key === 'divider' && slot['default'] !== undefined) field['content'] ??= slot['default']
}

/** Where options keep value and label: in `__config__` at first, then `props.props`, at last `props`. */
function readProps(field: Record<string, unknown>, config: Json): void {
  const props = asRecord(field['props'])
  const inner = asRecord(props['props'])
  const oldest = asRecord(config['props'])
  if (Object.keys(inner).length === 0 && Object.keys(oldest).length === 0) return
  const { multiple, ...names } = inner
  const { props: _, ...outer } = props
  field['props'] = { ...oldest, ...names, ...outer }
  if (multiple !== undefined) field['multiple'] ??= multiple
}

/** Whether the field says which members of an option are its value and label; form-generator's never do. */
function hasNames(field: Json): boolean {
  return 'props' in field || 'props' in asRecord(field['__config__'])
}

function readEvents(field: Json): Json {
  const events = asRecord(field['on'])
  if (!('tab-click' in events)) return {}
  const { 'tab-click': tabClick, ...others } = events
  return { on: { tabClick, ...others } }
}
