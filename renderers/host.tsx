import type { Host } from '@runtime/host'
import { createContext, type ReactNode, useContext } from 'react'

const HostContext = createContext<Host | null>(null)

/** Gives what is drawn below its way to the outside. */
export function HostProvider({ host, children }: { readonly host: Host; readonly children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>
}

/** The host of this place; drawing anything of Loam outside a `HostProvider` is a mistake in the program. */
export function useHost(): Host {
  const host = useContext(HostContext)
  if (!host) throw new Error('No HostProvider above this component')
  return host
}
