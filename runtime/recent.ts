/** Keeps so many made values by their keys, those used last; the oldest is dropped when it is full. */
export class Recent<T> {
  private readonly entries = new Map<string, T>()

  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get(key: string, create: () => T): T {
    const known = this.entries.get(key)
    const value = known ?? create()
    if (known !== undefined) this.entries.delete(key)
    this.entries.set(key, value)
    if (this.entries.size > this.limit) {
      const [oldest] = this.entries.keys()
      if (oldest !== undefined) this.entries.delete(oldest)
    }
    return value
  }
}
