/** What the 3.5 designer saves where nobody wrote a script. */
export const EMPTY_SCRIPT =
  '({ data, formData, setFormData, setShowOrHide, setRequired, setDisabled, onlineUtils }) => {\n}'

/**
 * True for a script that does something. The designer saves empty bodies, and for `beforeSubmit` a promise that resolves,
 * wherever nobody wrote anything (`reference/formdata-format.md §6`).
 */
export function isWritten(script: unknown): script is string {
  if (typeof script !== 'string' || script === EMPTY_SCRIPT) return false
  const bare = script
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/[\s;]/g, '')
  if (bare === '') return false
  const start = bare.indexOf('=>')
  const body = start < 0 ? bare : bare.slice(start + 2)
  return !/^\{(returnnewPromise\(\(resolve(,reject)?\)=>\{resolve\((true)?\)\}\))?\}$/.test(body)
}

const OF_FORM = new Set(['onLoad', 'beforeSubmit', 'afterSubmit'])
const OF_FIELD = new Set(['change', 'blur', 'click', 'tabClick'])

/** Whether something happens that runs the script of this place: `onLoad`, `price.change`. */
export function isEvent(place: string): boolean {
  const dot = place.lastIndexOf('.')
  return dot < 0 ? OF_FORM.has(place) : OF_FIELD.has(place.slice(dot + 1))
}

/** A function that scripts of 3.4.1 were given and that no later version has (`reference/formdata-format.md §6`). */
export function missingFunction(script: string): string | undefined {
  return /\b[gs]etFieldOptions\b/.exec(script)?.[0]
}
