/** Commands that a device may still answer. */
const REMEMBERED = 2_000

/** Which command a device means that answers by number: what was sent from here lately. */
export interface Sent {
  note(deviceId: string, seq: number, id: string): void
  idOf(deviceId: string, seq: number): string | undefined
}

export function createSent(): Sent {
  const sent = new Map<string, string>()
  return {
    note(deviceId, seq, id) {
      sent.set(keyOf(deviceId, seq), id)
      const [oldest] = sent.keys()
      if (sent.size > REMEMBERED && oldest !== undefined) sent.delete(oldest)
    },
    idOf: (deviceId, seq) => sent.get(keyOf(deviceId, seq)),
  }
}

/** A device's id may hold anything. */
const keyOf = (deviceId: string, seq: number) => JSON.stringify([deviceId, seq])
