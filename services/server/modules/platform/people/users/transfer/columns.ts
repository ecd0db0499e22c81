import type { Translate } from '@runtime/host'
import type { PeopleKind } from '@runtime/widget/named'
import type { ImportColumn, ImportHead } from '../../../transfer/heads'
import type { Lists } from '../../../transfer/template'
import type { Choice, Chosen } from '../person-file'

/** How a column's cells are written and read. */
export type Cells =
  | { readonly kind: 'text' | 'number' | 'date' }
  /** Units, positions, roles, groups or a person, by name. */
  | { readonly kind: 'named'; readonly of: PeopleKind; readonly many: boolean }
  /** An item of a dictionary, by its name or its code. */
  | { readonly kind: 'chosen'; readonly from: Chosen }
  /** One of few, by what each is called. */
  | { readonly kind: 'one'; readonly of: readonly (readonly [value: number, title: string])[] }

/** A column of people’s spreadsheets: a member of the contract’s person. */
export interface PersonColumn {
  readonly id: string
  readonly title: string
  readonly required?: true
  readonly cells: Cells
}

export const DATE = 'yyyy-MM-dd'
/** Choices that a help names; of more it says that there are more. */
const NAMED = 20

const TEXT: Cells = { kind: 'text' }
const column = (id: string, title: string, cells: Cells = TEXT): PersonColumn => ({ id, title, cells })
const due = (id: string, title: string, cells: Cells = TEXT): PersonColumn => ({
  ...column(id, title, cells),
  required: true,
})
const named = (of: PeopleKind, many = true): Cells => ({ kind: 'named', of, many })
const chosen = (from: Chosen): Cells => ({ kind: 'chosen', from })

/** In the order of a sheet. There is no password among them, nor what only the server knows. */
export const COLUMNS: readonly PersonColumn[] = [
  due('account', '@places.fact_account'),
  due('realName', '@places.field_realName'),
  column('gender', '@places.field_gender', {
    kind: 'one',
    of: [1, 2, 3, 0].map((value) => [value, `@places.gender_${value}`] as const),
  }),
  column('email', '@places.field_email'),
  due('organizeIds', '@places.fact_organize', named('organize')),
  column('managerId', '@permission.manager', named('user', false)),
  column('positionIds', '@places.fact_position', named('position')),
  column('ranks', '@permission.ranks', chosen('ranks')),
  column('jobTitle', '@permission.jobTitle'),
  column('roleIds', '@places.fact_role', named('role')),
  column('groupIds', '@places.area.group', named('group')),
  column('sortCode', '@common.sort', { kind: 'number' }),
  column('enabledMark', '@common.status', {
    kind: 'one',
    of: [
      [1, '@common.enabled'],
      [0, '@common.disabled'],
    ],
  }),
  column('description', '@common.description'),
  column('nation', '@permission.nation', chosen('nation')),
  column('nativePlace', '@permission.nativePlace'),
  column('entryDate', '@permission.entryDate', { kind: 'date' }),
  column('certificatesType', '@permission.certificatesType', chosen('certificatesType')),
  column('certificatesNumber', '@permission.certificatesNumber'),
  column('education', '@permission.education', chosen('education')),
  column('birthday', '@permission.birthday', { kind: 'date' }),
  column('telePhone', '@permission.telephone'),
  column('landline', '@permission.landline'),
  column('mobilePhone', '@places.field_mobilePhone'),
  column('urgentContacts', '@permission.urgentContacts'),
  column('urgentTelePhone', '@permission.urgentTelePhone'),
  column('postalAddress', '@permission.postalAddress'),
]

type Choices = ReadonlyMap<Chosen, readonly Choice[]>

/** The columns as an import tells them. */
export function personHeads(text: Translate, choices: Choices): readonly ImportHead[] {
  return COLUMNS.map(({ id, title, required = false, cells }) => ({
    ...{ id, fullName: text(title), jnpfKey: widgetOf(cells), required },
    ...{ help: helpOf(text, cells, required, choices), reads: READS[cells.kind] },
  }))
}

const READS: Readonly<Record<Cells['kind'], ImportColumn['reads']>> = {
  ...{ text: 'digits', number: 'number', date: 'moment', named: 'text', chosen: 'text', one: 'text' },
}
const WIDGETS: Partial<Record<PeopleKind, string>> = {
  ...{ organize: 'organizeSelect', position: 'posSelect', role: 'roleSelect', group: 'groupSelect' },
  user: 'userSelect',
}

/** What the documented client calls the widget of a column. */
function widgetOf(cells: Cells): string {
  if (cells.kind === 'named') return WIDGETS[cells.of] ?? 'input'
  if (cells.kind === 'number') return 'inputNumber'
  if (cells.kind === 'date') return 'datePicker'
  return cells.kind === 'text' ? 'input' : 'select'
}

function helpOf(text: Translate, cells: Cells, required: boolean, choices: Choices): string {
  const parts = required ? [text('@transfer.helpRequired')] : []
  if (cells.kind === 'date') parts.push(text('@transfer.helpFormat', { format: DATE }))
  if (cells.kind === 'named') {
    parts.push(text('@transfer.helpNames'))
    if (cells.many) parts.push(text('@transfer.helpMany'))
  }
  const labels = labelsOf(text, cells, choices)
  if (labels.length > 0) {
    const more = labels.length > NAMED ? '…' : ''
    parts.push(text('@transfer.helpChoices', { names: labels.slice(0, NAMED).join('、') + more }))
  }
  return parts.join('\n')
}

function labelsOf(text: Translate, cells: Cells, choices: Choices): readonly string[] {
  if (cells.kind === 'one') return cells.of.map(([, title]) => text(title))
  return cells.kind === 'chosen' ? (choices.get(cells.from) ?? []).map(({ name }) => name) : []
}

/** The names that columns of few choices take. */
export function personLists(text: Translate, choices: Choices): Lists {
  return new Map(
    COLUMNS.flatMap(({ id, cells }) => {
      const names = labelsOf(text, cells, choices)
      return names.length === 0 ? [] : [[id, { names }]]
    }),
  )
}
