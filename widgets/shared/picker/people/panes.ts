import type { Host } from '@runtime/host'
import type { PeopleKind } from '@runtime/widget/named'
import { CURRENT_USER, MIXED_TYPES, type PeopleSettings, relatedIds } from '@runtime/widget/people'
import type { EditProps } from '../../../widget'
import { PAGE_SIZE, type PickerLoad, type PickerNode, type PickerPane, pageOf } from '../source'
import { idOf, type NodeRules, nodesOf } from './nodes'

/** What the panes are made of. */
export interface PeoplePlace {
  readonly of: PeopleKind
  readonly settings: PeopleSettings & {
    readonly auth?: boolean
    readonly onlyOrganizations?: boolean
    readonly currentField?: string
  }
  readonly host: Host
  readonly get: EditProps<object, unknown>['context']['get']
  /** What people call a field. */
  readonly labelOf: (path: string) => string
}

type Input = Readonly<Record<string, unknown>>

/** The panes of a picker, by what it picks and whom it may pick (`spec/widgets.md §2.1`, §7). */
export function panesOf(place: PeoplePlace): readonly PickerPane[] {
  switch (place.of) {
    case 'user':
      return userPanes(place)
    case 'mixed':
      return mixedPanes(place)
    case 'role':
      return rolePanes(place)
    default:
      return [pane('all', '@picker.tab.all', treeOf(place, place.of))]
  }
}

function treeOf(place: PeoplePlace, of: 'organize' | 'department' | 'position' | 'group'): PickerLoad {
  return tree(place, ...treeCall(place), { types: TYPES[of], fullNames: of === 'organize' })
}

/** Each accepts nodes of its own type alone (`spec/widgets.md §5`). */
const TYPES: Readonly<Record<'organize' | 'department' | 'position' | 'role' | 'group', Set<string>>> = {
  organize: new Set(['top', 'company', 'department']),
  department: new Set(['department']),
  position: new Set(['position']),
  role: new Set(['role']),
  group: new Set(['group']),
}
const PERSON = new Set(['user'])
const ANYTHING = new Set<string>(MIXED_TYPES)

function pane(key: string, title: string, load: PickerLoad): PickerPane {
  return { key, title, load }
}

/** Which tree a picker of places asks for. */
function treeCall({ of, settings, get }: PeoplePlace): readonly [call: string, input: Input] {
  const { selectType, ableIds, auth } = settings
  if (of === 'organize') {
    if (selectType === 'custom') return ['organize.condition', { departIds: ableIds }]
    const current = settings.currentField === undefined ? '' : String(get(settings.currentField) ?? '')
    const input = {
      id: current === '' ? '0' : current,
      ...(settings.topNode && { top: 1 }),
      ...(settings.onlyOrganizations && { category: 'company' }),
    }
    return [auth ? 'organize.selectorByAuth' : 'organize.selector', input]
  }
  if (of === 'department') {
    if (selectType === 'custom') return ['organize.condition', { departIds: ableIds }]
    return [auth ? 'department.selectorByAuth' : 'department.selector', { id: '0' }]
  }
  return selectType === 'custom' ? [`${of}.condition`, { ids: ableIds }] : [`${of}.selector`, {}]
}

function tree({ host }: PeoplePlace, call: string, input: Input, rules: NodeRules): PickerLoad {
  return {
    kind: 'tree',
    all: async (signal) => nodesOf((await host.call(call, input, { signal })).data, rules),
  }
}

/** Roles of organisations, and those for everybody, come in one tree; two tabs part them. */
function rolePanes(place: PeoplePlace): readonly PickerPane[] {
  const [call, input] = treeCall(place)
  const rules = { types: TYPES.role }
  const part = (global: boolean): PickerLoad => ({
    kind: 'tree',
    async all(signal) {
      const nodes = nodesOf((await place.host.call(call, input, { signal })).data, rules)
      const isGlobal = ({ kind }: PickerNode) => kind === 'global' || kind === 'role'
      const own = nodes.filter((node) => isGlobal(node) === global)
      return global ? own.flatMap((node) => node.children ?? [node]) : own
    },
  })
  return [
    pane('organize', '@picker.tab.organizeRole', part(false)),
    pane('global', '@picker.tab.globalRole', part(true)),
  ]
}

