import { createContext, type ReactNode } from 'react'

/** What stands in the slot of a form: whoever draws the form fills it. */
export const SlotContext = createContext<ReactNode>(null)
