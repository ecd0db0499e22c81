import type { Text } from '../text'

/** Something that a script finds in its parameter object (`reference/formdata-format.md §6`). */
export interface ScriptParameter {
  readonly name: string
  /** How it is called; of what is no function the empty text. */
  readonly signature: string
  readonly about: Text
}

/** A script of a form or a list, as far as it decides what the script is given. */
export interface ScriptEvent {
  /** `onLoad`, `change`. */
  readonly name: string
  /** Whether it is a column's: it runs in a row. */
  readonly inRow: boolean
  /** Whether it is a list's, over a record: there is no form. */
  readonly ofList?: boolean
}

/** A button of a list's row is pressed (`reference/columndata-format.md §1`). */
export const BUTTON_PRESS: ScriptEvent = { name: 'press', inRow: false, ofList: true }

const SETTERS: readonly ScriptParameter[] = [
  { name: 'setFormData', signature: '(name, value, rowIndex?)', about: '@scripts.about.setFormData' },
  { name: 'setShowOrHide', signature: '(name, shown, rowIndex?)', about: '@scripts.about.setShowOrHide' },
  { name: 'setRequired', signature: '(name, required, rowIndex?)', about: '@scripts.about.setRequired' },
  { name: 'setDisabled', signature: '(name, disabled, rowIndex?)', about: '@scripts.about.setDisabled' },
]
const REQUEST: ScriptParameter = {
  name: 'request',
  signature: "(url, method = 'GET', data?)",
  about: '@scripts.about.request',
}

/** Members of `onlineUtils`. */
export const SCRIPT_UTILITIES: readonly ScriptParameter[] = [
  { name: 'getUserInfo', signature: '()', about: '@scripts.about.getUserInfo' },
  { name: 'getDeviceInfo', signature: '()', about: '@scripts.about.getDeviceInfo' },
  REQUEST,
  { name: 'route', signature: '(path)', about: '@scripts.about.route' },
  { name: 'toast', signature: "(message, type = 'info', milliseconds?)", about: '@scripts.about.toast' },
]

const OF_FORM = new Set(['onLoad', 'beforeSubmit', 'afterSubmit'])

const UTILITIES: ScriptParameter = {
  name: 'onlineUtils',
  signature: '',
  about: '@scripts.about.onlineUtils',
}

const OF_BUTTON: readonly ScriptParameter[] = [
  { name: 'data', signature: '', about: '@scripts.about.row' },
  { name: 'index', signature: '', about: '@scripts.about.index' },
  { name: 'refresh', signature: '()', about: '@scripts.about.refresh' },
  UTILITIES,
  REQUEST,
]

/** What the script of an event is given. */
export function parametersOf({ name, inRow, ofList }: ScriptEvent): readonly ScriptParameter[] {
  if (ofList) return OF_BUTTON
  return [
    ...(OF_FORM.has(name) ? [] : [{ name: 'data', signature: '', about: '@scripts.about.data' }]),
    { name: 'formData', signature: '', about: '@scripts.about.formData' },
    ...SETTERS,
    ...(inRow ? [{ name: 'rowIndex', signature: '', about: '@scripts.about.rowIndex' }] : []),
    UTILITIES,
    REQUEST,
  ]
}

/** An empty script for an event: it counts as not written. */
export function scriptStub(event: ScriptEvent): string {
  // `onlineUtils` has it too.
  const names = parametersOf(event).flatMap(({ name }) => (name === REQUEST.name ? [] : [name]))
  const body =
    event.name === 'beforeSubmit' ? '  return new Promise((resolve, reject) => {\n    resolve()\n  })\n' : ''
  return `({ ${names.join(', ')} }) => {\n${body}}`
}
