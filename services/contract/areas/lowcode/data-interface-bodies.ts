import { type Static, Type } from 'typebox'
import { PageQuery } from '../../envelope'
import {
  Code,
  Description,
  Flag,
  Id,
  JsonListText,
  JsonValue,
  Name,
  Nullable,
  SortCode,
  Version,
} from '../../fields'
import { INTERFACE_LIMIT, VALUE_LIMIT } from '../../limits'

/** Kinds of data interfaces, as the wire spells them. */
export const INTERFACE_TYPE = { sql: 1, static: 2, http: 3 } as const
export type InterfaceType = (typeof INTERFACE_TYPE)[keyof typeof INTERFACE_TYPE]

/** Types of parameters (`spec/administration.md §3`, data-type labels). */
export const PARAM_TYPES = ['varchar', 'int', 'datetime', 'decimal', 'bigint', 'text'] as const
export type ParamType = (typeof PARAM_TYPES)[number]

/** A parameter as a form sends it: its value stands in `defaultValue` (`reference/formdata-format.md §5`). */
export const InterfaceParam = Type.Object({
  field: Type.String({ maxLength: 100 }),
  defaultValue: Type.Optional(JsonValue),
})
export const ParamList = Type.Optional(Type.Array(InterfaceParam, { maxItems: 100 }))

/** A parameter as an interface declares it. */
export const DeclaredParam = Type.Object({
  field: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z_]\\w*$' }),
  fieldName: Type.Optional(Type.String({ maxLength: 100 })),
  dataType: Type.Optional(Type.Enum([...PARAM_TYPES])),
  required: Type.Optional(Flag),
  /** Stands for the value when a caller sends none. */
  defaultValue: Type.Optional(JsonValue),
})

/** A member of the rows as an interface declares it; `defaultValue` holds its label, as the wire has it. */
export const DeclaredField = Type.Object({
  field: Type.String({ minLength: 1, maxLength: 100 }),
  defaultValue: Type.Optional(Type.String({ maxLength: 100 })),
})

/** What a caller of rows for a popup says (`spec/widgets.md §7`, popup select). */
export const RowQuery = {
  /** Kept on the wire; the id in the path counts. */
  interfaceId: Type.Optional(Type.String({ maxLength: 64 })),
  /** The rows' member that is stored. */
  propsValue: Type.Optional(Type.String({ maxLength: 100 })),
  /** The rows' member that is shown. */
  relationField: Type.Optional(Type.String({ maxLength: 200 })),
  paramList: ParamList,
}

/** A row of whatever an interface answers. */
export const Row = Type.Record(Type.String(), Type.Unknown())

/** What an interface declares; answered as text. */
export const Declared = Nullable(JsonListText(VALUE_LIMIT))

export const Listed = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  /** 1 SQL, 2 static data, 3 HTTP. */
  type: Type.Integer(),
  category: Type.String(),
  hasPage: Flag,
  isPostPosition: Flag,
  /** JSON text of a list of `DeclaredParam`. */
  parameterJson: Type.String(),
  /** JSON text of a list of `DeclaredField`. */
  fieldJson: Type.String(),
  /** 1: its statement may name the views of `report`, which show all records to whoever runs it. */
  readsAll: Flag,
  sortCode: Type.Integer(),
  enabledMark: Flag,
  description: Type.String(),
  /** Milliseconds since 1970. */
  creatorTime: Type.Integer(),
  lastModifyTime: Type.Union([Type.Integer(), Type.Null()]),
})

export const Interface = Type.Object({
  ...Listed.properties,
  /**
   * JSON text, by type: `{sql}`, `{staticData: [rows]}`, `{url, method, headers: [{field, defaultValue, secret}], body,
   * path}`. The value of a secret header is `******`; a save that sends it back keeps what is stored.
   */
  dataConfigJson: Type.String(),
  version: Version,
})

export const InterfaceBody = Type.Object({
  fullName: Name,
  enCode: Code,
  type: Type.Enum(Object.values(INTERFACE_TYPE)),
  category: Nullable(Type.String({ maxLength: 64 })),
  hasPage: Type.Optional(Flag),
  isPostPosition: Type.Optional(Flag),
  parameterJson: Declared,
  fieldJson: Declared,
  dataConfigJson: JsonListText(INTERFACE_LIMIT),
  sortCode: Nullable(SortCode),
  enabledMark: Type.Optional(Flag),
  /** Set and cleared by super administrators; left out, it stays as it is. */
  readsAll: Type.Optional(Flag),
  description: Nullable(Description),
  version: Type.Optional(Version),
})

/** Rows that a trial shows. */
export const TRIAL_ROWS = 200

/** What is tried of an interface before it is saved. */
export const DraftBody = Type.Object({
  /** The stored interface that it is a draft of: secrets that come back as `******` are taken from there. */
  id: Nullable(Id),
  type: InterfaceBody.properties.type,
  dataConfigJson: InterfaceBody.properties.dataConfigJson,
  parameterJson: Declared,
  readsAll: Type.Optional(Flag),
  paramList: ParamList,
})

/** What became of a trial. */
export const Trial = Type.Object({
  /** The members of the rows, with the names under which `rows` have their values. */
  columns: Type.Array(Type.Object({ path: Type.String(), label: Type.String() })),
  /** Values as texts, by the columns; `id` counts. */
  rows: Type.Array(Type.Record(Type.String(), Type.String())),
  /** 1: there are more than are shown. */
  hasMore: Flag,
  /** Milliseconds. */
  took: Type.Integer(),
  /** The statement with what is bound to it, or the request; secrets and variables as `******`. */
  sent: Type.String(),
  /** Why it failed; empty when it did not. */
  error: Type.String(),
  /** The line of the statement that is at fault, where one is. */
  line: Type.Union([Type.Integer(), Type.Null()]),
})

/** What an import makes of one interface, or variable, of its file. */
const Imported = Type.Object({
  kind: Type.Enum(['interface', 'variable']),
  /** The code of an interface, the name of a variable: by that it is known. */
  enCode: Type.String(),
  fullName: Type.String(),
  state: Type.Enum(['added', 'changed', 'same']),
  /** Headers whose secrets are in no file and have to be entered again, with commas between. */
  secrets: Type.String(),
})

export const ImportAnswer = Type.Object({
  list: Type.Array(Imported),
  /** Members that become others, of all that is changed. */
  changes: Type.Array(
    Type.Object({
      /** Counts. */
      id: Type.Integer(),
      /** Of what. */
      of: Type.String(),
      label: Type.String(),
      before: Type.String(),
      after: Type.String(),
    }),
  ),
  added: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
})

/** A table that statements may read, with its columns, as choices. */
export const ReadableTable = Type.Object({
  value: Type.String(),
  label: Type.String(),
  children: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
})

/** People, and all whom a unit, role, position or group takes in: `id--type`, as the mixed picker writes it. */
export const InterfaceRunners = Type.Object({
  everybody: Type.Optional(Flag),
  runners: Type.Array(
    Type.String({ maxLength: 100, pattern: '^.+--(user|department|company|role|position|group)$' }),
    { maxItems: 1_000 },
  ),
})
export type InterfaceRunners = Static<typeof InterfaceRunners>

export const InterfaceQuery = Type.Object({
  ...PageQuery.properties,
  category: Type.Optional(Type.String({ maxLength: 64 })),
  type: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
})
