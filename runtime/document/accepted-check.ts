import type { Node } from 'jsonc-parser'
import type { WidgetCatalogue } from '../widget/definition'
import { contentOf, itemsOf, memberNode, membersOf, memberText } from './node'
import { below } from './positions'
import type { Report } from './report'
import type { Submission } from './submission'
import { carriedIn } from './submissions'

/**
 * What a form gives and who saves it does not accept is lost while the screen says "saved". A field that is meant to stay
 * says so: `stored: false`, or `readonly`, which nobody fills in.
 */
export class AcceptedCheck {
  private readonly report: Report
  private readonly catalogue: WidgetCatalogue
  private readonly submissions: readonly Submission[]

  constructor(report: Report, catalogue: WidgetCatalogue, submissions: readonly Submission[] = []) {
    this.report = report
    this.catalogue = catalogue
    this.submissions = submissions
  }

  /** A form document: its fields, and the members that its `save.map` makes. */
  form(root: Node): void {
    if (this.submissions.length === 0) return
    this.fields(memberNode(root, 'fields'), '/fields', carriedIn(contentOf(root)))
    const map = memberNode(memberNode(root, 'save'), 'map')
    for (const { children: [key] = [] } of map?.children ?? [])
      if (key) this.member(key, below('/save/map', String(key.value)))
  }

  /** The properties of a form of a JSON Schema. */
  schema(schema: Node | undefined, pointer: string): void {
    if (this.submissions.length === 0) return
    for (const { children: [key] = [] } of memberNode(schema, 'properties')?.children ?? [])
      if (key) this.member(key, below(below(pointer, 'properties'), String(key.value)))
  }

  private fields(fields: Node | undefined, pointer: string, carried: ReadonlySet<string>): void {
    for (const [index, field] of itemsOf(fields).entries()) this.field(field, below(pointer, index), carried)
  }

  private field(field: Node, pointer: string, carried: ReadonlySet<string>): void {
    const kind = this.catalogue.get(memberText(field, 'widget') ?? '')?.kind
    const name = memberNode(field, 'name')
    const isNamed = name?.type === 'string' && name.value !== ''
    if (isNamed && (kind === 'field' || kind === 'table' || memberText(field, 'widget') === 'group')) {
      if (!stays(field) && !carried.has(rootOf(name))) this.member(name, below(pointer, 'name'))
      return
    }
    for (const [key, inside] of membersOf(field))
      if (key === 'fields' || key === 'panes') this.fields(inside, below(pointer, key), carried)
  }

  private member(name: Node, pointer: string): void {
    const root = rootOf(name)
    const refusing = this.submissions.find(({ accepts, reads }) => !accepts.has(root) && !reads.has(root))
    if (!refusing) return
    this.report.add('notAccepted', name, pointer, {
      params: { name: root, call: refusing.calls.join(', ') },
      written: root,
      choices: refusing.accepts,
    })
  }
}

const rootOf = (name: Node) => String(name.value).split('.')[0] ?? ''

/** It is only shown. */
const stays = (field: Node) =>
  memberNode(field, 'stored')?.value === false || memberNode(field, 'readonly')?.value === true
