import { sumDecimal, toDecimalNumber } from '../../expression'

/** Numbers of one scale as whole numbers, so that adding and taking away are exact. */
const MAX_DECIMALS = 15

/**
 * A sum that can give back what it took, exactly: 0.1 + 0.2 − 0.1 is 0.2. Whole numbers are kept a number of decimals;
 * what does not fit into a double exactly is kept as it is and added at the end.
 */
export class DecimalSum {
  /** Sum by number of decimals, in units of 10^-decimals. */
  readonly #units: number[] = []
  readonly #odd = new Map<number, number>()
  /** How many values were numbers. */
  count = 0

  add(value: unknown): void {
    this.#change(toDecimalNumber(value), 1)
  }

  replace(before: unknown, after: unknown): void {
    this.#change(toDecimalNumber(before), -1)
    this.#change(toDecimalNumber(after), 1)
  }

  remove(value: unknown): void {
    this.#change(toDecimalNumber(value), -1)
  }

  get value(): number {
    const parts: number[] = []
    this.#units.forEach((units, decimals) => {
      if (units) parts.push(units / 10 ** decimals)
    })
    for (const [value, times] of this.#odd) for (let i = 0; i < times; i++) parts.push(value)
    return sumDecimal(parts)
  }

  #change(value: number | null, sign: 1 | -1): void {
    if (value === null) return
    this.count += sign
    const decimals = Number.isInteger(value) ? 0 : decimalsOf(value)
    const units = decimals === 0 ? value : Math.round(value * 10 ** decimals)
    const next = (this.#units[decimals] ?? 0) + sign * units
    if (decimals <= MAX_DECIMALS && Math.abs(units) < 1e12 && Number.isSafeInteger(next)) {
      this.#units[decimals] = next
      return
    }
    const times = (this.#odd.get(value) ?? 0) + sign
    if (times === 0) this.#odd.delete(value)
    else this.#odd.set(value, times)
  }
}

function decimalsOf(value: number): number {
  const text = String(value)
  const exponent = text.indexOf('e-')
  const digits = text.indexOf('.')
  const fraction = digits < 0 ? 0 : (exponent < 0 ? text.length : exponent) - digits - 1
  return fraction + (exponent < 0 ? 0 : Number(text.slice(exponent + 2)))
}
