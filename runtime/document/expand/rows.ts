import type { Node } from 'jsonc-parser'
import { itemsOf, memberNode, membersOf, memberText } from '../node'
import { STANDARD_BUTTONS, type StandardButton } from '../parts/button'
import { inside, type Origin } from '../positions'
import type { Report } from '../report'
import { type ButtonGiven, type ButtonPlace, type Lack, standardButton } from './buttons'
import type { Fields } from './fields'
import type { Known, KnownResources } from './known'
import type { Members } from './members'
import type { Tree } from './tree'

/** What is around a list, a table or a tree. */
export interface Around {
  readonly resource: Known | undefined
  /** The dialog in which a record of a resource is filled in. */
  dialogOf(resource: Known): string | undefined
  /** The source that reads a resource; absent in a document of its own, whose page says it. */
  readonly sourceFor?: (resource: Known) => string
}

type Kind = 'list' | 'table' | 'tree'

/** Puts into lists, tables and trees what follows from their resource: columns, search, standard buttons. */
export class Rows {
  private readonly tree: Tree
  private readonly report: Report
  private readonly known: KnownResources
  private readonly members: Members
  private readonly fields: Fields

  constructor(tree: Tree, report: Report, known: KnownResources, members: Members, fields: Fields) {
    this.tree = tree
    this.report = report
    this.known = known
    this.members = members
    this.fields = fields
  }

  written(kind: Kind, node: Node, at: Origin, around: Around): Node {
    const { tree } = this
    const own = memberNode(node, 'resource')
    const resource = own ? this.known.under(node, 'resource', at) : around.resource
    const named = memberText(node, 'source')
    const source = named ?? (kind !== 'table' && resource ? around.sourceFor?.(resource) : undefined)
    const selected = memberText(node, 'selected')
    const dialog = resource && around.dialogOf(resource)
    const given: Omit<ButtonGiven, 'place' | 'confirm'> = {
      inList: kind === 'list',
      ...(resource && { resource }),
      ...(dialog !== undefined && { dialog }),
      ...(source !== undefined && { source }),
    }
    const buttons = (key: string, place: ButtonPlace, record: string | undefined) => {
      const list = memberNode(node, key)
      if (list?.type !== 'array') return {}
      const inList = inside(at, key)
      const items = itemsOf(list).map((item, index) =>
        this.button(item, inside(inList, index), {
          ...given,
          place,
          ...(record !== undefined && { record }),
        }),
      )
      return { [key]: tree.replaced(list, items) }
    }
    const toolbar = buttons('toolbar', 'toolbar', undefined)
    const ticks = itemsOf(toolbar['toolbar']).some(
      (button) => memberNode(button, 'needsRows')?.value === true,
    )
    const none = kind === 'list' && around.sourceFor && resource ? noneOf(resource) : undefined
    return tree.withMembers(
      node,
      {
        ...(named === undefined && source !== undefined && { source }),
        // What its menu's own buttons are heard by.
        ...(kind === 'tree' && source !== undefined && !memberNode(node, 'name') && { name: source }),
        ...(none !== undefined && !memberNode(node, 'empty') && { empty: none }),
        ...this.columns(node, at, resource),
        ...this.search(node, at, resource),
        ...toolbar,
        ...(ticks && !memberNode(node, 'selection') && { selection: true }),
        ...buttons('row', 'row', 'row'),
        ...buttons('menu', 'menu', selected),
      },
      at,
    )
  }

  private columns(node: Node, at: Origin, resource: Known | undefined) {
    const list = memberNode(node, 'columns')
    if (list?.type !== 'array') return {}
    const place = inside(at, 'columns')
    const columns = itemsOf(list).map((column, index) => this.column(column, inside(place, index), resource))
    return { columns: this.tree.replaced(list, columns) }
  }

  private column(node: Node, at: Origin, resource: Known | undefined): Node {
    const { tree, report } = this
    const path = node.type === 'string' ? String(node.value) : memberText(node, 'path')
    if (path === undefined) return node
    const label = resource?.described.titles[path]
    if (label === undefined && !memberNode(node, 'label')) {
      const place = memberNode(node, 'path') ?? node
      report.add(resource ? 'noTitle' : 'noResource', place, at.pointer, {
        params: { path, name: resource?.name },
        written: path,
        ...(resource && { choices: Object.keys(resource.described.titles) }),
      })
      return node
    }
    // A column that says how it is shown is shown so.
    const isOwn = memberNode(node, 'widget') ?? memberNode(node, 'value')
    const shown = resource && !isOwn ? this.members.column(resource.described, path) : {}
    const members = Object.entries({ path, label, ...shown }).filter(([word]) => !memberNode(node, word))
    return node.type === 'string'
      ? tree.made(Object.fromEntries(members), node, at)
      : tree.withMembers(node, Object.fromEntries(members), at)
  }

