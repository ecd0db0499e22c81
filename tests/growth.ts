/** Sizes grow by this between two measures: linear work grows by 8, quadratic work by 64. */
const STEP = 8
/** Between the two, far from both: what else the machine does at the time does not decide. */
const LINEAR = 24
/** Milliseconds below which a clock measures itself, and above which no second run is needed to see what is wrong. */
const LEAST = 0.5
const PLENTY = 1_000

/**
 * Whether work grows in step with its input, by how much more of a processor it takes for eight times as much: not by how
 * long, which is the machine's affair. Of several runs the quickest counts, since whatever else runs only adds.
 * @param inputOf an input of this size, made before the clock starts
 * @param size small enough that quadratic work on eight times as much ends within seconds
 */
export function growsLinearly<T>(
  inputOf: (size: number) => T,
  work: (input: T) => unknown,
  size = 1_000,
): boolean {
  const [small, large] = [inputOf(size), inputOf(size * STEP)]
  const quickest = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  for (let run = 0; run < 8 && (run === 0 || quickest.large < PLENTY); run += 1) {
    quickest.small = Math.min(quickest.small, costOf(work, small))
    quickest.large = Math.min(quickest.large, costOf(work, large))
    if (quickest.large < Math.max(quickest.small, LEAST) * LINEAR) return true
  }
  return false
}

/** Milliseconds of processor time. */
function costOf<T>(work: (input: T) => unknown, input: T): number {
  const began = process.cpuUsage()
  work(input)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}
