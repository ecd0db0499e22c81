import { survivesKills } from './specs/kills'

survivesKills(20)
