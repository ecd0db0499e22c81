import type { ErrorTransformer } from '@rjsf/utils'
import { faultText } from '@runtime/schema'
import type { Translator } from '@runtime/text'

/** Says each fault in the reader's language, with its limit. */
export function errorTexts(translator: Pick<Translator, 'text'>): ErrorTransformer {
  return (errors) =>
    errors.map((error) => {
      const { name = '', params = {}, property = '' } = error
      const message = faultText({ keyword: name, params }, translator)
      return { ...error, message, stack: `${property} ${message}`.trim() }
    })
}
