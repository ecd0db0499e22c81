import { Type } from 'typebox'
import { OptionsSchema, type OptionsSetting, optionsFromFormData } from './options'
import { given, readFlag, readWord } from './read'

/** Settings of choices that are all in view: radio buttons and checkboxes. */
export interface ChoiceGroupSettings {
  readonly options: OptionsSetting
  readonly direction: 'horizontal' | 'vertical'
  readonly optionType: 'default' | 'button'
  readonly border: boolean
  readonly size: 'mini' | 'small' | 'default' | 'large'
}

export const CHOICE_GROUP_DEFAULTS: ChoiceGroupSettings = {
  options: [],
  direction: 'horizontal',
  optionType: 'default',
  border: false,
  size: 'small',
}

/** The settings' schema; `optionType` describes the two looks in words. */
export const choiceGroupSettings = (optionType: string) =>
  Type.Object({
    options: Type.Optional(OptionsSchema),
    direction: Type.Optional(
      Type.Union([Type.Literal('horizontal'), Type.Literal('vertical')], {
        title: '@widgets.setting.direction',
        description: 'Side by side, or one below the other',
      }),
    ),
    optionType: Type.Optional(
      Type.Union([Type.Literal('default'), Type.Literal('button')], {
        title: '@widgets.setting.optionType',
        description: optionType,
      }),
    ),
    border: Type.Optional(
      Type.Boolean({ title: '@widgets.setting.border', description: 'A border around each choice' }),
    ),
    size: Type.Optional(
      Type.Union(
        [Type.Literal('mini'), Type.Literal('small'), Type.Literal('default'), Type.Literal('large')],
        { title: '@widgets.setting.size', description: 'Size of buttons and borders' },
      ),
    ),
  })

export function choiceGroupFromFormData(
  field: Readonly<Record<string, unknown>>,
): Partial<ChoiceGroupSettings> {
  return given({
    options: optionsFromFormData(field),
    direction: readWord(field['direction'], ['horizontal', 'vertical']),
    optionType: readWord(field['optionType'], ['default', 'button']),
    border: readFlag(field['border']),
    size: readWord(field['size'], ['mini', 'small', 'default', 'large']),
  })
}
