/** What somebody may do with a unit: see it, make, change and delete in it. */
export const UNIT_ACTS = ['select', 'add', 'edit', 'delete'] as const
export type UnitAct = (typeof UNIT_ACTS)[number]

/**
 * What stands in units: a unit, what is below one, a person, a role, a position; a group and a permission set by whom they hold;
 * an object of whichever of these types the input's `objectType` says, and one whose rights are spoken of; a session and a
 * hand-over by whose they are.
 */
export const UNIT_THINGS = [
  ...(['unit', 'below', 'person', 'role', 'position', 'group', 'set'] as const),
  ...(['object', 'authorised', 'session', 'handOver'] as const),
] as const
export type UnitThing = (typeof UNIT_THINGS)[number]

/**
 * What a call of the administration of people acts on, for whoever administers some units alone (administration §2.5):
 * `{ edit: { person: 'id' } }`, each act with the things and the members of the input that name them; `unbounded`, why what it
 * changes is of no unit; `narrowed`, how the handler keeps to the caller's units where the input names nothing.
 */
export type Units<M extends string> =
  | { readonly [A in UnitAct]?: { readonly [T in UnitThing]?: M } }
  | { readonly unbounded: string }
  | { readonly narrowed: string }

/** Lists, and what is done to all that one sees. */
export const IN_SIGHT = {
  narrowed: 'Tells and changes what stands in the units of the caller alone',
} as const
/** Groups and permission sets are made for people of whichever unit. */
export const OF_NO_UNIT = { unbounded: 'What is made is of no unit, and open to people of all' } as const

/** Codes of the administration of people: what they open ends at the units of whoever administers some. */
const OF_PEOPLE = /^permission\.|^system\.(?:log|onlineUser)\b/

/** Whether a call with such codes has to say what in units it acts on. */
export const needsUnits = (codes: readonly string[]): boolean => codes.some((code) => OF_PEOPLE.test(code))

/** Each act on a thing in units, with the member that names it. */
export function unitTargets(
  units: Units<string>,
): readonly { readonly act: UnitAct; readonly thing: UnitThing; readonly member: string }[] {
  if ('unbounded' in units || 'narrowed' in units) return []
  return UNIT_ACTS.flatMap((act) =>
    UNIT_THINGS.flatMap((thing) => {
      const member = (units as Exclude<Units<string>, { unbounded: string } | { narrowed: string }>)[act]?.[
        thing
      ]
      return member === undefined ? [] : [{ act, thing, member }]
    }),
  )
}

/** Why such a declaration says too little; null where it does not. */
export function faultOfUnits(units: Units<string> | undefined): string | null {
  if (units === undefined)
    return 'is of the administration of people, and has to say what it acts on in which units.'
  const why = 'unbounded' in units ? units.unbounded : 'narrowed' in units ? units.narrowed : null
  if (why !== null) return why.trim() === '' ? 'keeps to units and does not say how.' : null
  return unitTargets(units).length === 0 ? 'acts in units on nothing.' : null
}