  /** A word that is looked for, members by their names, fields. */
  private search(node: Node, at: Origin, resource: Known | undefined) {
    const list = memberNode(node, 'search')
    if (list?.type !== 'array') return {}
    const place = inside(at, 'search')
    const entries = itemsOf(list).map((entry, index) => this.searched(entry, inside(place, index), resource))
    return { search: this.tree.replaced(list, entries) }
  }

  private searched(entry: Node, at: Origin, resource: Known | undefined): Node {
    const { tree } = this
    if (entry.type === 'string' && entry.value === 'keyword') return tree.made(keywordOf(resource), entry, at)
    const field = memberNode(entry, 'field')
    // A fragment gives the field itself.
    const isField = entry.type === 'string' || (!field && memberNode(entry, 'widget') !== undefined)
    if (isField) return tree.made({ field: this.field(entry, at, resource) }, entry, at)
    return field
      ? tree.withMembers(entry, { field: this.field(field, inside(at, 'field'), resource) }, at)
      : entry
  }

  private field(field: Node, at: Origin, resource: Known | undefined): Node {
    this.tree.kept(field, at)
    if (resource) return this.fields.searched(field, at, resource)
    if (field.type === 'string')
      this.report.add('noResource', field, at.pointer, { params: { name: String(field.value) } })
    return field
  }

  private button(written: Node, at: Origin, given: Omit<ButtonGiven, 'confirm'>): Node {
    const node = given.place === 'row' && written.type === 'object' ? this.overRow(written, at) : written
    const named = node.type === 'string' ? node : memberNode(node, 'button')
    if (named?.type !== 'string') return node
    const { tree, report } = this
    const name = String(named.value)
    const pointer = node === named ? at.pointer : inside(at, 'button').pointer
    const button = STANDARD_BUTTONS.find((known) => known === name)
    if (!button) {
      report.add('value', named, pointer, {
        params: { value: JSON.stringify(name) },
        written: name,
        choices: STANDARD_BUTTONS,
      })
      return node
    }
    const confirm = memberNode(node, 'confirm')
    if (confirm) tree.kept(confirm, inside(at, 'confirm'))
    const hasSteps = memberNode(node, 'do') !== undefined
    const parts = standardButton(button, { ...given, hasSteps, ...(confirm && { confirm }) })
    if ('lacks' in parts) this.lacking(parts as Lack, button, named, pointer, given)
    const own = Object.fromEntries(membersOf(node).filter(([key]) => key !== 'button' && key !== 'confirm'))
    for (const [key, value] of Object.entries(own)) tree.kept(value, inside(at, key))
    return tree.made('lacks' in parts ? own : { ...parts, ...own }, node, at)
  }

  /** What a button of a row opens is about that row, unless it says otherwise. */
  private overRow(button: Node, at: Origin): Node {
    const { tree } = this
    const action = memberNode(button, 'do')
    if (!action) return button
    const place = inside(at, 'do')
    const step = (node: Node, here: Origin) =>
      memberNode(node, 'open') && !memberNode(node, 'with')
        ? tree.withMembers(node, { with: { row: '${row}' } }, here)
        : node
    const steps =
      action.type === 'array'
        ? tree.replaced(
            action,
            itemsOf(action).map((node, index) => step(node, inside(place, index))),
          )
        : step(action, place)
    return tree.withMembers(button, { do: steps }, place)
  }

  private lacking(
    lack: Lack,
    button: StandardButton,
    node: Node,
    pointer: string,
    { resource }: Omit<ButtonGiven, 'confirm'>,
  ): void {
    const name = resource?.name ?? ''
    if (lack.lacks === 'call')
      this.report.add('resourceLacks', node, pointer, { params: { name, act: lack.act } })
    else if (lack.lacks === 'dialog') this.report.add('noDialog', node, pointer, { params: { name, button } })
    else
      this.report.add(lack.lacks === 'record' ? 'noRecord' : 'noResource', node, pointer, {
        params: { name: button },
      })
  }
}

/** A word that is looked for in the records. */
function keywordOf(resource: Known | undefined) {
  const placeholder = resource?.described.keyword ?? '@common.enterKeyword'
  return { field: { name: 'keyword', widget: 'input', label: '@common.keyword', placeholder } }
}

/** What is said where there are no records; where no project is chosen, that one has to be. */
function noneOf({ described: { none, project } }: Known): string | undefined {
  if (none === undefined || project === undefined) return none
  return `\${project.id == '' ? '@fieldPage.chooseProject' : '${none}'}`
}
