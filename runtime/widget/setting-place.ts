/** The parts of the settings panel, in their order. */
export const SECTIONS = ['basic', 'data', 'look', 'calendar', 'check', 'rules', 'events'] as const
export type Section = (typeof SECTIONS)[number]

/** What a setting is edited with where its schema alone does not tell (designer §2). */
export const EDITORS = [
  ...([
    'text',
    'options',
    'dictionary',
    'interface',
    'params',
    'model',
    'field',
    'fields',
    'modelField',
    'columns',
  ] as const),
  ...([
    'people',
    'rule',
    'expression',
    'pattern',
    'script',
    'icon',
    'color',
    'length',
    'print',
    'css',
    // A value of the field itself, edited by its own widget.
    'value',
    'name',
    // Conditions over the form's fields.
    'filter',
  ] as const),
] as const
export type Editor = (typeof EDITORS)[number]

/** Where in the settings panel a setting stands, and how it is edited there. */
export interface SettingPlace {
  readonly section: Section
  /** Folded away until somebody asks for it. */
  readonly advanced?: boolean
  /** An expression over the other settings: it is shown while that holds. */
  readonly when?: string
  readonly format?: Editor
}
