import { expect, it } from 'vitest'
import { asksPlace, reachOf, widening } from './reach'
import { bareOf, type DataScheme, FIXED_SCHEMES, type Principal, variablesOf } from './scope'

const of = (schemes: readonly DataScheme[], place: Partial<Principal> = {}) =>
  reachOf(schemes, { ...bareOf('me'), ...place })
const custom = (op: string, value: string): DataScheme => ({
  kind: 'custom',
  matchLogic: 'and',
  conditionJson: [{ logic: 'and', groups: [{ field: 'unit', op, value }] }],
})

it('is wider by who and which units are in it newly, however they come in', () => {
  const before = of([{ kind: 'department' }, { kind: 'managed' }], { departments: ['a'], managed: ['b'] })
  const same = of([{ kind: 'department' }, { kind: 'managed' }], { departments: ['b'], managed: ['a'] })
  expect(widening(before, same)).toEqual([])
  const more = of([{ kind: 'department' }], { departments: ['a', 'c'] })
  expect(widening(before, more)).toEqual(['c'])
  expect(widening(more, before)).toEqual(['b'])
  expect(widening(of([]), of([{ kind: 'ownAndSubordinates' }], { subordinateIds: ['x'] }))).toEqual([
    'me',
    'x',
  ])
})

it('is never wider than all', () => {
  const all = of([{ kind: 'all' }])
  expect(widening(all, of([{ kind: 'departmentAndBelow' }], { departmentsBelow: ['a'] }))).toEqual([])
  expect(widening(of([{ kind: 'own' }]), all)).not.toEqual([])
})

it.each([
  ['==', ['b'], []],
  ['in', ['b'], []],
  // What is left out no more comes in.
  ['<>', [], ['b']],
  ['notIn', [], ['b']],
  // What compares otherwise may do either.
  ['>', ['b'], ['b']],
])('goes by the sense of a comparison with a variable: %s', (op, byMore, byLess) => {
  const at = (managed: readonly string[]) => of([custom(op, '@branchManageOrganize')], { managed })
  expect([widening(at(['a']), at(['a', 'b'])), widening(at(['a', 'b']), at(['a']))]).toEqual([byMore, byLess])
})

it('knows nothing of what compares with a value', () => {
  expect(widening(of([custom('==', 'demo')]), of([custom('==', 'other')]))).toEqual([])
})

it('goes by where somebody stands just where a scheme asks for that', () => {
  const somewhere: Principal = {
    ...{ userId: 'me', subordinateIds: ['s'], departments: ['d'], departmentsBelow: ['db'] },
    ...{ companies: ['c'], companiesBelow: ['cb'], managed: ['m'], managedBelow: ['mb'] },
  }
  const schemes: DataScheme[] = [
    ...FIXED_SCHEMES.map((kind) => ({ kind })),
    { kind: 'units', units: ['u'] },
    ...[...Object.keys(variablesOf(somewhere)), 'plain', '@unknown'].map((value) => custom('==', value)),
    {
      ...custom('==', ''),
      conditionJson: JSON.stringify([{ groups: [{ value: ['@organizeId'] }] }]),
    } as DataScheme,
  ]
  for (const scheme of schemes)
    expect(asksPlace(scheme), JSON.stringify(scheme)).toBe(
      widening(of([scheme]), reachOf([scheme], somewhere)).length > 0,
    )
  for (const conditionJson of [null, '{', '{}', [null], [{ groups: [null] }]])
    expect(asksPlace({ kind: 'custom', matchLogic: 'and', conditionJson })).toBe(false)
})
