import type { ViewProps } from '../widget'
import { type ConditionBuilderSettings, type Conditions, definition } from './definition'

/** The conditions as a sentence. */
export function Cell({ value, settings, host }: ViewProps<ConditionBuilderSettings, Conditions>) {
  if (!value) return null
  return <>{definition.toText?.(value, settings, { ...host, get: () => undefined })}</>
}