function userPanes(place: PeoplePlace): readonly PickerPane[] {
  const { settings, host } = place
  const rules = { types: PERSON }
  if (settings.selectType !== 'all') {
    if (settings.selectType === 'custom')
      return [pane('able', '@picker.tab.all', restricted(host, settings.ableIds, rules))]
    const ids = relatedIds(settings, place)
    const able = pane('able', '@picker.tab.all', restricted(host, ids, rules))
    const label = place.labelOf(settings.relationField ?? '')
    return [ids.length > 0 ? able : { ...able, empty: host.text('@picker.chooseRelated', { label }) }]
  }
  const system: PickerNode = {
    key: CURRENT_USER,
    name: host.text('@picker.currentUser'),
    kind: 'user',
    choosable: true,
    hasChildren: false,
  }
  const systemPage = (keyword: string) =>
    Promise.resolve({ nodes: system.name.includes(keyword) ? [system] : [], more: false })
  return [
    pane('all', '@picker.tab.all', everybody(host, rules)),
    pane(
      'organization',
      '@picker.tab.organization',
      pages(host, 'users.organization', { organizeId: '0' }, rules),
    ),
    pane('subordinates', '@picker.tab.subordinates', pages(host, 'users.subordinates', {}, rules)),
    ...(settings.hasSys ? [pane('system', '@picker.tab.system', { kind: 'list', page: systemPage })] : []),
  ]
}

/** People below their organisations, of which these can be pointed at too. */
export function peopleAndPlaces(host: Host): PickerPane {
  return pane('all', '@picker.tab.all', everybody(host, { types: ANYTHING, mixed: true }))
}

/** People below their organisations, fetched as these are unfolded; a keyword lists those who match. */
function everybody(host: Host, rules: NodeRules): PickerLoad {
  const ask = async (id: string, keyword: string, page: number, signal: AbortSignal) => {
    const input = { id, keyword, currentPage: page, pageSize: PAGE_SIZE }
    const { data } = await host.call('users.imSelector', input, { signal })
    return pageOf(nodesOf(data, { ...rules, lazy: true }))
  }
  return {
    kind: 'lazy',
    children: async (parent, page, signal) => {
      // What is below an organisation comes whole.
      const { nodes } = await ask(parent ? idOf(parent) : '0', '', page, signal)
      return { nodes, more: false }
    },
    search: (keyword, page, signal) => ask('0', keyword, page, signal),
  }
}

/** A list that the server pages. */
function pages(host: Host, call: string, input: Input, rules: NodeRules): PickerLoad {
  return {
    kind: 'list',
    async page(keyword, page, signal) {
      const paged = { ...input, keyword, currentPage: page, pageSize: PAGE_SIZE }
      return pageOf(nodesOf((await host.call(call, paged, { signal })).data, rules))
    },
  }
}

/** The people among ids, and of the departments, positions, roles and groups among them. */
function restricted(host: Host, ids: readonly string[], rules: NodeRules): PickerLoad {
  return {
    kind: 'list',
    async page(keyword, page, signal) {
      if (ids.length === 0) return { nodes: [], more: false }
      const pagination = { keyword, currentPage: page, pageSize: PAGE_SIZE }
      const { data } = await host.call('users.restricted', { pagination, ids }, { signal })
      return pageOf(nodesOf(data, rules))
    },
  }
}

function mixedPanes(place: PeoplePlace): readonly PickerPane[] {
  const { settings, host } = place
  const rules = { types: settings.multiple ? ANYTHING : PERSON, mixed: true }
  if (settings.selectType === 'custom')
    return [pane('able', '@picker.tab.all', restricted(host, settings.ableIds, rules))]
  const department = pane('department', '@picker.tab.department', everybody(host, rules))
  if (!settings.multiple) return [department]
  const places = ['role', 'position', 'group'] as const
  return [
    department,
    ...places.map((of) =>
      pane(of, `@picker.tab.${of}`, tree(place, `${of}.selector`, {}, { types: new Set([of]), mixed: true })),
    ),
  ]
}
