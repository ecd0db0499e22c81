import { keepsReadings } from './specs/kills'

keepsReadings(1)
