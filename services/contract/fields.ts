import { type TSchema, Type } from 'typebox'
import { VALUE_LIMIT } from './limits'

/** Longest name or code of reference data (`spec/administration.md §9`). */
export const NAME_LENGTH = 50
/** Highest sort number (`spec/administration.md §9`). */
export const SORT_MAX = 999_999

/** A member that a form may send as null or leave out. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** 1 yes, 0 no: how the wire spells a switch. */
export const Flag = Type.Integer({ minimum: 0, maximum: 1 })
export const Name = Type.String({ minLength: 1, maxLength: NAME_LENGTH })
export const Code = Type.String({ minLength: 1, maxLength: NAME_LENGTH })

/**
 * Locale keys of the sentences for a member that is missing or breaks a rule, by JSON Schema keyword. A schema that has
 * them under `messages` is refused in those words (`spec/administration.md §5`) instead of the general ones.
 */
export type Messages = Readonly<
  Partial<Record<'required' | 'minLength' | 'maxLength' | 'pattern' | 'other', string>>
>

/** A required text with sentences of its own; an empty one is as good as none. */
export const RequiredText = (maxLength: number, messages: Messages, pattern?: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    ...(pattern !== undefined && { pattern }),
    messages: { ...messages, ...(messages.required && { minLength: messages.required }) },
  })
export const Id = Type.String({ minLength: 1, maxLength: 64 })
/** Where the picture of a person is read: one that was sent to this server as such, and no other address. Empty: none. */
export const HeadIcon = Type.String({
  maxLength: 300,
  pattern: '^(/api/file/Image/userAvatar/\\w[\\w.-]*)?$',
})
export const SortCode = Type.Integer({ minimum: 0, maximum: SORT_MAX })
export const Description = Type.String({ maxLength: 500 })
export const Keyword = Type.Optional(Type.String({ maxLength: 200 }))
/** Any JSON value; how large, in bytes of JSON text, is all that is said of it. */
export const JsonValue = Type.Unknown({ maxBytes: VALUE_LIMIT })
/** A document or a record: JSON text, as the wire has it, or the object itself, of so many bytes. */
export const JsonText = (maxBytes: number) =>
  Type.Union([Type.String({ maxLength: maxBytes, maxBytes }), Type.Object({}, { maxBytes })])
/** The same where the value may be a list. */
export const JsonListText = (maxBytes: number) =>
  Type.Union([
    Type.String({ maxLength: maxBytes, maxBytes }),
    Type.Object({}, { maxBytes }),
    Type.Array(Type.Unknown(), { maxBytes }),
  ])
/** Count of the changes; what was made from an older one is refused with 409. */
export const Version = Type.Integer({ minimum: 0 })
/** What a call that makes something answers. */
export const Created = Type.Object({ id: Type.String() })
/** Where to fetch a file that the server has made; the address works once, for a few minutes. */
export const Download = Type.Object({ url: Type.String(), name: Type.String() })
