import type { DescribedResource, ResourceCall } from '../../resource'
import type { StandardButton } from '../parts/button'

/** Where a button stands: over a list, in a row, in the menu of a tree. */
export type ButtonPlace = 'toolbar' | 'row' | 'menu'

/** What a standard button is made of. */
export interface ButtonGiven {
  readonly place: ButtonPlace
  /** The list or tree around can say what its buttons are called in it. */
  readonly inList: boolean
  readonly resource?: { readonly name: string; readonly described: DescribedResource }
  /** The dialog in which a record is filled in. */
  readonly dialog?: string
  /** The source of the list or tree. */
  readonly source?: string
  /** The record that it acts on: `row`, or what is chosen in a tree; absent where there is none. */
  readonly record?: string
  /** It has steps of its own in place of its usual ones. */
  readonly hasSteps?: boolean
  /** Its question, where the document has one of its own. */
  readonly confirm?: unknown
}

/** What a button lacks to be there. */
export type Lack =
  | { readonly lacks: 'resource' }
  | { readonly lacks: 'call'; readonly act: ResourceCall }
  | { readonly lacks: 'dialog' | 'record' }

type Parts = Readonly<Record<string, unknown>>

/**
 * The parts of a standard button, or what it lacks. One that has steps of its own lacks nothing: what it is called, its
 * icon and its right do not need what its usual steps would.
 */
export function standardButton(button: StandardButton, given: ButtonGiven): Parts | Lack {
  const act = ACTS[button](given.hasSteps ? withAll(given) : given)
  if ('lacks' in act) return act
  const { icon, value, ...parts } = act
  const spared = SPARING.has(button) ? given.resource?.described.reserved : undefined
  // In a row there is room for words alone.
  return {
    ...parts,
    ...(given.place !== 'row' && icon !== undefined && { icon }),
    ...(given.inList && { value: value ?? button }),
    ...(spared?.length && given.record !== undefined && { visible: notIn(given, spared) }),
  }
}

/** With all that any button could need, so that one is described whose own steps need none of it. */
function withAll({ resource, dialog = '', record = 'row', source = '', ...given }: ButtonGiven): ButtonGiven {
  const described = { ...(resource?.described ?? NO_RECORDS), calls: EVERY_CALL }
  return { ...given, resource: { name: resource?.name ?? '', described }, dialog, record, source }
}

const EVERY_CALL: Readonly<Record<ResourceCall, string>> = {
  list: '',
  read: '',
  create: '',
  update: '',
  delete: '',
  state: '',
  export: '',
  import: '',
}

const NO_RECORDS: DescribedResource = {
  title: '',
  dialog: { add: '', edit: '' },
  key: 'id',
  name: 'id',
  tag: '',
  calls: {},
  accepts: { create: [], update: [] },
  titles: {},
  rules: {},
  reserved: [],
}

/** Buttons that records of the product do not have. */
const SPARING: ReadonlySet<StandardButton> = new Set(['edit', 'delete', 'state', 'export'])

function notIn({ record, resource }: ButtonGiven, keys: readonly string[]): string {
  return keys.map((key) => `${record}.${resource?.described.key} != '${key}'`).join(' and ')
}

