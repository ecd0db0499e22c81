import { expect, it } from 'vitest'
import { climb } from './specs/climb'
import { inUnits } from './specs/units'

inUnits()

it('a thousand random changes pass nobody beyond who grants, and touch nothing outside', async () => {
  const done = await climb(1_000)
  // Of each some went through and some did not, or nothing is proved.
  for (const name of ['person', 'grant', 'grade', 'ungrade', 'unit', 'role', 'post', 'manager', 'hand'])
    for (const code of [200, 403])
      expect(done.get(`${name} ${code}`) ?? 0, `${name} ${[...done]}`).toBeGreaterThan(0)
}, 900_000)
