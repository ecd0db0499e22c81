/** A parameter of a data interface; `relationField` (a path) takes that field's value, else `defaultValue`. */
export interface OptionParam {
  readonly field: string
  readonly defaultValue: unknown
  readonly relationField?: string
  readonly [key: string]: unknown
}
