/**
 * True for a script that does something. The designer saves empty bodies, and for `beforeSubmit` a promise that resolves,
 * wherever nobody wrote anything (`reference/formdata-format.md §6`).
 */
export function isWritten(script: unknown): script is string {
  if (typeof script !== 'string') return false
  const bare = script
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/[\s;]/g, '')
  if (bare === '') return false
  const start = bare.indexOf('=>')
  const body = start < 0 ? bare : bare.slice(start + 2)
  return !/^\{(returnnewPromise\(\(resolve(,reject)?\)=>\{resolve\((true)?\)\}\))?\}$/.test(body)
}
