/** Does work for names that come one after another: at once for the first, then in rounds for what has come in the meantime. */
export class Throttle {
  private readonly milliseconds: number
  /** Answers the names that have to wait for the next round. */
  private readonly work: (names: ReadonlySet<string>, isFirst: boolean) => ReadonlySet<string>
  private waiting = new Set<string>()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(milliseconds: number, work: Throttle['work']) {
    this.milliseconds = milliseconds
    this.work = work
  }

  add(names: readonly string[]): void {
    for (const name of names) this.waiting.add(name)
    if (this.timer === undefined) this.round(true)
  }

  clear(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.waiting.clear()
  }

  private round(isFirst: boolean): void {
    const names = this.waiting
    this.waiting = new Set(this.work(names, isFirst))
    this.timer = setTimeout(() => {
      this.timer = undefined
      if (this.waiting.size > 0) this.round(false)
    }, this.milliseconds)
  }
}
