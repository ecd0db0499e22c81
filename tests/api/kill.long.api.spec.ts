import { survivesKills } from './kills'

survivesKills(10)
