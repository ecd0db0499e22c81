import { survivesKills } from './kills'

survivesKills(1)
