import type { ThemeProps } from '@rjsf/core'
import { AnyField } from './any-field'
import {
  ArrayFieldItemButtonsTemplate,
  ButtonTemplates,
  CyclicSchemaExpandTemplate,
  OptionalDataControlsTemplate,
} from './buttons'
import { CheckboxesWidget, CheckboxWidget, RadioWidget, SelectWidget } from './choices'
import { FileWidget } from './file'
import { DateTimeWidget, DateWidget, TimeWidget } from './moments'
import {
  ArrayFieldDescriptionTemplate,
  ArrayFieldTitleTemplate,
  DescriptionFieldTemplate,
  ErrorListTemplate,
  FieldErrorTemplate,
  FieldHelpTemplate,
  TitleFieldTemplate,
  UnsupportedFieldTemplate,
} from './notes'
import {
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  FieldTemplate,
  GridTemplate,
  MultiSchemaFieldTemplate,
  ObjectFieldTemplate,
  WrapIfAdditionalTemplate,
} from './templates'
import { TextField } from './text-field'
import {
  ColorWidget,
  NumberWidget,
  PasswordWidget,
  RangeWidget,
  RatingWidget,
  TextareaWidget,
  TextWidget,
} from './values'
import { ExpressionField, IconField, JsonField, TemplateField } from './word-fields'

/** RJSF's fields in our looks: what edits a value is a widget of `widgets/`. */
export const theme: ThemeProps = {
  fields: {
    AnyField,
    ExpressionField,
    FallbackField: AnyField,
    IconField,
    JsonField,
    TemplateField,
    TextField,
  },
  templates: {
    ArrayFieldDescriptionTemplate,
    ArrayFieldItemButtonsTemplate,
    ArrayFieldItemTemplate,
    ArrayFieldTemplate,
    ArrayFieldTitleTemplate,
    ButtonTemplates,
    CyclicSchemaExpandTemplate,
    DescriptionFieldTemplate,
    ErrorListTemplate,
    FieldErrorTemplate,
    FieldHelpTemplate,
    FieldTemplate,
    GridTemplate,
    MultiSchemaFieldTemplate,
    ObjectFieldTemplate,
    OptionalDataControlsTemplate,
    TitleFieldTemplate,
    UnsupportedFieldTemplate,
    WrapIfAdditionalTemplate,
  },
  widgets: {
    AltDateTimeWidget: DateTimeWidget,
    AltDateWidget: DateWidget,
    CheckboxesWidget,
    CheckboxWidget,
    ColorWidget,
    DateTimeWidget,
    DateWidget,
    EmailWidget: TextWidget,
    FileWidget,
    PasswordWidget,
    RadioWidget,
    RangeWidget,
    RatingWidget,
    SelectWidget,
    TextareaWidget,
    TextWidget,
    TimeWidget,
    UpDownWidget: NumberWidget,
    URLWidget: TextWidget,
  },
}
