import { compileSchema } from '@runtime/schema'
import { collectMessages, createTranslator } from '@runtime/text'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import type { Named } from '@runtime/widget/named'
import picker from '@schemas/locales/picker.json'
import widgets from '@schemas/locales/widgets.json'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../definitions'

const KEYS = ['organize', 'department', 'position', 'role', 'group', 'user', 'users'].map(
  (name) => `${name}-select`,
)
const widget = (key: string): WidgetDefinition => {
  const found = catalogue.get(key)
  if (!found) throw new Error(`No widget ${key}`)
  return found
}
const settle = (key: string, more: object = {}) => ({ ...widget(key).defaults, ...more })

const NAMES: Readonly<Record<string, string>> = {
  c1: '集团',
  f1: '一分场',
  d1: '灌溉部',
  u1: '王小田',
  u2: '李大江',
  'u1--user': '王小田',
  'd1--department': '灌溉部',
}
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  u1: ['d1--department', 'p1--position'],
  u2: ['d2--department'],
  'u1--user': ['d1--department'],
  'u2--user': ['d2--department'],
}
/** What the server knows: `gone` ids name nothing, the rest is not known. */
const context = (
  gone: readonly string[] = [],
  values: Readonly<Record<string, unknown>> = {},
): WidgetContext => ({
  ...createTranslator('zh', collectMessages({ picker, widgets })),
  user: {
    userId: 'u1',
    userAccount: 'w',
    userName: '王小田',
    organizeIdList: ['c1', 'f1'],
    departmentId: 'd1',
    positionIds: [{ id: 'p1' }, { id: 'p2' }],
    roleIds: ['r1'],
    groupIds: ['g1', 'g2'],
  },
  now: () => 0,
  get: (path) => values[path],
  named(_, id): Named | null | undefined {
    if (gone.includes(id)) return null
    const text = NAMES[id] ?? id
    return { id, text, data: MEMBERS[id] ? { memberOf: MEMBERS[id] } : {} }
  },
})
const fault = (key: string, value: unknown, settings: object = {}, around = context()) =>
  widget(key).check?.(value, settle(key, settings), around) ?? null
const fits = (key: string, value: unknown, settings: object = {}) =>
  compileSchema(widget(key).value?.(settle(key, settings)) ?? {})(value).length === 0

describe('every picker of people', () => {
  it.each(KEYS)('%s says each setting in three languages, and has a default for each', (key) => {
    const { settings, defaults } = widget(key)
    for (const [name, schema] of Object.entries(settings.properties)) {
      const { title, description } = schema as { readonly title: string; readonly description: string }
      for (const text of [title, description])
        expect(Object.keys(picker[text.replace('@picker.', '') as keyof typeof picker] ?? {}), name).toEqual([
          'zh',
          'zhtw',
          'en',
        ])
    }
    const known = Object.keys(settings.properties)
    expect(Object.keys(defaults).filter((name) => !known.includes(name))).toEqual([])
    expect(widget(key).fromFormData?.({ __config__: { jnpfKey: widget(key).jnpfKeys[0] } })).toEqual({})
  })

  it.each([
    ['organize-select', 'organizeSelect'],
    ['organize-select', 'comSelect'],
    ['department-select', 'depSelect'],
    ['position-select', 'posSelect'],
    ['role-select', 'roleSelect'],
    ['group-select', 'groupSelect'],
    ['user-select', 'userSelect'],
    ['users-select', 'usersSelect'],
  ])('%s is %s in published models', (key, jnpfKey) => {
    expect(catalogue.byJnpfKey(jnpfKey)?.key).toBe(key)
  })

  it('reads the settings of a published model', () => {
    expect(
      widget('user-select').fromFormData?.({
        __config__: { jnpfKey: 'userSelect', defaultCurrent: true },
        multiple: true,
        selectType: 'dep',
        relationField: 'tableField1-department',
        hasSys: true,
        ableIds: [],
      }),
    ).toEqual({
      defaultCurrent: true,
      multiple: true,
      selectType: 'dep',
      relationField: 'tableField1.department',
      hasSys: true,
      ableIds: [],
    })
    expect(
      widget('organize-select').fromFormData?.({ selectType: 'custom', ableIds: [['c1', 'f1'], ['c1']] }),
    ).toEqual({ selectType: 'custom', ableIds: ['f1', 'c1'] })
    // What only a user knows is no range of a role.
    expect(widget('role-select').fromFormData?.({ selectType: 'dep' })).toEqual({})
  })
})

