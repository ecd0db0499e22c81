import { describe } from 'vitest'
import { areFoundOut, FARMS, keepPromises, LEFT_OUT } from './specs/explorations'

/** The smallest farms; all of them are the long run's (`exploration.long.spec.ts`). */
const SMALLEST = ['one valve that may close by itself', 'one valve without a closed place', 'two valves']
/** What takes a larger farm to be found out. */
const LARGER = ['I02 at a main valve', 'that a start holds its pump']

describe('all that may happen on a small farm', () =>
  keepPromises(FARMS.filter(([name]) => SMALLEST.includes(name))))

describe('a rule left out is found out', () =>
  areFoundOut(LEFT_OUT.filter(([name]) => !LARGER.includes(name))))
