import type { Text, TextParams, Translator } from '../text'

/** Locale key: a list is to be searched, ordered or grouped by a secret. As a loss of a list it stops the model's release. */
export const SECRET_USED = '@list.secretUsed'

/** A list document that cannot become a plan, or a query that its plan does not allow. */
export class ListError extends Error {
  /** Locale key (`@list.unknownField`) and parameters of the sentence a person reads. */
  readonly text: string
  readonly params: TextParams
  /** JSON pointer into the document or the query. */
  readonly pointer: string
  constructor(text: string, params: TextParams = {}, pointer = '') {
    super(`${text} ${JSON.stringify(params)}${pointer ? ` at ${pointer}` : ''}`)
    this.name = 'ListError'
    this.text = text
    this.params = params
    this.pointer = pointer
  }
}

/** What a person reads of it; a field's label is said in their language too. */
export function toldAs({ text, params }: ListError, say: Translator['text']): string {
  return say(
    text,
    'field' in params ? { ...params, field: say(params['field'] as Text | undefined) } : params,
  )
}

/** A query that names a field, a symbol or a value that the plan does not allow. */
export class QueryError extends ListError {
  override name = 'QueryError'
}
