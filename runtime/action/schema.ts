import { type TProperties, type TSchema, Type } from 'typebox'
import { Expression } from '../document/words'

export { ActionSchema } from '../document/words'

/** Words that every step may have beside its verb's own. */
const common = {
  when: Type.Optional(Expression),
}

/** Schema of a step: the verb's words and the common ones, nothing else. */
export function stepSchema(description: string, words: TProperties): TSchema {
  return Type.Object({ ...words, ...common }, { additionalProperties: false, description })
}

/** Words of a step that are not verbs. */
export const COMMON_WORDS: readonly string[] = Object.keys(common)
