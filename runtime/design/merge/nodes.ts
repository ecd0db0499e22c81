import { identityOf, type Node } from '../../form/formdata/identities'
import { widgetNameOf } from '../../form/formdata/widget-name'
import { asRecord, isRecord } from '../../json'
import { jsonEqual } from '../../schema'
import type { WidgetCatalogue } from '../../widget/definition'
import { nameOf } from '../dialect'
import { pair, type Standing, standings } from '../diff/match'
import { lastIdentity } from '../nodes'
import { mergedOrder, type Side } from './order'
import { isSameList, mergeValue, ORDER, type Step, type Three, withMemberOf } from './values'

/** A node over all three forms; `FORM_TOKEN` is the form itself. */
type Token = string
const FORM_TOKEN: Token = ''

/** What is asked of a node: of a value in it, of where it stands or in which order, or whether it is there. */
export interface NodeClash {
  readonly kind: 'value' | 'place' | 'order' | 'presence'
  readonly token: Token
  readonly path: readonly Step[]
  readonly values: Three
  /** The node in each form that has it. */
  readonly in: Readonly<Partial<Record<keyof Three, Standing>>>
  /** Where it stands in each, for a question of its place. */
  readonly within?: Readonly<Partial<Record<keyof Three, Standing | undefined>>>
}

export type AskNode = (clash: NodeClash) => Side

interface Side3 {
  readonly nodes: ReadonlyMap<Token, Standing>
  readonly parents: ReadonlyMap<Token, Token>
  /** What stands in each node, in order. */
  readonly lists: ReadonlyMap<Token, readonly Token[]>
}

export interface MergedNodes {
  readonly fields: readonly unknown[]
  /** The last identity given to a node that came with one that was taken. */
  readonly lastIdentity: number
}

/** The nodes of three forms merged by identity. */
export function mergeNodes(forms: Three, catalogue: WidgetCatalogue, ask: AskNode): MergedNodes {
  return new Nodes(forms, catalogue, ask).merged()
}

class Nodes {
  readonly #base: Side3
  readonly #ours: Side3
  readonly #theirs: Side3
  readonly #ask: AskNode
  readonly #isThere = new Map<Token, boolean>()
  /** Nodes that stay with all that is in them, though the other side took them away. */
  readonly #kept = new Set<Token>()
  readonly #parents = new Map<Token, Token>()
  readonly #taken: ReadonlySet<unknown>
  readonly #forms: Three
  #last: number

  constructor(forms: Three, catalogue: WidgetCatalogue, ask: AskNode) {
    const [base, ours, theirs] = told(forms, catalogue)
    this.#base = base
    this.#ours = ours
    this.#theirs = theirs
    this.#ask = ask
    this.#forms = forms
    this.#taken = new Set([...ours.nodes.values()].map(({ node }) => identityOf(node)))
    this.#last = Math.max(lastIdentity(asRecord(forms.ours)), lastIdentity(asRecord(forms.theirs)))
  }

