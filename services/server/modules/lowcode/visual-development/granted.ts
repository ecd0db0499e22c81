import type { ListPlan } from '@runtime/list'
import { listedColumns, propOfPath } from '@runtime/list'
import type { Text } from '@runtime/text'
import { SHARE_VIEW } from '@services/contract/areas/lowcode/list-view'
import { ACTS } from '../../../right'
import type { RightCode } from '../../platform/menu/tables'
import type { ModelPlans } from './plans'

/** A model without a list says nothing of what is granted. */
const OPEN: ListPlan['permissions'] = { buttons: false, columns: false, form: false, data: false }

/** What a list gives a right for without a button of its own. */
const BESIDE: readonly RightCode[] = [
  { enCode: SHARE_VIEW, fullName: '@listView.share' },
  { enCode: ACTS.comment, fullName: '@record.comment' },
  { enCode: ACTS.attach, fullName: '@record.attachments' },
]

/** What rights can be given for: the buttons of the list and what stands beside it, its columns, and the form's fields. */
export function grantable({ form, list }: ModelPlans) {
  const buttons: RightCode[] = [...(list?.toolbar ?? []), ...(list?.row ?? [])].map((button) => ({
    enCode: button.code,
    fullName: button.text.source as Text,
  }))
  const drawn = new Set(buttons.map(({ enCode }) => enCode))
  if (list) buttons.push(...BESIDE.filter(({ enCode }) => !drawn.has(enCode)))
  const columns: RightCode[] = (list ? listedColumns(list) : []).map((column) => ({
    enCode: propOfPath(column.path),
    fullName: column.label,
  }))
  const fields: RightCode[] = [...form.fields.values()].map((field) => ({
    enCode: propOfPath(field.path),
    fullName: field.label,
  }))
  return { buttons, columns, fields, switches: list?.permissions ?? OPEN }
}
