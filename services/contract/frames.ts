import type { Static } from 'typebox'
import { fieldFrames } from './areas/field/project'
import { chatFrames } from './areas/platform/chat'

/** Whatever a browser may send over `/websocket/{token}`. */
export const clientFrames = { ...chatFrames, ...fieldFrames } as const
export type ClientFrames = { readonly [M in keyof typeof clientFrames]: Static<(typeof clientFrames)[M]> }
