/** What was worked out of a thing, by what was asked: of what never changes the same is not worked out twice. */
export class Memo<Thing extends object, Result> {
  // No WeakMap: collecting one costs more than all that is kept for the length of an exploration.
  readonly #known = new Map<Thing, Map<string, Result>>()

  /** `what` says everything besides the thing itself that the work depends on. */
  of(thing: Thing, what: string, work: () => Result): Result {
    let before = this.#known.get(thing)
    if (before === undefined) {
      before = new Map()
      this.#known.set(thing, before)
    }
    const known = before.get(what)
    if (known !== undefined) return known
    const result = work()
    before.set(what, result)
    return result
  }
}

/** Plain data by what is in it: equal things have one number, and one of them stands for all. */
export class Forms {
  readonly #numbers = new Map<string, number>()
  readonly #names = new Map<object, number>()
  readonly #first: object[] = []

  /** A short name, the same for the same form: comparing long texts is what exploring would spend its time on. */
  nameOf(thing: object): number {
    const before = this.#names.get(thing)
    if (before !== undefined) return before
    const text = JSON.stringify(thing)
    const name = this.#numbers.get(text) ?? this.#first.push(thing) - 1
    this.#numbers.set(text, name)
    this.#names.set(thing, name)
    return name
  }

  /** The first that was met of those equal to it, so that what is known of one is known of all. */
  one<Thing extends object>(thing: Thing): Thing {
    return this.#first[this.nameOf(thing)] as Thing
  }
}
