import { outlivesKills } from './kills'

outlivesKills(12)
