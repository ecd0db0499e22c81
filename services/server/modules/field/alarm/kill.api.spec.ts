import { survivesKills } from './specs/kills'

survivesKills(1)
