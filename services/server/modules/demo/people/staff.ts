import { createDice } from '../dice'
import { type DemoPosition, type DemoUnit, POSITIONS, UNITS } from './company'
import { demoNames } from './names'

/** A row of the demo's people. */
export interface DemoPerson {
  readonly id: string
  readonly account: string
  readonly realName: string
  readonly gender: number
  readonly mobilePhone: string
  readonly position: DemoPosition
  readonly jobTitle: string
  readonly entryDate: Date
  readonly birthday: Date
  readonly managerId: string | null
}

/** Who holds the positions that the demo's two accounts take. */
export interface DemoHolders {
  readonly administrator: string | null
  readonly operator: string | null
}

const YEAR = 365.25 * 86_400_000

/** The company's people, each after whom he works for: the same ones every time, whoever the two accounts are. */
export function demoStaff(holders: DemoHolders): readonly DemoPerson[] {
  const dice = createDice(20_263)
  const names = demoNames()
  const leaders = new Map<string, string>()
  const holderOf = new Map<string, string | null>([
    ['demo-administrator', holders.administrator],
    ['demo-patrol-lead', holders.operator],
  ])
  const people: DemoPerson[] = []
  for (const position of POSITIONS) {
    for (let place = 0; place < position.people; place++) {
      const id = `demo-person-${String(people.length + 1).padStart(3, '0')}`
      const { realName, account, gender } = names.next().value
      const entryDate = Date.UTC(2008, 2, 1) + dice.between(0, 17 * YEAR)
      people.push({
        id,
        account,
        realName,
        gender,
        // A range that no operator has given out, in the form that numbers have.
        mobilePhone: `1990000${String(1001 + people.length)}`,
        position,
        jobTitle: dice.of(position.titles),
        entryDate: dayOf(entryDate),
        birthday: dayOf(entryDate - dice.between(19, 38) * YEAR),
        managerId: managerOf(position, leaders, holderOf),
      })
      if (position.leads) leaders.set(position.unit, id)
    }
  }
  return people
}

/** The named position's holder; else who leads the unit; for the leader himself whoever leads the one above. */
export function managerOf(
  position: DemoPosition,
  leaders: ReadonlyMap<string, string>,
  holderOf: ReadonlyMap<string, string | null> = new Map(),
): string | null {
  const named = position.under === undefined ? null : holderOf.get(position.under)
  if (named) return named
  for (let unit = unitOf(position.unit); unit; unit = unit.parent ? unitOf(unit.parent) : undefined) {
    const leader = leaders.get(unit.id)
    if (leader) return leader
  }
  return null
}

function unitOf(id: string): DemoUnit | undefined {
  return UNITS.find((unit) => unit.id === id)
}

function dayOf(milliseconds: number): Date {
  return new Date(Math.floor(milliseconds / 86_400_000) * 86_400_000)
}
