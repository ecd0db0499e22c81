import { codeLine } from '../shared/code-editor/line'
import type { ViewProps } from '../widget'
import { type JsonSettings, textOf } from './definition'

export function Cell({ value }: ViewProps<JsonSettings, unknown>) {
  return <>{codeLine(textOf(value))}</>
}
