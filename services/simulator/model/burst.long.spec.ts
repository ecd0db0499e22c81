import { describe } from 'vitest'
import { burstsAreSeen } from './specs/watched'

describe('what the watch sees of the simulated farm', () => burstsAreSeen([1, 5, 12]))
