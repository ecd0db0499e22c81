import type { Reading } from '../column-data'
import { listOf, textOf } from '../json'
import type { ButtonPlan } from '../plan'

/** The documented buttons that do something here; the others are told as losses until they come. */
const KNOWN: Readonly<
  Record<string, { readonly label: string; readonly icon: string; readonly danger?: boolean }>
> = {
  add: { label: '@list.add', icon: 'Plus' },
  batchRemove: { label: '@list.batchRemove', icon: 'Delete', danger: true },
  edit: { label: '@list.edit', icon: 'Edit' },
  remove: { label: '@list.remove', icon: 'Delete', danger: true },
  detail: { label: '@list.detail', icon: 'Eye' },
}

/** What the designer calls each; a model that keeps that word gets it in the person's language. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  add: ['新增', '新建'],
  batchRemove: ['批量删除'],
  edit: ['编辑'],
  remove: ['删除'],
  detail: ['详情'],
}

/** The buttons over the list (`btnsList`) or in its rows (`columnBtnsList`). */
export function buttonsOf(
  { source, lose }: Reading,
  list: 'btnsList' | 'columnBtnsList',
): readonly ButtonPlan[] {
  if (list === 'columnBtnsList') {
    listOf(source['customBtnsList']).forEach((button, index) => {
      lose(
        `/customBtnsList/${index}`,
        '@list.customButtonNotYet',
        textOf(button['label'], String(button['value'])),
      )
    })
  }
  return listOf(source[list]).flatMap((button, index) => {
    const value = textOf(button['value'])
    const known = Object.hasOwn(KNOWN, value) ? KNOWN[value] : undefined
    const label = textOf(button['label'])
    if (!known) {
      lose(`/${list}/${index}`, '@list.buttonNotYet', label || value)
      return []
    }
    return [{ ...known, value, code: `btn_${value}`, label: labelOf(value, label, known.label) }]
  })
}

function labelOf(value: string, label: string, otherwise: string): string {
  return label === '' || WORDS[value]?.includes(label) ? otherwise : label
}
