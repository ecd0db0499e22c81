import type { Field, UiSchema } from '@rjsf/utils'
import type { Subject } from '@runtime/design/subjects'
import type { Editor } from '@runtime/widget/setting-place'
import {
  DictionaryEditor,
  FieldEditor,
  FieldsEditor,
  InterfaceEditor,
  ModelEditor,
  ModelFieldEditor,
  PrintEditor,
  RuleEditor,
} from './chosen'
import { CssEditor } from './code'
import { ColumnsEditor } from './columns'
import { ExpressionEditor } from './expression'
import { FilterEditor } from './filter'
import { OptionsEditor } from './options'
import { ParamsEditor } from './params'
import { PatternsEditor } from './patterns'
import {
  ColorEditor,
  IconEditor,
  LengthEditor,
  LongTextEditor,
  NameEditor,
  PeopleEditor,
  TextEditor,
} from './plain'
import { ScriptEditor } from './script'
import { ValueEditor } from './value'
import { wordsFor } from './words'

const EDITORS: Readonly<Partial<Record<Editor, Field>>> = {
  text: TextEditor,
  options: OptionsEditor,
  dictionary: DictionaryEditor,
  interface: InterfaceEditor,
  params: ParamsEditor,
  model: ModelEditor,
  field: FieldEditor,
  fields: FieldsEditor,
  modelField: ModelFieldEditor,
  columns: ColumnsEditor,
  people: PeopleEditor,
  rule: RuleEditor,
  expression: ExpressionEditor,
  pattern: PatternsEditor,
  script: ScriptEditor,
  icon: IconEditor,
  color: ColorEditor,
  length: LengthEditor,
  print: PrintEditor,
  css: CssEditor,
  value: ValueEditor,
  name: NameEditor,
  filter: FilterEditor,
}

/** Texts that are often more than a line. */
const LONG = new Set(['content', 'description', 'tipLabel', 'helpMessage', 'tipText', 'staticText'])

/** What members within a setting are edited with. */
const WITHIN: Readonly<Record<string, UiSchema>> = {
  start: { field: { 'ui:field': FieldEditor } },
  end: { field: { 'ui:field': FieldEditor } },
  complexHeaderList: {
    items: {
      id: { 'ui:widget': 'hidden' },
      fullName: { 'ui:field': TextEditor },
      childColumns: { 'ui:field': FieldsEditor },
    },
  },
  addTableConf: {
    popupTitle: { 'ui:field': TextEditor },
    popupType: { 'ui:enumNames': ['@design.word.dialog', '@design.word.drawer'] },
    popupWidth: { 'ui:field': LengthEditor },
    interfaceId: { 'ui:field': InterfaceEditor },
    interfaceName: { 'ui:widget': 'hidden' },
    templateJson: { 'ui:field': ParamsEditor },
    columnOptions: { 'ui:field': ColumnsEditor },
    relationOptions: {
      items: {
        value: { 'ui:field': ModelFieldEditor, 'ui:title': '@design.editor.valueMember' },
        field: { 'ui:field': FieldsEditor, 'ui:title': '@design.editor.field' },
        type: { 'ui:widget': 'hidden' },
      },
    },
  },
}

/** What a setting that consists of many is where the model does not have it: one fills in what is to be otherwise. */
export const UNSAID: Readonly<Record<string, unknown>> = {
  addTableConf: {
    popupTitle: '',
    popupType: 'dialog',
    popupWidth: '800px',
    interfaceId: '',
    interfaceName: '',
    templateJson: [],
    hasPage: true,
    pageSize: 20,
    columnOptions: [],
    relationOptions: [],
  },
}

/** Settings that name a member of the interface's rows. */
const MEMBERS = new Set(['propsValue', 'relationField'])

/** How a setting is drawn: by the editor that its place names, else by its schema. */
export function uiOf(name: string, { kind, places, values, schema }: Subject): UiSchema {
  const words = wordsFor(name, schema.properties?.[name] ?? {})
  const format = places.get(name)?.format
  const isMember = format === undefined && MEMBERS.has(name) && places.has('interfaceId')
  const own = isMember ? ModelFieldEditor : format && EDITORS[format]
  const field = LONG.has(name) ? LongTextEditor : own
  return {
    ...WITHIN[name],
    ...(field && { 'ui:field': field, 'ui:fieldReplacesAnyOrOneOf': true }),
    ...(words && { 'ui:enumNames': [...words] }),
    ...(kind === 'several' && values[name] === undefined && { 'ui:placeholder': '@design.differ' }),
  }
}
