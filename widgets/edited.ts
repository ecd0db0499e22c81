import type { WidgetDefinition } from '@runtime/widget/definition'

/** Whether a widget holds a value that is edited: fields and tables, nothing that only shows or lays out. */
export function isEdited(definition: WidgetDefinition | undefined): boolean {
  return definition?.kind === 'field' || definition?.kind === 'table'
}
