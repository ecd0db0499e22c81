import { expect, it } from 'vitest'
import { RULES } from '../interlock/index'
import { exploreStation, type StationOptions } from './specs/station'

const { I04: _, ...withoutI04 } = RULES

it.each<[string, StationOptions]>([['two', { slots: 2 }]])(
  '%s runs that begin at once never ask more than the free pumps give, whatever happens',
  (_name, options) => {
    const { states, broken, story } = exploreStation(options)
    console.info(`${options.slots} runs: ${states} states`)
    expect(broken, story.join(' → ')).toBeNull()
    expect(states).toBeGreaterThan(100)
  },
)

it('is found out: what runs will ask left out, and the rule', () => {
  for (const options of [{ forgetsClaims: true }, { rules: withoutI04 }]) {
    const { broken } = exploreStation({ slots: 2, ...options })
    expect(broken).toMatch(/ask|granted/)
  }
})
