import { createContext, useContext, useState } from 'react'

/** The query of the address under which the page stands. */
export interface PageAddress {
  /** `?part=log`, or empty. */
  readonly search: string
  /** Goes on under another query, without an entry in the history. */
  change(search: string): void
}

const AddressContext = createContext<PageAddress | null>(null)

export const PageAddressProvider = AddressContext.Provider

/**
 * A choice that stays in the address under a name, so that it can be linked to and outlives a reload; without a name, or where
 * the page has no address of its own, it stays with the place.
 */
export function useAddressed(
  name: string | undefined,
): readonly [chosen: string | null, choose: (value: string) => void] {
  const address = useContext(AddressContext)
  const [own, setOwn] = useState<string | null>(null)
  if (name === undefined || !address) return [own, setOwn]
  const query = new URLSearchParams(address.search)
  return [
    query.get(name),
    (value) => {
      query.set(name, value)
      address.change(`?${query}`)
    },
  ]
}
