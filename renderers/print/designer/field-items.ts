import type { Translator } from '@runtime/text'
import type { Insertable, PrintField } from './editor'

/** Something that is put into a template from the list at its side. */
export interface FieldItem {
  readonly id: string
  readonly label: string
  readonly insert: Insertable
  /** Other ways in which it can stand there: as a code, as a picture. */
  readonly others: readonly Insertable[]
}

export interface FieldGroup {
  readonly id: string
  readonly label: string
  readonly items: readonly FieldItem[]
}

/** Node of `print.fields` that holds what is in no sub-table. */
const HEAD = 'headTable'
const PICTURES: readonly string[] = ['uploadImg']
const SYSTEM_PLACES = ['systemPrinter', 'systemPrintTime', 'systemCopy'] as const
/** Of a table that is put in. */
const TABLE = { rows: 3, columns: 3 } as const

/** What can be put into a template of a model: its fields, its sub-tables, what the print itself knows, and elements. */
export function fieldGroups(fields: readonly PrintField[], text: Translator['text']): readonly FieldGroup[] {
  return [
    ...fields.map((field) => (field.id === HEAD ? mainGroup(field) : detailGroup(field, text))),
    {
      id: 'system',
      label: text('@printDesign.system'),
      items: [
        ...SYSTEM_PLACES.map((expression) => ({
          ...{ id: expression, label: text(`@printDesign.place.${expression}`) },
          ...{ insert: { kind: 'place', expression } as const, others: [] },
        })),
        {
          ...{ id: 'approvals', label: text('@printDesign.place.systemApprovalContent') },
          ...{ insert: { kind: 'approvals' } as const, others: [] },
        },
      ],
    },
    { id: 'elements', label: text('@printDesign.elements'), items: elements(fields, text) },
  ].filter(({ items }) => items.length > 0)
}

/** The groups with those items that a keyword is found in; of a group that says it itself all. */
export function foundGroups(groups: readonly FieldGroup[], keyword: string): readonly FieldGroup[] {
  const sought = keyword.trim().toLowerCase()
  if (sought === '') return groups
  const says = (...words: readonly string[]) => words.some((word) => word.toLowerCase().includes(sought))
  return groups
    .map((group) =>
      says(group.label) ? group : { ...group, items: group.items.filter(({ id, label }) => says(id, label)) },
    )
    .filter(({ items }) => items.length > 0)
}

/** Every path that a place may name: fields, columns as `table.column`, and those by the alias of their table. */
export function pathsOf(fields: readonly PrintField[]): ReadonlySet<string> {
  const tables = fields.filter(({ id }) => id !== HEAD)
  return new Set([
    ...fields.flatMap(({ children = [] }) => children.map(({ id }) => id)),
    ...tables.map(({ id }) => id),
    ...tables.flatMap(({ children = [] }, at) => children.map(({ id }) => `T${at + 1}.${columnOf(id)}`)),
  ])
}

/** The fields that are in no sub-table. */
export function mainFields(fields: readonly PrintField[]): readonly PrintField[] {
  return fields.find(({ id }) => id === HEAD)?.children ?? []
}

/** The sub-tables with their columns, in their order. */
export function subTables(fields: readonly PrintField[]): readonly PrintField[] {
  return fields.filter(({ id }) => id !== HEAD)
}

/** `amount` of `items.amount`. */
export function columnOf(path: string): string {
  return path.slice(path.indexOf('.') + 1)
}

function mainGroup({ id, fullName, children = [] }: PrintField): FieldGroup {
  return { id, label: fullName, items: children.map(itemOf) }
}

function detailGroup(table: PrintField, text: Translator['text']): FieldGroup {
  const { id, fullName, children = [] } = table
  const columns = children.map(({ id: path, fullName: label, jnpfKey }) => ({
    ...{ path, label },
    ...(jnpfKey !== undefined && { jnpfKey }),
  }))
  const whole: FieldItem = {
    ...{ id, label: text('@printDesign.insertDetail') },
    ...{ insert: { kind: 'detail', table: id, columns }, others: [] },
  }
  return { id, label: fullName, items: [...(columns.length > 0 ? [whole] : []), ...children.map(itemOf)] }
}

function itemOf({ id, fullName, jnpfKey = '' }: PrintField): FieldItem {
  const isPicture = PICTURES.includes(jnpfKey)
  return {
    ...{ id, label: fullName },
    insert: isPicture ? { kind: 'image', path: id } : { kind: 'place', expression: id },
    others: isPicture ? [] : (['qrcode', 'barcode'] as const).map((kind) => ({ kind, path: id })),
  }
}

/** Codes need a field that they show: the first, until another is chosen. */
function elements(fields: readonly PrintField[], text: Translator['text']): readonly FieldItem[] {
  const [first] = mainFields(fields)
  const all: readonly Insertable[] = [
    { kind: 'table', ...TABLE },
    ...(first ? (['qrcode', 'barcode'] as const).map((kind) => ({ kind, path: first.id })) : []),
    ...(['picture', 'pageBreak', 'condition'] as const).map((kind) => ({ kind })),
  ]
  return all.map((insert) => ({
    ...{ id: insert.kind, label: text(`@printDesign.element.${insert.kind}`) },
    ...{ insert, others: [] },
  }))
}
