import { describe } from 'vitest'
import { areFoundOut, FARMS, keepPromises, LEFT_OUT } from './specs/explorations'

describe('all that may happen on a small farm', () => keepPromises(FARMS))

describe('a rule left out is found out', () => areFoundOut(LEFT_OUT))
