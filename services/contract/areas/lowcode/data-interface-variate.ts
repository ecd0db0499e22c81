import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing } from '../../envelope'
import { Created, Description, Download, Id, Keyword, Nullable, Version } from '../../fields'

const VARIATE = '/api/system/DataInterfaceVariate'

const Variate = Type.Object({
  id: Type.String(),
  interfaceId: Type.String(),
  fullName: Type.String(),
  /** Path into what the interface answers, such as `data.token`. */
  expression: Type.String(),
  description: Type.String(),
  /** When its value was last read, in milliseconds since 1970. The value itself stays on the server. */
  refreshTime: Type.Union([Type.Integer(), Type.Null()]),
  version: Version,
})

export const VariateBody = Type.Object({
  interfaceId: Id,
  fullName: Type.String({ minLength: 1, maxLength: 50, pattern: '^[A-Za-z_]\\w*$' }),
  expression: Type.String({ minLength: 1, maxLength: 500 }),
  description: Nullable(Description),
})

/** What a file brings counts another system's changes: it has no version. */
const VariateChange = Type.Object({ ...VariateBody.properties, version: Type.Optional(Version) })

/** Calls of this area, by name: values that HTTP interfaces take from what others answer. */
export const dataInterfaceVariateCalls = {
  'dataInterfaceVariate.selector': defineCall({
    name: 'dataInterfaceVariate.selector',
    method: 'GET',
    path: `${VARIATE}/Selector`,
    summary: 'All variables, to choose from',
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(Type.Object({ id: Type.String(), fullName: Type.String(), interfaceId: Type.String() })),
  }),
  'dataInterfaceVariate.list': defineCall({
    name: 'dataInterfaceVariate.list',
    method: 'GET',
    path: `${VARIATE}/:interfaceId`,
    summary: 'The variables that are read from an interface',
    params: Type.Object({ interfaceId: Id }),
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(Variate),
  }),
  'dataInterfaceVariate.info': defineCall({
    name: 'dataInterfaceVariate.info',
    method: 'GET',
    path: `${VARIATE}/:id/Info`,
    summary: 'One variable',
    params: IdParams,
    response: Variate,
  }),
  'dataInterfaceVariate.create': defineCall({
    name: 'dataInterfaceVariate.create',
    method: 'POST',
    path: VARIATE,
    summary: 'Makes a variable that HTTP interfaces may use as {@name}',
    body: VariateBody,
    response: Created,
  }),
  'dataInterfaceVariate.update': defineCall({
    name: 'dataInterfaceVariate.update',
    method: 'PUT',
    path: `${VARIATE}/:id`,
    summary: 'Changes a variable and forgets its value',
    params: IdParams,
    body: VariateChange,
    response: Nothing,
  }),
  'dataInterfaceVariate.delete': defineCall({
    name: 'dataInterfaceVariate.delete',
    method: 'DELETE',
    path: `${VARIATE}/:id`,
    summary: 'Deletes a variable',
    params: IdParams,
    response: Nothing,
  }),
  'dataInterfaceVariate.copy': defineCall({
    name: 'dataInterfaceVariate.copy',
    method: 'POST',
    path: `${VARIATE}/:id/Actions/Copy`,
    summary: 'Makes a variable like this one, under a name of its own',
    params: IdParams,
    response: Created,
  }),
  'dataInterfaceVariate.export': defineCall({
    name: 'dataInterfaceVariate.export',
    method: 'GET',
    path: `${VARIATE}/:id/Actions/Export`,
    summary: 'Writes a variable, its value left out, into a .bd file',
    params: IdParams,
    response: Download,
  }),
} as const
