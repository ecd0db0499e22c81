import type { CallContext } from '../../../module'
import { refusal } from '../people/change'
import type { MenuRow } from './entries'
import { isOfModel } from './kinds'

/** Which kinds of rights of an entry are granted piece by piece; the others are open to all who see it. */
export type SwitchInput = Pick<MenuRow, 'button_switch' | 'column_switch' | 'form_switch' | 'data_switch'>

const MEMBERS = {
  button_switch: 'isButtonAuthorize',
  column_switch: 'isColumnAuthorize',
  form_switch: 'isFormAuthorize',
  data_switch: 'isDataAuthorize',
} as const satisfies Record<keyof SwitchInput, string>
const SWITCHES = Object.keys(MEMBERS) as (keyof SwitchInput)[]

type Given = { readonly [M in (typeof MEMBERS)[keyof SwitchInput]]?: number | undefined }

/** What the input says, and what it does not say as it is. */
export function switchesOf(input: Given, row?: SwitchInput): SwitchInput {
  const values = SWITCHES.map((name) => {
    const given = input[MEMBERS[name]]
    return [name, given === undefined ? (row?.[name] ?? false) : given === 1]
  })
  return Object.fromEntries(values) as SwitchInput
}

/**
 * A model's list says itself what of it is granted piece by piece: what it leaves open cannot be closed here. What shows no
 * model has no records of its own.
 * @throws ApiError 400
 */
export function demandSwitches(
  context: CallContext,
  row: MenuRow | null,
  type: number,
  next: SwitchInput,
): void {
  for (const name of SWITCHES) {
    if (!next[name] || row?.[name]) continue
    if (row?.source === 'model' && !row.origin?.[name])
      throw refusal(context, MEMBERS[name], '@menu.switchOfModel')
    if (name === 'data_switch' && !isOfModel(type)) throw refusal(context, MEMBERS[name], '@menu.noRecords')
  }
}
