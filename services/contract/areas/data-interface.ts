import { Type } from 'typebox'
import { defineCall } from '../call'
import { IdParams } from '../envelope'

/** A parameter as a form sends it: its value stands in `defaultValue` (`reference/formdata-format.md §5`). */
export const InterfaceParam = Type.Object({
  field: Type.String({ maxLength: 100 }),
  defaultValue: Type.Optional(Type.Unknown()),
})

/** Calls of this area, by name. */
export const dataInterfaceCalls = {
  'dataInterface.preview': defineCall({
    name: 'dataInterface.preview',
    method: 'POST',
    path: '/api/system/DataInterface/:id/Actions/Preview',
    summary: 'Runs a data interface, by its id or code, and answers its rows',
    params: IdParams,
    body: Type.Object({ paramList: Type.Optional(Type.Array(InterfaceParam, { maxItems: 100 })) }),
    response: Type.Unknown(),
  }),
} as const