describe('a value', () => {
  it.each([
    ['organize-select', ['c1', 'f1'], [['c1', 'f1'], ['c1']]],
    ['department-select', 'd1', ['d1', 'd2']],
    ['position-select', 'p1', ['p1']],
    ['role-select', 'r1', ['r1']],
    ['group-select', 'g1', ['g1']],
    ['user-select', 'u1', ['u1', 'u2']],
    ['users-select', 'u1--user', ['u1--user', 'd1--department']],
  ])('of %s is one or a list, and neither stands for the other', (key, one, several) => {
    expect(fits(key, one)).toBe(true)
    expect(fits(key, several, { multiple: true })).toBe(true)
    expect(fits(key, several)).toBe(false)
    expect(fits(key, one, { multiple: true })).toBe(false)
    expect(fits(key, [...several, several[0]], { multiple: true })).toBe(false)
    expect(fits(key, 7)).toBe(false)
    const { normalise, toText, fromText } = widget(key)
    for (const [value, settings] of [
      [one, settle(key)],
      [several, settle(key, { multiple: true })],
    ] as const) {
      expect(normalise?.(value, settings)).toEqual(value)
      if (Array.isArray(value)) expect(normalise?.(JSON.stringify(value), settings)).toEqual(value)
      // What nobody has a name for stands for itself, and comes back.
      const bare = { ...context(), named: () => undefined }
      expect(fromText?.(toText?.(value, settings, bare) ?? '', settings, bare)).toEqual({ value })
    }
  })

  it('of an older record is brought into the form of today', () => {
    const user = widget('user-select')
    expect(user.normalise?.('["u1"]', settle('user-select'))).toBe('u1')
    expect(user.normalise?.('u1', settle('user-select', { multiple: true }))).toEqual(['u1'])
    expect(user.normalise?.('', settle('user-select'))).toBe('')
    expect(user.normalise?.(null, settle('user-select', { multiple: true }))).toEqual([])
    expect(user.normalise?.(['u1', 'u2'], settle('user-select'))).toEqual(['u1', 'u2'])
    const organize = widget('organize-select')
    expect(organize.normalise?.('["c1","f1"]', settle('organize-select', { multiple: true }))).toEqual([
      ['c1', 'f1'],
    ])
    expect(organize.normalise?.([['c1', 'f1']], settle('organize-select'))).toEqual(['c1', 'f1'])
    expect(organize.normalise?.('f1', settle('organize-select'))).toEqual(['f1'])
  })

  it('is read by names, an organisation by its path', () => {
    const text = (key: string, value: unknown, settings: object = {}) =>
      widget(key).toText?.(value, settle(key, settings), context())
    expect(text('user-select', ['u1', 'u2'], { multiple: true })).toBe('王小田,李大江')
    expect(text('user-select', 'currentUser', { hasSys: true })).toBe('当前用户')
    expect(text('organize-select', ['c1', 'f1'])).toBe('集团/一分场')
    expect(text('organize-select', [['c1'], ['-1']], { multiple: true })).toBe('集团,顶级节点')
    expect(text('users-select', 'd1--department')).toBe('灌溉部')
  })

  it('of one is not read out of several', () => {
    expect(widget('user-select').fromText?.('u1,u2', settle('user-select'), context())).toEqual({
      error: '只能选择一项',
    })
  })

  it('is looked for by its last id, not by all that stands above', () => {
    const { sought, ids } = widget('organize-select')
    expect(sought?.(['c1', 'f1'])).toEqual(['f1'])
    expect(sought?.([['c1', 'f1'], ['c1']])).toEqual(['f1', 'c1'])
    expect(ids?.([['c1', 'f1'], ['-1']], settle('organize-select'))).toEqual(['c1', 'f1'])
    expect(widget('user-select').ids?.(['u1', 'currentUser'], settle('user-select'))).toEqual(['u1'])
  })
})

describe("a new record's own", () => {
  it.each([
    ['organize-select', ['c1', 'f1'], [['c1', 'f1']]],
    ['department-select', 'd1', ['d1']],
    ['position-select', 'p1', ['p1', 'p2']],
    ['role-select', 'r1', ['r1']],
    ['group-select', 'g1', ['g1', 'g2']],
    ['user-select', 'u1', ['u1']],
    ['users-select', 'u1--user', ['u1--user']],
  ])('%s', (key, one, several) => {
    const initial = (settings: object) => widget(key).initial?.(settle(key, settings), context())
    expect(initial({ defaultCurrent: true })).toEqual(one)
    expect(initial({ defaultCurrent: true, multiple: true })).toEqual(several)
    expect(initial({})).toBeNull()
    expect(initial({ multiple: true })).toEqual([])
  })

  it('is empty for one who belongs to nothing', () => {
    const nobody = { ...context(), user: { userId: 'u9', userAccount: 'x', userName: 'x' } }
    for (const key of KEYS.filter((one) => !one.startsWith('user')))
      expect(widget(key).initial?.(settle(key, { defaultCurrent: true }), nobody), key).toBeNull()
  })
})

