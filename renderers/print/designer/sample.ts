import type { Host } from '@runtime/host'
import type { Printable } from '@runtime/print'
import type { PrintField } from './editor'
import { columnOf, mainFields, subTables } from './field-items'
import type { Design } from './stored-template'

/** Rows of a sub-table. */
const ROWS = 3
const NUMBERS: readonly string[] = ['inputNumber', 'calculate', 'rate', 'slider']
const MOMENTS: readonly string[] = ['datePicker', 'createTime', 'modifyTime']
const AMOUNT = 1234.5
const DAY = 86_400_000

/** A record that nobody has written, made of the fields' names, in a template. */
export function samplePrintable(
  fields: readonly PrintField[],
  { fullName, printTemplate, pageParam }: Design & { readonly fullName: string },
  host: Pick<Host, 'text' | 'user' | 'now'>,
): Printable {
  const printTime = host.now()
  const values = (children: readonly PrintField[], row: number) =>
    Object.assign({}, ...children.map((field) => sampleValue(field, row, printTime)))
  const tables = subTables(fields).flatMap(({ id, children = [] }, at) => {
    const rows = Array.from({ length: ROWS }, (_, row) => values(children, row + 1))
    return [
      [id, rows],
      [`T${at + 1}`, rows],
    ]
  })
  const { userName: name = '', userAccount: account = '' } = host.user ?? {}
  return {
    ...{ fullName, printTemplate, pageParam, printTime },
    printData: { ...Object.fromEntries(tables), ...values(mainFields(fields), 1) },
    operatorRecordList: [
      {
        ...{ nodeName: host.text('@printDesign.sampleNode'), userName: name, handleTime: printTime },
        ...{ handleStatus: 1, handleOpinion: host.text('@printDesign.sampleOpinion') },
      },
    ],
    printer: { name, account },
  }
}

/** A field's text, and what it is made of where functions print that: numbers and moments. */
function sampleValue({ id, fullName, jnpfKey = '' }: PrintField, row: number, now: number): object {
  const name = columnOf(id)
  if (NUMBERS.includes(jnpfKey)) return { [name]: AMOUNT * row }
  if (MOMENTS.includes(jnpfKey)) {
    const moment = now - row * DAY
    return { [name]: new Date(moment).toISOString().slice(0, 10), [`${name}_id`]: moment }
  }
  return { [name]: `${fullName}${row}` }
}
