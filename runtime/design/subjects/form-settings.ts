import type { SettingPlace } from '../../widget/setting-place'
import { script } from './field-settings'
import { classes, code, flag, type MemberSetting, number, text, whole, word } from './member'
import { ruleSettings } from './rule-settings'

type Made = Pick<MemberSetting, 'schema' | 'read' | 'write'>

function setting(name: string, made: Made, place: SettingPlace): readonly [string, MemberSetting] {
  const schema = { title: `@design.form.${name}`, ...made.schema }
  return [name, { ...made, at: [name], schema, place }]
}

/** A button: whether it is there, and what it says. */
function button(has: string, says: string, unsaid: boolean): readonly (readonly [string, MemberSetting])[] {
  return [
    setting(has, flag(unsaid), { section: 'data' }),
    setting(says, text(), { section: 'data', when: has, format: 'text' }),
  ]
}

/** Ids in a list; older versions stored one as a text. */
const prints: Made = {
  ...whole({ type: 'array', items: { type: 'string' } }),
  read: (stored) => {
    const ids = [stored ?? []].flat().filter((id) => typeof id === 'string' && id !== '')
    return ids.length === 0 ? undefined : ids
  },
  write: (value, before) =>
    typeof before === 'string' && Array.isArray(value) && value.length < 2 ? (value[0] ?? '') : value,
}

/** Settings of the form itself (`reference/formdata-format.md §2`). */
export const formSettings: ReadonlyMap<string, MemberSetting> = new Map([
  setting(
    'popupType',
    word(
      {
        general: '@design.popup.general',
        fullScreen: '@design.popup.fullScreen',
        drawer: '@design.popup.drawer',
      },
      'general',
    ),
    { section: 'basic' },
  ),
  setting('generalWidth', text(), { section: 'basic', format: 'length', when: "popupType == 'general'" }),
  setting('fullScreenWidth', text(), {
    section: 'basic',
    format: 'length',
    when: "popupType == 'fullScreen'",
  }),
  setting('drawerWidth', text(), { section: 'basic', format: 'length', when: "popupType == 'drawer'" }),
  ...button('hasConfirmBtn', 'confirmButtonText', true),
  ...button('hasConfirmAndAddBtn', 'confirmAndAddText', true),
  ...button('hasCancelBtn', 'cancelButtonText', true),
  ...button('hasPrintBtn', 'printButtonText', false),
  setting('printId', prints, { section: 'data', format: 'print', when: 'hasPrintBtn' }),
  setting(
    'labelPosition',
    word(
      { left: '@design.position.left', right: '@design.position.right', top: '@design.position.top' },
      'right',
    ),
    { section: 'look' },
  ),
  setting('labelWidth', number({ minimum: 0, maximum: 1000 }), {
    section: 'look',
    when: "labelPosition != 'top'",
  }),
  setting(
    'size',
    word({ medium: '@design.size.medium', small: '@design.size.small', mini: '@design.size.mini' }, 'small'),
    { section: 'look' },
  ),
  setting('gutter', number({ minimum: 0, maximum: 100 }), { section: 'look', advanced: true }),
  setting('span', number({ minimum: 1, maximum: 24 }), { section: 'look', advanced: true }),
  setting('disabled', flag(false), { section: 'look', advanced: true }),
  setting('className', classes(), { section: 'look', advanced: true }),
  setting('formStyle', text(), { section: 'look', advanced: true }),
  setting('classJson', text(), { section: 'look', format: 'css', advanced: true }),
  setting('concurrencyLock', flag(false), { section: 'check' }),
  setting('logicalDelete', flag(false), { section: 'check' }),
  setting(
    'primaryKeyPolicy',
    code(
      [
        [1, '@design.key.snowflake'],
        [2, '@design.key.increment'],
      ],
      1,
    ),
    { section: 'check', advanced: true },
  ),
  ...(['onLoad', 'beforeSubmit', 'afterSubmit'] as const).map(
    (event) => [event, script(['funcs', event], event)] as const,
  ),
])

/** Settings of parts of containers: a pane, a cell of a grid. */
export const partSettings: Readonly<Record<string, ReadonlyMap<string, MemberSetting>>> = {
  pane: new Map([
    part('title', ['title'], text(), { section: 'basic', format: 'text' }),
    part('paneName', ['name'], text(), { section: 'basic', advanced: true }),
    ...ruleSettings(['visible']),
  ]),
  'grid-cell': new Map([
    part('backgroundColor', ['__config__', 'backgroundColor'], text(), { section: 'look', format: 'color' }),
    part('width', ['__config__', 'width'], text(), { section: 'look', format: 'length' }),
    part('height', ['__config__', 'height'], text(), { section: 'look', format: 'length' }),
  ]),
  'grid-row': new Map(),
}

function part(
  name: string,
  at: readonly string[],
  made: Made,
  place: SettingPlace,
): readonly [string, MemberSetting] {
  return [name, { ...made, at, schema: { title: `@design.part.${name}`, ...made.schema }, place }]
}
