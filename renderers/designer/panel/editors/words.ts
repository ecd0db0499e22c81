import type { JsonSchema } from '@runtime/schema/json-schema'

type Words = Readonly<Record<string, string>>

const SIDES: Words = { left: 'left', center: 'center', right: 'right', top: 'top', bottom: 'bottom' }
const SIZES: Words = { mini: 'mini', small: 'small', default: 'default', large: 'large' }

/** What people call the words that a setting is one of, by setting (`design.word.*`); others are said as they are. */
const WORDS: Readonly<Record<string, Words>> = {
  type: {
    success: 'success',
    info: 'info',
    warning: 'warning',
    error: 'error',
    '': 'plain',
    primary: 'primary',
    danger: 'danger',
    text: 'link',
    currUser: 'currUser',
    currTime: 'currTime',
    currOrganize: 'currOrganize',
    currPosition: 'currPosition',
    createUser: 'createUser',
    createTime: 'createTime',
    modifyUser: 'modifyUser',
    modifyTime: 'modifyTime',
    card: 'card',
    'border-card': 'bordered',
    steps: 'steps',
  },
  selectType: { all: 'everybody', custom: 'custom', dep: 'dep', pos: 'pos', role: 'role', group: 'group' },
  dataType: { static: 'static', relation: 'relation', dynamic: 'dynamic' },
  align: SIDES,
  contentPosition: SIDES,
  tabPosition: SIDES,
  controlsPosition: { '': 'beside', right: 'right' },
  shadow: { always: 'always', hover: 'hover', never: 'never' },
  direction: { horizontal: 'horizontal', vertical: 'vertical' },
  optionType: { default: 'default', button: 'button' },
  size: SIZES,
  colorFormat: { '': 'automatic' },
  pathType: { defaultPath: 'defaultPath', selfPath: 'selfPath' },
  isAccount: { 0: 'no', 1: 'yes' },
  target: { _self: 'sameWindow', _blank: 'newWindow' },
  showLevel: { last: 'last', all: 'everybody' },
  popupType: { dialog: 'dialog', drawer: 'drawer' },
  addType: { 0: 'emptyRow', 1: 'fromInterface' },
  borderType: { solid: 'solid', dashed: 'dashed', dotted: 'dotted', none: 'none' },
  language: { expression: 'expression', text: 'plainText' },
  as: { text: 'asText', value: 'asValue', list: 'asList', object: 'asObject' },
  'names.type': { text: 'asText', number: 'number', date: 'date', switch: 'yesNo', select: 'choice' },
  'options.value': { id: 'id', enCode: 'code' },
  kind: { fixed: 'fixed', field: 'otherField', now: 'now', before: 'before', after: 'after' },
  unit: { year: 'year', month: 'month', day: 'day', hour: 'hour', minute: 'minute', second: 'second' },
}

/**
 * The words of a setting as people say them; undefined where it is not one of a few.
 * @param around the setting that it is a member of, where it is one
 */
export function wordsFor(
  name: string,
  { enum: among }: JsonSchema,
  around?: string,
): readonly string[] | undefined {
  const words = WORDS[`${around}.${name}`] ?? WORDS[name]
  if (!among || !words) return undefined
  return among.map((value) => {
    const word = Object.hasOwn(words, String(value)) ? words[String(value)] : undefined
    return word === undefined ? String(value) : `@design.word.${word}`
  })
}
