import type { Translate } from '@runtime/host'

/** `position.update` in words: what kind of thing, and what was done to it; the code itself where there is no word. */
export function actionName(text: Translate, action: string): string {
  const [area = '', verb = ''] = action.split('.')
  const whole = wordOf(text, `@places.did.${action}`)
  if (whole) return whole
  const what = areaName(text, area)
  const did = wordOf(text, `@places.verb.${verb}`)
  return what && did ? text('@places.didToArea', { area: what, verb: did }) : action
}

/** What an area of calls is about, in words; empty where there is no word. */
export const areaName = (text: Translate, area: string): string => wordOf(text, `@places.area.${area}`)

function wordOf(text: Translate, key: string): string {
  const word = text(key)
  return word === key || word === key.slice(1) ? '' : word
}
