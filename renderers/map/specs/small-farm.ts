import { SECOND_FARM } from '@services/simulator/farm/demo'
import { drawFarm } from '@services/simulator/farm/draw'

/** Forty devices, as they are imported. */
export const smallFarm = drawFarm(SECOND_FARM)
