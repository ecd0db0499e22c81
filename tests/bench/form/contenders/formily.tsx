import { DatePicker, Form, Input, InputNumber, Select } from '@arco-design/web-react'
import '@arco-design/web-react/es/DatePicker/style/css.js'
import '@arco-design/web-react/es/Form/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/InputNumber/style/css.js'
import '@arco-design/web-react/es/Select/style/css.js'
import { createForm, type Field as FieldModel } from '@formily/core'
import { ArrayField, connect, Field, FormProvider, mapProps, ObjectField } from '@formily/react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { type BenchField, type Contender, rowsOf } from '../model'

const Item = connect(
  ({ label, children }: { label?: ReactNode; children?: ReactNode }) => (
    <Form.Item label={label}>{children}</Form.Item>
  ),
  mapProps({ title: 'label' }),
)
const controls = {
  text: connect(Input),
  number: connect(InputNumber),
  select: connect(Select, mapProps({ dataSource: 'options' })),
  date: connect(DatePicker),
}

/** Formily's core and React binding over the same Arco inputs that Loam uses. */
export const prepare: Contender =
  ({ fields, choices, table }) =>
  (root) => {
    const form = createForm(table ? { initialValues: { items: rowsOf(table) } } : {})
    createRoot(root).render(
      <FormProvider form={form}>
        <Form>
          {table ? (
            <ArrayField name="items">
              {(array) => (
                <div>
                  {(array.value as unknown[]).map((_, row) => (
                    <ObjectField name={row} key={row}>
                      <div style={{ display: 'flex' }}>
                        {Array.from({ length: table.columns }, (_, column) => (
                          <Field
                            name={`c${column}`}
                            key={`c${column}`}
                            component={[controls[column % 2 ? 'number' : 'text']]}
                          />
                        ))}
                      </div>
                    </ObjectField>
                  ))}
                </div>
              )}
            </ArrayField>
          ) : (
            fields.map((field) => (
              <Field
                key={field.name}
                name={field.name}
                title={field.label}
                decorator={[Item]}
                component={[controls[field.kind]]}
                {...(field.kind === 'select' ? { dataSource: [...choices] } : {})}
                {...ruleOf(field)}
              />
            ))
          )}
        </Form>
      </FormProvider>,
    )
  }

function ruleOf({ shownUnless }: BenchField) {
  if (!shownUnless) return {}
  return {
    reactions: (field: unknown) => {
      const model = field as FieldModel
      model.display = model.query(shownUnless).value() === 'hide' ? 'none' : 'visible'
    },
  }
}
