import { createContext, useContext, useState } from 'react'

/** The query of the address under which the page stands. */
export interface PageAddress {
  /** `?part=log`, or empty, as it is drawn. */
  readonly search: string
  /** The browser has gone back or forward to it, or begun with it; absent: that is not known. */
  readonly isTravelled?: boolean
  /** The same where the browser stands already: a router draws it when it finds the time, and nothing may be built on what is past. */
  now(): string
  /** Goes on under another query; without an entry in the history, unless it is to be pushed there. */
  change(search: string, options?: { readonly push?: boolean }): void
  /**
   * Hears when the browser has gone back or forward and stands under the page: where a router has not yet drawn what is left so, it
   * has nothing to draw. Answers what ends it.
   */
  onTravel(heard: () => void): () => void
}

const AddressContext = createContext<PageAddress | null>(null)

export const PageAddressProvider = AddressContext.Provider

/** Null where what is shown has no address of its own. */
export const usePageAddress = (): PageAddress | null => useContext(AddressContext)

/**
 * A choice that stays in the address under a name, so that it can be linked to and outlives a reload; without a name, or where
 * the page has no address of its own, it stays with the place.
 */
export function useAddressed(
  name: string | undefined,
): readonly [chosen: string | null, choose: (value: string) => void] {
  const address = usePageAddress()
  const [own, setOwn] = useState<string | null>(null)
  if (name === undefined || !address) return [own, setOwn]
  return [
    new URLSearchParams(address.search).get(name),
    (value) => {
      const query = new URLSearchParams(address.now())
      query.set(name, value)
      address.change(`?${query}`)
    },
  ]
}