const ACTS: Readonly<Record<StandardButton, (given: ButtonGiven) => Parts | Lack>> = {
  add: ({ resource, dialog }) =>
    lackOf(resource, 'create') ??
    (dialog === undefined
      ? { lacks: 'dialog' }
      : {
          text: '@common.add',
          icon: 'Plus',
          code: 'btn_add',
          ...withProject(resource),
          do: { open: dialog },
        }),
  edit: (given) =>
    opening(given, 'update', given.dialog, (record) => ({
      text: '@common.edit',
      icon: 'Edit',
      code: 'btn_edit',
      with: { row: `\${${record}}` },
    })),
  copy: (given) =>
    opening(given, 'create', given.dialog, (record) => ({
      text: '@common.copy',
      icon: 'Copy',
      code: 'btn_add',
      with: { row: { copied: `\${${record}.${given.resource?.described.key}}` } },
    })),
  view: (given) =>
    opening(given, 'read', 'view', (record) => ({
      text: '@common.view',
      icon: 'Eye',
      with: { row: `\${${record}}` },
    })),
  delete: (given) => (given.place === 'toolbar' ? deletingTicked(given) : deleting(given)),
  state: ({ resource, record, confirm }) => {
    if (!resource || record === undefined) return lackOf(resource, 'state') ?? { lacks: 'record' }
    const enabled = `${record}.enabledMark == 1`
    return (
      lackOf(resource, 'state') ?? {
        text: `\${${enabled} ? '@common.disable' : '@common.enable'}`,
        icon: 'Poweroff',
        code: 'btn_edit',
        do: [
          {
            confirm: confirm ?? `\${${enabled} ? '@common.disableQuestion' : '@common.enableQuestion'}`,
            title: nameOf(resource.described, record),
          },
          { toggle: resource.name, row: record },
          {
            undo: [{ toggle: resource.name, row: record }],
            text: `\${${enabled} ? '@common.disabledNow' : '@common.enabledNow'}`,
          },
        ],
      }
    )
  },
  export: ({ resource, record }) => {
    if (!resource || record === undefined) return lackOf(resource, 'export') ?? { lacks: 'record' }
    const { calls, key } = resource.described
    return (
      lackOf(resource, 'export') ?? {
        text: '@common.export',
        icon: 'Export',
        do: { export: calls.export, with: { [key]: `\${${record}.${key}}` } },
      }
    )
  },
  import: ({ resource }) => {
    if (!resource) return { lacks: 'resource' }
    const { calls, files, tag } = resource.described
    return (
      lackOf(resource, 'import') ?? {
        text: '@common.import',
        icon: 'Import',
        code: 'btn_add',
        ...withProject(resource),
        do: [
          { upload: calls.import, ...(files !== undefined && { accept: files }) },
          { toast: 'success', text: '${result.msg}' },
          { invalidate: tag },
        ],
      }
    )
  },
  // Above a list it prints what is listed; of one record what its `view` shows.
  print: (given) => {
    const shown = { text: '@common.print', icon: 'Printer' }
    if (!given.resource) return { lacks: 'resource' }
    if (given.place === 'toolbar') return { ...shown, do: { print: true } }
    const lack = lackOf(given.resource, 'read')
    if (lack) return lack
    if (given.record === undefined) return { lacks: 'record' }
    return { ...shown, do: { print: 'view', with: { row: `\${${given.record}}` } } }
  },
  refresh: ({ source, resource }) => {
    const shown = { text: '@common.refresh', icon: 'Refresh' }
    if (source !== undefined) return { ...shown, do: { reload: source } }
    return resource ? { ...shown, do: { invalidate: resource.described.tag } } : { lacks: 'resource' }
  },
  expandAll: ({ source }) =>
    source === undefined
      ? { lacks: 'resource' }
      : { text: '@common.expandAll', icon: 'Expand', do: { emit: `${source}.expandAll` } },
  collapseAll: ({ source }) =>
    source === undefined
      ? { lacks: 'resource' }
      : { text: '@common.collapseAll', icon: 'Shrink', do: { emit: `${source}.collapseAll` } },
}

/** Records of a project are made where one is chosen. */
function withProject(resource: ButtonGiven['resource']) {
  return resource?.described.project !== undefined && { visible: "project.id != ''" }
}

function lackOf(resource: ButtonGiven['resource'], act: ResourceCall): Lack | undefined {
  if (!resource) return { lacks: 'resource' }
  return resource.described.calls[act] === undefined ? { lacks: 'call', act } : undefined
}

/** A button that opens a dialog over its record. */
function opening(
  { resource, record }: ButtonGiven,
  act: ResourceCall,
  dialog: string | undefined,
  parts: (record: string) => Parts,
): Parts | Lack {
  const lack = lackOf(resource, act)
  if (lack) return lack
  if (dialog === undefined) return { lacks: 'dialog' }
  if (record === undefined) return { lacks: 'record' }
  const { with: names, ...shown } = parts(record)
  return { ...shown, do: { open: dialog, with: names } }
}

function deleting({ resource, record, confirm = '@common.deleteTip' }: ButtonGiven): Parts | Lack {
  if (!resource || record === undefined) return lackOf(resource, 'delete') ?? { lacks: 'record' }
  return (
    lackOf(resource, 'delete') ?? {
      text: '@common.delete',
      icon: 'Delete',
      code: 'btn_remove',
      value: 'remove',
      danger: true,
      do: [
        { confirm, title: nameOf(resource.described, record), danger: true },
        { delete: resource.name, rows: record },
      ],
    }
  )
}

/** Of a list's tool bar: all rows that are ticked. */
function deletingTicked({ resource, confirm = '@common.deleteTicked' }: ButtonGiven): Parts | Lack {
  if (!resource) return { lacks: 'resource' }
  return (
    lackOf(resource, 'delete') ?? {
      text: '@list.batchRemove',
      icon: 'Delete',
      code: 'btn_remove',
      value: 'batchRemove',
      danger: true,
      needsRows: true,
      do: [
        { confirm, danger: true },
        { delete: resource.name, rows: 'rows' },
      ],
    }
  )
}

/** The record's name, as the title of a question about it. */
function nameOf({ name, title }: DescribedResource, record: string): string {
  return `\${${record}.${name} != null ? ${record}.${name} : '${title}'}`
}