  merged(): MergedNodes {
    const tokens = new Set([...this.#ours.nodes.keys(), ...this.#theirs.nodes.keys()])
    for (const token of tokens) this.#isThere.set(token, this.#decide(token))
    for (const token of tokens) if (this.#isThere.get(token)) this.#parents.set(token, this.#parentOf(token))
    this.#straighten()
    const fields = this.#listOf(FORM_TOKEN, asRecord(this.#forms.ours)['fields'])
    return { fields, lastIdentity: this.#last }
  }

  /** Whether a node stays; those around it were decided before. */
  #decide(token: Token): boolean {
    const [ours, theirs] = [this.#ours.nodes.has(token), this.#theirs.nodes.has(token)]
    if (ours && theirs) return true
    const side = ours ? this.#ours : this.#theirs
    const around = side.parents.get(token) ?? FORM_TOKEN
    if (this.#isThere.get(around) === false) return false
    if (this.#kept.has(around)) {
      this.#kept.add(token)
      return true
    }
    const base = this.#base.nodes.get(token)
    if (!base) return true
    if (!this.#isChanged(token, side, ours ? this.#theirs : this.#ours)) return false
    const own = side.nodes.get(token)
    const chosen = this.#ask({
      ...{ kind: 'presence', token, path: [] },
      values: { base: base.node, [ours ? 'ours' : 'theirs']: own?.node } as never,
      in: { base, ...(own && { [ours ? 'ours' : 'theirs']: own }) },
    })
    const stays = (chosen === 'ours') === ours
    if (stays) this.#kept.add(token)
    return stays
  }

  /** Whether a node, or what stands in it and goes with it, is not as it was. */
  #isChanged(token: Token, side: Side3, other: Side3): boolean {
    const [old, now] = [this.#base.nodes.get(token), side.nodes.get(token)]
    if (!old || !now || side.parents.get(token) !== this.#base.parents.get(token)) return true
    if (!jsonEqual(withChildren(old.node, childrenOf(now.node)), now.node)) return true
    return (side.lists.get(token) ?? []).some((inner) =>
      other.nodes.has(inner)
        ? side.parents.get(inner) !== this.#base.parents.get(inner)
        : this.#isChanged(inner, side, other),
    )
  }

  #parentOf(token: Token): Token {
    const [base, ours, theirs] = [this.#base, this.#ours, this.#theirs].map(({ parents }) =>
      parents.get(token),
    )
    const isThere = (parent: Token | undefined): parent is Token =>
      parent !== undefined && (parent === FORM_TOKEN || this.#isThere.get(parent) === true)
    if (!isThere(ours)) return isThere(theirs) ? theirs : FORM_TOKEN
    if (!isThere(theirs) || ours === theirs || theirs === base) return ours
    if (ours === base) return theirs
    return this.#askPlace(token) === 'ours' ? ours : theirs
  }

  #askPlace(token: Token): Side {
    const at = (side: Side3) => side.nodes.get(side.parents.get(token) ?? FORM_TOKEN)
    const [base, ours, theirs] = [this.#base, this.#ours, this.#theirs].map((side) => side.nodes.get(token))
    return this.#ask({
      ...{ kind: 'place', token, path: [] },
      values: { base: base?.node, ours: ours?.node, theirs: theirs?.node },
      in: { ...(base && { base }), ...(ours && { ours }), ...(theirs && { theirs }) },
      within: { base: at(this.#base), ours: at(this.#ours), theirs: at(this.#theirs) },
    })
  }

  /** Two containers that were each moved into the other: asked is where they stand; at the least they stand as in ours. */
  #straighten(): void {
    for (const isAsked of [true, false])
      for (const token of this.#parents.keys()) {
        const round = this.#roundFrom(token)
        for (const one of round) {
          const [ours, theirs] = [this.#ours.parents.get(one), this.#theirs.parents.get(one)]
          if (ours === undefined || theirs === undefined || ours === theirs) continue
          this.#parents.set(one, isAsked && this.#askPlace(one) === 'theirs' ? theirs : ours)
        }
      }
  }

  /** The nodes around a node, where it is among them itself; else none. */
  #roundFrom(token: Token): readonly Token[] {
    const passed = new Set<Token>()
    for (let at: Token = token; at !== FORM_TOKEN; at = this.#parents.get(at) ?? FORM_TOKEN) {
      if (passed.has(at)) return at === token ? [...passed] : []
      passed.add(at)
    }
    return []
  }

  #listOf(parent: Token, before: unknown): readonly unknown[] {
    const sides = [this.#base, this.#ours, this.#theirs].map(({ lists }) => lists.get(parent) ?? [])
    const [base = [], ours = [], theirs = []] = sides
    const within = (side: Side3) => side.nodes.get(parent)
    const order = mergedOrder(base, ours, theirs, () => {
      const [old, one, other] = [within(this.#base), within(this.#ours), within(this.#theirs)]
      return this.#ask({
        ...{ kind: 'order', token: parent, path: [ORDER] },
        values: { base, ours, theirs },
        in: { ...(old && { base: old }), ...(one && { ours: one }), ...(other && { theirs: other }) },
      })
    })
    const nodes = order
      .filter((token) => this.#parents.get(token) === parent)
      .map((token) => this.#nodeOf(token))
    return Array.isArray(before) && isSameList(before, nodes) ? before : nodes
  }

  #nodeOf(token: Token): Node {
    const [base, ours, theirs] = [this.#base, this.#ours, this.#theirs].map((side) => side.nodes.get(token))
    const at = { ...(base && { base }), ...(ours && { ours }), ...(theirs && { theirs }) }
    const own = ours ?? theirs
    if (!own) return {}
    if (!ours || !theirs) return this.#filled(token, ours ? own.node : this.#free(own.node))
    const three = {
      base: base && withChildren(base.node, childrenOf(ours.node)),
      ours: ours.node,
      theirs: withIdentityOf(withChildren(theirs.node, childrenOf(ours.node)), ours.node),
    }
    const merged = mergeValue(three, [], (path, values) =>
      this.#ask({ kind: 'value', token, path, values, in: at }),
    )
    return this.#filled(token, isRecord(merged) ? merged : own.node)
  }

  #filled(token: Token, node: Node): Node {
    const before = childrenOf(node)
    const children = this.#listOf(token, before)
    return children === before || (before === undefined && children.length === 0)
      ? node
      : withChildren(node, children)
  }

  /** A node that came with an identity that another one has here. */
  #free(node: Node): Node {
    const id = identityOf(node)
    if (id === undefined || !this.#taken.has(id)) return node
    this.#last += 1
    const formId = typeof id === 'number' ? this.#last : String(this.#last)
    return withMemberOf(node, '__config__', withMemberOf(asRecord(node['__config__']), 'formId', formId))
  }
}

function childrenOf(node: Node): unknown {
  const config = asRecord(node['__config__'])
  return Object.hasOwn(config, 'children') ? config['children'] : undefined
}

function withChildren(node: Node, children: unknown): Node {
  const config = node['__config__']
  if (childrenOf(node) === children || (!isRecord(config) && children === undefined)) return node
  return withMemberOf(node, '__config__', withMemberOf(asRecord(config), 'children', children))
}

/** Nodes that are the same by their name may have two identities. */
function withIdentityOf(node: Node, own: Node): Node {
  const id = identityOf(own)
  if (id === undefined || identityOf(node) === id) return node
  return withMemberOf(node, '__config__', withMemberOf(asRecord(node['__config__']), 'formId', id))
}

/** The nodes of three forms, each under what it is called in all of them. */
function told(forms: Three, catalogue: WidgetCatalogue): readonly [Side3, Side3, Side3] {
  const read = (form: unknown) => standings(form, catalogue)
  const bases = [read(forms.base), read(forms.base)] as const
  const [ours, theirs] = [read(forms.ours), read(forms.theirs)]
  pair(bases[0], ours, { before: forms.base, after: forms.ours })
  pair(bases[1], theirs, { before: forms.base, after: forms.theirs })
  const tokens = new Map<Standing, Token>()
  for (const list of bases)
    for (const [index, one] of list.entries()) {
      tokens.set(one, `b${index}`)
      if (one.other) tokens.set(one.other, `b${index}`)
    }
  const came = new Map<string, Token>()
  // What both sides have made is the same where it is called the same in the same place.
  for (const [list, mark] of [
    [ours, 'o'],
    [theirs, 't'],
  ] as const)
    for (const [index, one] of list.entries()) {
      if (tokens.has(one)) continue
      const table = one.table ? (tokens.get(one.table) ?? '') : ''
      const own = one.name === '' ? `${identityOf(one.node)} ${widgetNameOf(one.node)}` : nameOf(one.node)
      const key = JSON.stringify([table, one.name === '' ? 'place' : 'field', own])
      const there = mark === 't' && (one.name !== '' || identityOf(one.node) !== undefined)
      const token = there ? came.get(key) : undefined
      tokens.set(one, token ?? `${mark}${index}`)
      if (mark === 'o') came.set(key, `${mark}${index}`)
      else came.delete(key)
    }
  return [bases[0], ours, theirs].map((list) => sideOf(list, tokens)) as unknown as readonly [
    Side3,
    Side3,
    Side3,
  ]
}

function sideOf(all: readonly Standing[], tokens: ReadonlyMap<Standing, Token>): Side3 {
  const nodes = new Map<Token, Standing>()
  const parents = new Map<Token, Token>()
  const lists = new Map<Token, Token[]>()
  for (const one of all) {
    const token = tokens.get(one) ?? FORM_TOKEN
    const parent = one.parent ? (tokens.get(one.parent) ?? FORM_TOKEN) : FORM_TOKEN
    nodes.set(token, one)
    parents.set(token, parent)
    const list = lists.get(parent) ?? []
    lists.set(parent, list)
    list.push(token)
  }
  return { nodes, parents, lists }
}
