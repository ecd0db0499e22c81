import type { Node } from '../../form/formdata/identities'
import { asRecord } from '../../json'
import type { DesignedWidget } from '../../widget/design'
import type { SettingPlace } from '../../widget/setting-place'
import { classes, flag, type MemberSetting, number, text, whole, words } from './member'

const TRIGGERS = { blur: '@design.trigger.blur', change: '@design.trigger.change' }
const DEVICES = { pc: '@design.device.pc', app: '@design.device.app' }

/** What a node is as far as the settings that all nodes share go. */
interface About {
  readonly kind: DesignedWidget['definition']['kind']
  /** Whether the node, or a new one, has a member. */
  readonly has: (...at: readonly string[]) => boolean
  readonly isText: boolean
  /** Whether people fill it in. */
  readonly isEntered: boolean
  readonly isColumn: boolean
}

/** The settings that fields have whatever their widget is (`reference/formdata-format.md §3`), each with when it has them. */
type Shared = readonly [name: string, setting: MemberSetting, isOf: (about: About) => boolean]

const always = () => true
const isField = ({ kind }: About) => kind === 'field'
const isFilled = ({ kind }: About) => kind === 'field' || kind === 'table'

function setting(
  name: string,
  at: readonly string[],
  made: Pick<MemberSetting, 'schema' | 'read' | 'write'>,
  place: SettingPlace,
  isOf: Shared[2],
): Shared {
  const schema = { title: `@design.setting.${name}`, ...made.schema }
  return [name, { ...made, at, schema, place }, isOf]
}

const config = (member: string) => ['__config__', member]

const SHARED: readonly Shared[] = [
  setting('label', config('label'), text(), { section: 'basic', format: 'text' }, always),
  setting('name', ['__vModel__'], text(), { section: 'basic', format: 'name' }, ({ has }) =>
    has('__vModel__'),
  ),
  setting('tipLabel', config('tipLabel'), text(), { section: 'basic', format: 'text' }, isFilled),
  setting(
    'placeholder',
    ['placeholder'],
    text(),
    { section: 'basic', format: 'text' },
    ({ kind, has }) => kind === 'field' && has('placeholder'),
  ),
  setting(
    'defaultValue',
    config('defaultValue'),
    whole({}),
    { section: 'data', format: 'value' },
    ({ isEntered }) => isEntered,
  ),
  setting('isStorage', ['isStorage'], flag(false), { section: 'data' }, ({ has }) => has('isStorage')),
  setting('disabled', ['disabled'], flag(false), { section: 'look' }, isFilled),
  setting('noShow', config('noShow'), flag(false), { section: 'look' }, always),
  setting('visibility', config('visibility'), words(DEVICES), { section: 'look' }, always),
  setting(
    'showLabel',
    config('showLabel'),
    flag(true),
    { section: 'look' },
    ({ kind }) => kind === 'field' || kind === 'display',
  ),
  setting(
    'labelWidth',
    config('labelWidth'),
    number({ minimum: 0, maximum: 1000 }),
    { section: 'look', when: 'showLabel', advanced: true },
    ({ kind }) => kind === 'field' || kind === 'display',
  ),
  setting(
    'span',
    config('span'),
    number({ minimum: 1, maximum: 24 }),
    { section: 'look' },
    ({ isColumn }) => !isColumn,
  ),
  setting(
    'columnWidth',
    ['columnWidth'],
    number({ minimum: 0, maximum: 2000 }),
    { section: 'look' },
    ({ isColumn }) => isColumn,
  ),
  setting(
    'styleWidth',
    ['style', 'width'],
    text(),
    { section: 'look', format: 'length', advanced: true },
    isField,
  ),
  setting('className', config('className'), classes(), { section: 'look', advanced: true }, always),
  setting('required', config('required'), flag(false), { section: 'check' }, isFilled),
  setting('unique', config('unique'), flag(false), { section: 'check' }, ({ has }) =>
    has('__config__', 'unique'),
  ),
  setting(
    'regList',
    config('regList'),
    whole({ type: 'array', items: { type: 'object' } }),
    { section: 'check', format: 'pattern' },
    ({ kind, isText, has }) => kind === 'field' && (isText || has('__config__', 'regList', '0')),
  ),
  setting('trigger', config('trigger'), trigger(), { section: 'check', advanced: true }, isField),
  ...(['label', 'tipLabel'] as const).map((of) =>
    setting(
      `${of}I18nCode`,
      config(`${of}I18nCode`),
      text(),
      { section: 'basic', advanced: true },
      ({ has }) => has('__config__', `${of}I18nCode`),
    ),
  ),
  setting(
    'placeholderI18nCode',
    ['placeholderI18nCode'],
    text(),
    { section: 'basic', advanced: true },
    ({ has }) => has('placeholderI18nCode'),
  ),
]

/** When a field is checked: one word, or in a list several. */
function trigger(): Pick<MemberSetting, 'schema' | 'read' | 'write'> {
  const list = words(TRIGGERS)
  return {
    ...list,
    read: (stored) => (stored === undefined ? undefined : list.read([stored].flat())),
    write: (value, before) => {
      const said = list.write(value, []) as readonly unknown[]
      return said.length === 1 && !Array.isArray(before) ? said[0] : said
    },
  }
}

/** The shared settings that a node of a widget has; `made` is a new one of it. */
export function sharedSettings(
  { definition, design }: DesignedWidget,
  node: Node,
  made: Node,
): ReadonlyMap<string, MemberSetting> {
  const about: About = {
    kind: definition.kind,
    has: (...at) => hasMember(node, at) || hasMember(made, at),
    isText: definition.group === 'text',
    // Files belong to one record.
    isEntered:
      definition.kind === 'field' &&
      definition.group !== 'file' &&
      definition.server === undefined &&
      design.isNamed !== false,
    isColumn: asRecord(node['__config__'])['isSubTable'] === true,
  }
  const own = new Set(Object.keys(definition.settings.properties))
  return new Map(
    SHARED.flatMap(([name, one, isOf]) => (isOf(about) && !own.has(name) ? [[name, one] as const] : [])),
  )
}

function hasMember(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? hasMember((value as Readonly<Record<string, unknown>>)[key], rest)
    : false
}

/** Scripts of a node, by event: those that its widget has and those that it carries. */
export function eventSettings({ design }: DesignedWidget, node: Node): ReadonlyMap<string, MemberSetting> {
  const carried = Object.keys(asRecord(node['on']))
  const events = new Set([...(design.events ?? []), ...carried])
  return new Map([...events].map((event) => [`on_${event}`, script(['on', event], event)]))
}

/** A script at a place, for an event. */
export function script(at: readonly string[], event: string): MemberSetting {
  const known = ['change', 'blur', 'click', 'tabClick', 'onLoad', 'beforeSubmit', 'afterSubmit']
  const title = known.includes(event) ? `@design.event.${event}` : event
  return { ...text(), at, schema: { type: 'string', title }, place: { section: 'events', format: 'script' } }
}
