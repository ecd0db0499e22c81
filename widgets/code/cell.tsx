import { codeLine } from '../shared/code-editor/line'
import type { ViewProps } from '../widget'
import type { CodeSettings } from './definition'

export function Cell({ value }: ViewProps<CodeSettings, string>) {
  return <>{codeLine(value ?? '')}</>
}
