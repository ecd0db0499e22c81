import { createContext, useContext } from 'react'

/** A record as a list has it. */
type Row = Readonly<Record<string, unknown>>

const NONE: readonly Row[] = []
const ListRowsContext = createContext(NONE)

/** Gives the editors of a list's settings the records that the list under design shows. */
export const ListRowsProvider = ListRowsContext

export const useListRows = (): readonly Row[] => useContext(ListRowsContext)
