import { expect, it } from 'vitest'
import { RULES } from '../interlock/index'
import { exploreStation, neverAskTooMuch } from './specs/station'

const { I04: _, ...withoutI04 } = RULES

/** One group alone takes two pumps of three, one takes one; with the turn that comes after, a run takes them all. */
const WISHES = [['G0'], ['G2'], ['G2', 'G3']]

neverAskTooMuch({ slots: 2, wishes: WISHES })

it('is found out: what runs will ask left out, and the rule', () => {
  for (const options of [{ forgetsClaims: true }, { rules: withoutI04 }]) {
    const { broken } = exploreStation({ slots: 2, wishes: WISHES, ...options })
    expect(broken).toMatch(/ask|granted/)
  }
})
