import { Type } from 'typebox'
import { Description, Flag, NAME_LENGTH, Nullable, RequiredText, SortCode } from '../../fields'

const Millimetres = (minimum: number, maximum: number) => Type.Number({ minimum, maximum })
const Line = Type.Optional(Type.String({ maxLength: 200 }))
/** What stands in a margin box, with places as in the template, and `{page}` and `{pages}`. */
const MarginTexts = Type.Optional(Type.Object({ left: Line, center: Line, right: Line }))

/** The sheet (`runtime/print/page-param.ts`). */
const PageParam = Type.Object({
  /** 1 A3, 2 A4, 3 A5, 4 B4, 5 B5, 6 of one's own size. */
  type: Type.Enum(['1', '2', '3', '4', '5', '6']),
  /** Millimetres, held upright. */
  width: Millimetres(30, 1200),
  height: Millimetres(30, 1200),
  direction: Type.Enum(['纵向', '横向']),
  /** Margins in millimetres: top, bottom, left, right. */
  mt: Millimetres(0, 100),
  mb: Millimetres(0, 100),
  ml: Millimetres(0, 100),
  mr: Millimetres(0, 100),
  header: MarginTexts,
  footer: MarginTexts,
  watermark: Type.Optional(
    Type.Object({
      text: Type.String({ maxLength: 100 }),
      opacity: Type.Optional(Type.Number({ minimum: 0.02, maximum: 0.5 })),
    }),
  ),
  /** Every record is printed once for each of these names. */
  copies: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { maxItems: 5 })),
})

export const Listed = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  /** Id of an entry of the dictionary businessType; empty: none. */
  category: Type.String(),
  categoryName: Type.String(),
  /** 1: of a form; 2: of a flow. */
  type: Type.Integer(),
  modelId: Type.String(),
  modelName: Type.String(),
  sortCode: Type.Integer(),
  enabledMark: Flag,
  description: Type.String(),
  creatorUser: Type.String(),
  /** Milliseconds since 1970. */
  creatorTime: Type.Integer(),
  lastModifyTime: Type.Union([Type.Integer(), Type.Null()]),
})

export const Template = Type.Object({
  ...Listed.properties,
  printTemplate: Type.String(),
  pageParam: PageParam,
})

export const TemplateBody = Type.Object({
  fullName: RequiredText(NAME_LENGTH, { required: '@print.nameRequired' }),
  enCode: RequiredText(NAME_LENGTH, { required: '@print.codeRequired' }),
  category: Nullable(Type.String({ maxLength: 64 })),
  type: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 })),
  modelId: RequiredText(64, { required: '@print.modelRequired' }),
  /** HTML with the places of `runtime/print/template.ts`; sanitised when it is kept. Absent: none yet. */
  printTemplate: Type.Optional(Type.String({ maxLength: 500_000 })),
  pageParam: Type.Optional(PageParam),
  sortCode: Nullable(SortCode),
  enabledMark: Type.Optional(Flag),
  description: Nullable(Description),
})

/** `runtime/print/printable.ts`. */
export const Printable = Type.Object({
  fullName: Type.String(),
  printTemplate: Type.String(),
  pageParam: PageParam,
  /**
   * The record as people read it, raw values beside the texts as `<field>_id`; sub-tables under their name and under `T1`, `T2`.
   * With `nested`: `{ values, printer, printTime, approvals }`, where `values` are those.
   */
  printData: Type.Record(Type.String(), Type.Unknown()),
  operatorRecordList: Type.Array(
    Type.Object({
      nodeName: Type.String(),
      userName: Type.String(),
      handleTime: Type.Union([Type.Integer(), Type.Null()]),
      handleStatus: Type.Integer(),
      handleOpinion: Type.String(),
    }),
  ),
  printer: Type.Object({ name: Type.String(), account: Type.String() }),
  /** Milliseconds since 1970. */
  printTime: Type.Integer(),
})

export const NamedField = Type.Object({ id: Type.String(), fullName: Type.String() })

export const PlaceField = Type.Object({
  /** `total`, or `items.amount` of a column. */
  id: Type.String(),
  fullName: Type.String(),
  /** The widget as `formData` names it. */
  jnpfKey: Type.String(),
})

/**
 * Records that are filled in as `printData: { values, printer, printTime, approvals }`.
 * @deprecated of templates' readers before the data was flat; goes with the next version
 */
export const Nested = Type.Optional(Type.Integer({ minimum: 0, maximum: 1, deprecated: true }))

/** What a file of another product had that is not said here, how often, and why it is not, in words. */
export const Lost = Type.Object({ what: Type.String(), why: Type.String(), count: Type.Integer() })