describe('refused', () => {
  it('an id that names nothing, anywhere in a path', () => {
    expect(fault('user-select', 'u9', {}, context(['u9']))).toBe('“u9”不在可选项中')
    expect(fault('organize-select', ['c9', 'f1'], {}, context(['c9']))).toBe('“c9”不在可选项中')
    expect(fault('user-select', 'u9')).toBeNull()
    expect(fault('user-select', 'u9', {}, { ...context(), named: () => undefined })).toBeNull()
  })

  it('an id outside those given, by its name', () => {
    const custom = { selectType: 'custom', ableIds: ['u2'] }
    expect(fault('user-select', 'u1', custom)).toBe('“王小田”不在可选范围内')
    expect(fault('user-select', 'u2', custom)).toBeNull()
    expect(fault('user-select', ['u2', 'u1'], { ...custom, multiple: true })).toBe('“王小田”不在可选范围内')
    expect(fault('organize-select', ['c1', 'f1'], { selectType: 'custom', ableIds: ['c1'] })).toBe(
      '“一分场”不在可选范围内',
    )
    expect(fault('department-select', 'd1', { selectType: 'custom', ableIds: [] })).toBe(
      '“灌溉部”不在可选范围内',
    )
    expect(fault('user-select', 'u1', { ableIds: ['u2'] })).toBeNull()
  })

  it('a person whom none of the given departments takes in', () => {
    const custom = { selectType: 'custom', ableIds: ['d1--department', 'u7--user'] }
    expect(fault('user-select', 'u1', custom)).toBeNull()
    expect(fault('user-select', 'u2', custom)).toBe('“李大江”不在可选范围内')
    expect(fault('user-select', 'u7', custom)).toBeNull()
    // Not known: not validated.
    expect(fault('user-select', 'u8', custom)).toBeNull()
    expect(fault('users-select', 'u1--user', custom)).toBeNull()
    expect(fault('users-select', 'u2--user', custom)).toBe('“u2--user”不在可选范围内')
  })

  it('a person outside of what another field holds', () => {
    const related = { selectType: 'dep', relationField: 'department' }
    const by = (department: unknown) => context([], { department })
    expect(fault('user-select', 'u1', related, by('d1'))).toBeNull()
    expect(fault('user-select', 'u1', related, by(['c1', 'd1']))).toBeNull()
    expect(fault('user-select', 'u2', related, by('d1'))).toBe('“李大江”不在可选范围内')
    expect(fault('user-select', 'u1', related, by(''))).toBe('“王小田”不在可选范围内')
    expect(
      fault('user-select', 'u1', { selectType: 'pos', relationField: 'department' }, by('p1')),
    ).toBeNull()
    expect(widget('user-select').dependsOn?.(settle('user-select', related))).toEqual(['department'])
    expect(widget('user-select').dependsOn?.(settle('user-select', { relationField: 'x' }))).toEqual([])
  })

  it('the current user, and the node above all, where they are not offered', () => {
    expect(fault('user-select', 'currentUser')).toBe('“当前用户”不在可选范围内')
    expect(fault('user-select', 'currentUser', { hasSys: true })).toBeNull()
    expect(fault('organize-select', ['-1'])).toBe('“顶级节点”不在可选范围内')
    expect(fault('organize-select', ['-1'], { topNode: true })).toBeNull()
  })

  it('a mixed id of no type, and in single mode of any but a person', () => {
    const several = { multiple: true }
    for (const type of ['user', 'department', 'company', 'role', 'position', 'group'])
      expect(fault('users-select', [`x--${type}`], several), type).toBeNull()
    expect(fault('users-select', ['x--stranger'], several)).toBe('不是可选的类型')
    expect(fault('users-select', ['x'], several)).toBe('不是可选的类型')
    expect(fault('users-select', 'x--user')).toBeNull()
    expect(fault('users-select', 'x--department')).toBe('只能选择用户')
  })
})
