import { outlivesKills } from './kills'

outlivesKills(2)
