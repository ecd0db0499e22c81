import { type SparkplugMetric, wholeOf } from './sparkplug-payload'

/** What a birth says of a metric, and what later messages leave out. */
type Introduced = Pick<SparkplugMetric, 'name' | 'datatype'>

/** What a birth of a node or device has introduced; the next birth of the same takes its place, as a whole. */
export interface Introduction {
  /** By the numbers that stand for names. They are looked for with whose they are: not all nodes share them out among their devices. */
  readonly byAlias: ReadonlyMap<number, Introduced>
  readonly byName: ReadonlyMap<string, Introduced>
}

export function introductionOf(metrics: readonly SparkplugMetric[]): Introduction {
  const byAlias = new Map<number, Introduced>()
  const byName = new Map<string, Introduced>()
  for (const { name, alias, datatype } of metrics) {
    if (name === undefined) continue
    byName.set(name, { name, datatype })
    if (alias !== undefined) byAlias.set(alias, { name, datatype })
  }
  return { byAlias, byName }
}

/** A metric with what it is called and what its value means; null for one of which nobody has said so. */
export type Known = Omit<SparkplugMetric, 'name' | 'whole'> & { readonly name: string }

/**
 * DATA leaves the type out, and often the name (Sparkplug 3.0, `payloads-metric-datatype-not-req`): both are those of the birth. A
 * whole number says nothing without its type: 4294967284 is −12 of 32 bits.
 */
export function knownMetric(metric: SparkplugMetric, introduction: Introduction | undefined): Known | null {
  const { name, alias, whole, ...rest } = metric
  const introduced =
    (name === undefined ? undefined : introduction?.byName.get(name)) ??
    (alias === undefined ? undefined : introduction?.byAlias.get(alias))
  const called = name ?? introduced?.name
  if (called === undefined) return null
  if (whole === undefined) return { ...rest, name: called }
  // A birth without a type tells of none later either: what it means nobody will ever say.
  if (!introduced?.datatype) return introduced ? { ...rest, name: called } : null
  return { ...rest, name: called, value: wholeOf(whole, introduced.datatype) }
}
