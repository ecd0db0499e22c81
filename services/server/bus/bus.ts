/** Carries messages between the parts of a server and between servers: pushes, revocations, cache invalidations. */
export interface Bus {
  /** Reaches every subscriber on every server, the sender's own included; nothing is kept for who comes later. */
  publish(channel: string, message: unknown): Promise<void>
  /** The answer ends the subscription. */
  subscribe(channel: string, receive: (message: unknown) => void): () => void
  close(): Promise<void>
}

/** The bus of a single server. */
export function createLocalBus(): Bus {
  const channels = new Map<string, Set<(message: unknown) => void>>()
  return {
    async publish(channel, message) {
      for (const receive of channels.get(channel) ?? []) receive(message)
    },
    subscribe(channel, receive) {
      const receivers = channels.get(channel) ?? new Set()
      channels.set(channel, receivers.add(receive))
      return () => receivers.delete(receive)
    },
    async close() {
      channels.clear()
    },
  }
}
