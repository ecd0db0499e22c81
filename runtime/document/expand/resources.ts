import type { Node } from 'jsonc-parser'
import type { DescribedResource } from '../../resource'
import type { ExpandEnvironment } from '../environment'
import { itemsOf, memberNode, membersOf, memberText } from '../node'
import { inside, type Origin } from '../positions'
import type { Report } from '../report'
import { Fields } from './fields'
import { KnownResources } from './known'
import { Members, PROJECT } from './members'
import { type Around, Rows } from './rows'
import type { Tree } from './tree'

/** Dialog in which a list of a document of its own has its records filled in. */
const EDIT = 'edit'

/** Puts in what follows from the resources that a document names: sources, dialogs, labels, standard buttons. */
export class Resources {
  private readonly tree: Tree
  private readonly report: Report
  private readonly known: KnownResources
  private readonly fields: Fields
  private readonly rows: Rows

  constructor(tree: Tree, report: Report, environment: ExpandEnvironment) {
    this.tree = tree
    this.report = report
    this.known = new KnownResources(report, environment)
    const members = new Members(environment.catalogue, this.known)
    this.fields = new Fields(tree, report, members)
    this.rows = new Rows(tree, report, this.known, members, this.fields)
  }

  page(root: Node, at: Origin): Node {
    const { tree } = this
    const resource = this.known.under(root, 'resource', at)
    // Everything below would lack it.
    if (this.report.problems.length > 0) return root
    const data = memberNode(root, 'data')
    const dialogs = memberNode(root, 'dialogs')
    const saving = dialogsOf(dialogs)
    const sources = sourcesOf(data)
    const declared = new Set(sources.values())
    const around: Around = {
      resource,
      dialogOf: ({ name }) => saving.get(name),
      sourceFor: ({ name }) => {
        const source = sources.get(name) ?? name
        sources.set(name, source)
        return source
      },
    }
    const filledDialogs =
      dialogs && this.members(dialogs, at, 'dialogs', (dialog, place) => this.dialog(dialog, place, around))
    const body = memberNode(root, 'body')
    const filledBody = body && this.nodes(body, inside(at, 'body'), around)
    const filledData = data && this.members(data, at, 'data', (source, place) => this.source(source, place))
    const added = [...sources].filter(([, source]) => !declared.has(source))
    const reading = Object.fromEntries(
      added.map(([name, source]) => [source, sourceOf(this.known.get(name)?.described)]),
    )
    const stands = { at: root, origin: inside(at, 'resource') }
    return tree.withMembers(
      root,
      {
        ...(resource?.described.right !== undefined &&
          !memberNode(root, 'module') && { module: resource.described.right }),
        ...((filledData || added.length > 0) && {
          data: tree.withMembers(
            filledData ?? tree.made({}, stands.at, stands.origin),
            reading,
            stands.origin,
          ),
        }),
        ...(filledBody && { body: filledBody }),
        ...(filledDialogs && { dialogs: filledDialogs }),
      },
      stands.origin,
    )
  }

  /** A list of its own: the page in which it stands has its source and its dialogs. */
  list(root: Node, at: Origin): Node {
    const resource = this.known.under(root, 'resource', at)
    if (this.report.problems.length > 0) return root
    return this.rows.written('list', root, at, { resource, dialogOf: () => EDIT })
  }

  /** What a field of a form does not say follows from the resource's member: its label and widget, what it may be. */
  form(root: Node, at: Origin): Node {
    const resource = this.known.under(root, 'resource', at)
    return resource ? this.fields.within(root, at, resource) : root
  }

  private members(node: Node, at: Origin, key: string, change: (member: Node, place: Origin) => Node): Node {
    const place = inside(at, key)
    const changed = membersOf(node).map(
      ([name, member]) => [name, change(member, inside(place, name))] as const,
    )
    return changed.some(([name, member]) => memberNode(node, name) !== member)
      ? this.tree.withMembers(node, Object.fromEntries(changed), place)
      : node
  }

  private source(node: Node, at: Origin): Node {
    const resource = this.known.under(node, 'resource', at)
    if (!resource) return node
    const { tree } = this
    const { with: input, ...words } = sourceOf(resource.described)
    const own = memberNode(node, 'with')
    const stands = inside(at, 'resource')
    if (own) tree.kept(own, inside(at, 'with'))
    const given = Object.entries(words).filter(([key]) => !memberNode(node, key))
    const requested =
      own?.type === 'object' && input
        ? tree.withMembers(
            own,
            Object.fromEntries(Object.entries(input).filter(([key]) => !memberNode(own, key))),
            stands,
          )
        : (own ?? input)
    return tree.withMembers(
      node,
      { ...Object.fromEntries(given), ...(requested && { with: requested }) },
      stands,
    )
  }

