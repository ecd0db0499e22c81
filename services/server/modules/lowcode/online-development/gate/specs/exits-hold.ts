import { expect } from 'vitest'
import { EXITS } from './exits'
import { type ListKind, marksOf } from './marked'
import { CASES, type Case, type World } from './world'

const NEAR = marksOf('near')
const FAR = marksOf('far')

/** Digits in the middle of a time or an id are no mark. */
const standingIn = (bytes: string, marks: readonly string[]) =>
  marks.filter((mark) =>
    /^\d+$/.test(mark) ? new RegExp(`(?<![\\da-f])${mark}(?!\\d)`).test(bytes) : bytes.includes(mark),
  )

/** Asks by every exit, or by those of some calls, and looks for marks in every byte of the answers. */
export async function exitsHold(
  worldOf: (which: Case, kind: ListKind) => Promise<World>,
  which: Case,
  kind: ListKind,
  isAsked: (call: string) => boolean = () => true,
): Promise<void> {
  const world = await worldOf(which, kind)
  const lets: readonly string[] = CASES[which].lets
  const marks = marksOf('near', which === 'column' ? 'columns' : 'all')
  for (const [call, rows] of Object.entries(EXITS)) {
    if (!rows || 'apart' in rows || !isAsked(call)) continue
    for (const [name, { by, tells, ask }] of Object.entries(rows)) {
      const bytes = JSON.stringify(await ask(world))
      const said = `${call}, ${name}: closed is ${which}, ${kind}`
      const near = standingIn(bytes, marks)
      expect.soft(standingIn(bytes, FAR), `${said}: out of scope`).toEqual([])
      if (!lets.includes(by)) expect.soft(near, said).toEqual([])
      else if (tells && tells !== 'title')
        expect.soft(standingIn(bytes, NEAR).length, `${said}: has marks`).toBeGreaterThan(0)
      if (tells && tells !== 'mark') expect.soft(bytes, `${said}: has the record`).toContain('near title')
    }
  }
}
