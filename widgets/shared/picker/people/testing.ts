import type { CallResult, Host } from '@runtime/host'
import { NameCache } from '@runtime/widget/name-cache'
import type { Named } from '@runtime/widget/named'
import { testHost } from '../../testing'

type Wire = Readonly<Record<string, unknown>>
type Answer = (input: Wire) => unknown

/** A node as the server gives it, with the least that it needs. */
export function wire(type: string, id: string, fullName: string, children: readonly Wire[] = []): Wire {
  return {
    id,
    onlyId: id,
    fullName,
    type,
    organize: '',
    organizeIds: [],
    headIcon: '',
    enabledMark: 1,
    disabled: false,
    hasChildren: children.length > 0,
    children,
  }
}

const member = (id: string, fullName: string): Wire => ({
  ...wire('user', id, fullName),
  organize: '集团/一分场',
})
const staff = ['王小田', '李大江', '张灌溉', '陈墒情'].map((name, at) => member(`u${at + 1}`, name))

const unit = (
  type: string,
  path: readonly string[],
  names: readonly string[],
  children: readonly Wire[],
) => ({
  ...wire(type, path.at(-1) ?? '', names.at(-1) ?? '', children),
  organizeIds: path,
  organize: names.join('/'),
})
const department = unit('department', ['c1', 'f1', 'd1'], ['集团', '一分场', '灌溉部'], [])
const farm = unit('company', ['c1', 'f1'], ['集团', '一分场'], [department])
const organization = [unit('company', ['c1'], ['集团'], [farm])]

/** The company of the specs: what each call answers unless a spec says otherwise. */
const COMPANY: Readonly<Record<string, Answer>> = {
  'organize.selector': ({ top }) =>
    top === 1
      ? [{ ...unit('top', ['-1'], ['顶级节点'], organization), id: '-1', onlyId: '-1' }]
      : organization,
  'organize.selectorByAuth': () => [{ ...unit('company', ['c1'], ['集团'], [farm]), disabled: true }],
  'department.selector': () => organization,
  'position.selector': () => [
    { ...department, children: [wire('position', 'p1', '灌溉工'), wire('position', 'p2', '站长')] },
  ],
  'role.selector': () => [
    { ...farm, children: [wire('role', 'r1', '分场主管')] },
    wire('global', '1', '全局', [wire('role', 'r2', '审计员')]),
  ],
  'group.selector': () => [wire('category', 'k1', '班组', [wire('group', 'g1', '抢修班')])],
  'users.imSelector': ({ id, keyword }) => {
    if (keyword) return staff.filter(({ fullName }) => String(fullName).includes(String(keyword)))
    if (id === '0') return [{ ...farm, hasChildren: true, children: [] }]
    return id === 'f1' ? [{ ...department, hasChildren: true }, ...staff] : []
  },
  'users.organization': () => [staff[0]],
  'users.subordinates': () => [],
  'users.restricted': ({ ids }) =>
    staff.filter(({ id }) =>
      (ids as readonly string[]).some((able) => able === id || able === 'd1--department'),
    ),
}

const NAMES = new Map<string, string>([
  ...staff.map(({ id, fullName }) => [String(id), String(fullName)] as const),
  ...staff.map(({ id, fullName }) => [`${id}--user`, String(fullName)] as const),
  ['c1', '集团'],
  ['f1', '一分场'],
  ['d1', '灌溉部'],
  ['d1--department', '灌溉部'],
  ['p1', '灌溉工'],
  ['r1', '分场主管'],
  ['g1', '抢修班'],
])

export interface PeopleHost extends Host {
  readonly calls: { readonly name: string; readonly input: Wire }[]
}

/** A host over the specs' company; `answers` take the place of its own. */
export function peopleHost(answers: Readonly<Record<string, Answer>> = {}): PeopleHost {
  const calls: PeopleHost['calls'] = []
  const names = new NameCache(async (requests) => {
    calls.push({ name: 'names.resolve', input: { requests } })
    return requests.map(({ ids }) =>
      ids.flatMap((id): Named[] => {
        const text = NAMES.get(id)
        return text === undefined ? [] : [{ id, text, data: {} }]
      }),
    )
  })
  return {
    ...testHost(),
    names,
    named: names.lookup,
    calls,
    async call(name, input = {}): Promise<CallResult> {
      calls.push({ name, input })
      const answer = answers[name] ?? COMPANY[name]
      if (!answer) throw new Error(`No answer for ${name} in this spec`)
      return { data: { list: await answer(input) }, msg: '' }
    },
  }
}