  /** A dialog with its sources and its body written out; what stands in it finds its sources before the page's. */
  private drawn(node: Node, at: Origin, around: Around): Node {
    const { tree } = this
    const [data, body] = [memberNode(node, 'data'), memberNode(node, 'body')]
    const own = sourcesOf(data)
    const inDialog: Around = {
      ...around,
      sourceFor: (resource) => own.get(resource.name) ?? around.sourceFor?.(resource) ?? resource.name,
    }
    const filled = {
      ...(data && {
        data: this.members(data, at, 'data', (source, place) => this.source(source, place)),
      }),
      ...(body && { body: this.nodes(body, inside(at, 'body'), inDialog) }),
    }
    return data || body
      ? tree.withMembers(node, filled, body ? inside(at, 'body') : inside(at, 'data'))
      : node
  }

  /** A dialog over the form of a resource: its title, what it reads, and how it is saved. */
  private dialog(node: Node, at: Origin, around: Around): Node {
    const drawn = this.drawn(node, at, around)
    const save = memberNode(node, 'save')
    const resource = this.known.under(node, 'save', at)
    if (!save || !resource) return drawn
    const { tree } = this
    const { key, dialog } = resource.described
    const isAct = resource.act !== undefined
    const submit = memberNode(node, 'submit')
    if (submit)
      this.report.add('unknownKey', submit, inside(at, 'submit').pointer, {
        params: { key: 'submit' },
        expected: 'before | after',
      })
    const steps = (name: string) => {
      const written = memberNode(node, name)
      if (!written) return []
      tree.kept(written, inside(at, name))
      return written.type === 'array' ? itemsOf(written) : [written]
    }
    const also = memberNode(node, 'with')
    if (also) tree.kept(also, inside(at, 'with'))
    tree.kept(save, inside(at, 'save'))
    // Without a form of its own there is nothing that a record would fill.
    const begins =
      memberNode(node, 'load') ?? memberNode(node, 'record') ?? (isAct || !memberNode(node, 'form'))
    return tree.withMembers(
      drawn,
      {
        ...(!memberNode(node, 'title') &&
          !isAct && { title: `\${row.${key} != null ? '${dialog.edit}' : '${dialog.add}'}` }),
        ...(!begins && recordOf(resource.described)),
        submit: [...steps('before'), { save, ...(also && { with: also }) }, ...steps('after')],
        save: undefined,
        with: undefined,
        before: undefined,
        after: undefined,
      },
      inside(at, 'save'),
    )
  }

  /** Lists, tables and trees, wherever they stand in a node. */
  private nodes(node: Node, at: Origin, around: Around): Node {
    const kind = memberText(node, 'node')
    if (kind === 'list' || kind === 'table' || kind === 'tree')
      return this.rows.written(kind, node, at, around)
    if (node.type === 'array')
      return this.tree.changed(
        node,
        itemsOf(node).map((item, index) => this.nodes(item, inside(at, index), around)),
      )
    if (node.type !== 'object') return node
    const properties = (node.children ?? []).map((property) => {
      const [key, value] = property.children ?? []
      if (!key || !value || (value.type !== 'object' && value.type !== 'array')) return property
      const drawn = this.nodes(value, inside(at, String(key.value)), around)
      return drawn === value ? property : this.tree.replaced(property, [key, drawn])
    })
    return this.tree.changed(node, properties)
  }
}

/** Of each resource the first dialog that saves it. */
function dialogsOf(dialogs: Node | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, dialog] of membersOf(dialogs)) {
    const save = memberText(dialog, 'save')
    if (save !== undefined && !found.has(save)) found.set(save, name)
  }
  return found
}

function sourcesOf(data: Node | undefined): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, source] of membersOf(data)) {
    const resource = memberText(source, 'resource')
    if (resource !== undefined && !found.has(resource)) found.set(resource, name)
  }
  return found
}

/** What a dialog's form begins with: the record as it is read, or where no call reads one, the row. */
function recordOf({ key, calls }: DescribedResource): Readonly<Record<string, unknown>> {
  if (calls.read === undefined) return { record: '${row}' }
  return {
    load: {
      call: calls.read,
      with: { [key]: `\${row.${key} != null ? row.${key} : row.copied}` },
      when: `row.${key} != null or row.copied != null`,
      omit: `row.${key} == null`,
    },
  }
}

/** The source that reads a resource: of those of a project the chosen one's. */
function sourceOf(resource: DescribedResource | undefined): {
  readonly with?: Readonly<Record<string, unknown>>
} & Readonly<Record<string, unknown>> {
  const { calls, tag, project } = resource ?? {}
  return {
    call: calls?.list,
    tag,
    ...(project !== undefined && { with: { [project]: PROJECT }, when: "project.id != ''" }),
  }
}
