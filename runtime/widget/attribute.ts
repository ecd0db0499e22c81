import { Type } from 'typebox'
import type { WidgetDefinition } from './definition'
import { given, readText } from './read'

/** Shows a part of what another field refers to (`spec/widgets.md §3`, popup-attribute and relation-attribute). */
export interface AttributeSettings {
  /** The field that refers to it; in a sub-table row a column of that row. */
  readonly relationField: string
  /** Member of the chosen row, or field of the chosen record. */
  readonly showField: string
}

/** The definition of an attribute widget; both kinds differ in name only. */
export function attributeDefinition(
  names: Pick<WidgetDefinition, 'key' | 'jnpfKeys' | 'title' | 'icon' | 'example'>,
): WidgetDefinition<AttributeSettings, unknown> {
  return {
    ...names,
    group: 'data',
    kind: 'field',
    settings: Type.Object({
      relationField: Type.Optional(
        Type.String({ title: '@dataWidgets.setting.source', description: 'The field that it follows' }),
      ),
      showField: Type.Optional(
        Type.String({
          title: '@dataWidgets.setting.showField',
          description: 'What of the chosen row or record is shown',
        }),
      ),
    }),
    defaults: { relationField: '', showField: '' },
    fromFormData: (field) =>
      given({
        relationField: sourceIn(readText(field['relationField'])),
        showField: readText(field['showField']),
      }),
    derived: {
      reads: ({ relationField }) => (relationField === '' ? [] : [relationField]),
      name: ({ relationField, showField }) =>
        // `<field>_id` is the raw value beside a text.
        relationField === '' || showField === '' || showField === 'id'
          ? undefined
          : `${relationField.split('.').at(-1)}_${showField}`,
      value(settings, context) {
        const related = context.related?.(settings.relationField)
        return related ? (related[settings.showField] ?? null) : related
      },
    },
    filter: ['equals', 'contains'],
    sort: 'text',
  }
}

/** `customer_jnpfTable_orders1` names the field `customer` (`reference/formdata-format.md §4`); `items-customer` a column. */
function sourceIn(stored: string | undefined): string | undefined {
  return stored?.split('_jnpfTable_')[0]?.replace('-', '.')
}
