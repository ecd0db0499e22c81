import { expect, it } from 'vitest'
import { climb } from './specs/climb'
import { inUnits } from './specs/units'

inUnits()

it('a thousand random changes pass nobody beyond who grants, and touch nothing outside', async () => {
  const done = await climb(1_000)
  // Of each some went through and some did not, or nothing is proved. What is handed over is refused in so small a world as
  // this; that it is handed over where it may be is shown where that is the subject (`hand-over`).
  for (const name of ['person', 'grant', 'grade', 'ungrade', 'unit', 'role', 'post', 'manager'])
    expect(done.get(`${name} 200`) ?? 0, `${name} ${[...done]}`).toBeGreaterThan(0)
  for (const name of ['person', 'grant', 'grade', 'ungrade', 'unit', 'role', 'post', 'manager', 'hand'])
    expect(done.get(`${name} 403`) ?? 0, `${name} ${[...done]}`).toBeGreaterThan(0)
}, 900_000)
