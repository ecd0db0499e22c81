/** A call of a resource, by what it is for. */
export type ResourceCall = 'list' | 'read' | 'create' | 'update' | 'delete' | 'state' | 'export' | 'import'

/**
 * What a kind of record is to screens, said once in the contract (`design/language.md §2`): the calls that act on it, and
 * what its records are known by.
 */
export interface Resource {
  /** Locale key of what it is called. */
  readonly title: string
  /** Locale keys of the titles of its dialog. */
  readonly dialog: { readonly add: string; readonly edit: string }
  /** Member by which a record is known, and parameter of the calls that act on one. */
  readonly key: string
  /** Member by which a person knows a record: confirmations show it. */
  readonly name: string
  /** What is fetched again after a change carries it. */
  readonly tag: string
  /** Code of the menu entry by which rights are checked; absent of what is everybody's own. */
  readonly right?: string
  readonly calls: Readonly<Partial<Record<ResourceCall, string>>>
  /** Members that the calls accept; `version` among them where a save names what it was made from. */
  readonly accepts: { readonly create: readonly string[]; readonly update: readonly string[] }
  /** What else is done to a record, by name: the call, and the members that it accepts. */
  readonly acts?: Readonly<Record<string, { readonly call: string; readonly accepts: readonly string[] }>>
  /** Member that names what a change was made from; default `version`. */
  readonly version?: string
  /** Member that says to which project a record belongs; absent: to none. */
  readonly project?: string
  /** Endings of the files that `import` reads: `.bdd`. */
  readonly files?: string
}

/** What the check knows beside, for what documents leave out. */
export interface DescribedResource extends Resource {
  /** Locale keys of members' titles. */
  readonly titles: Readonly<Record<string, string>>
  /** What the calls demand of members, where they have sentences of their own for it. */
  readonly rules: Readonly<Record<string, MemberRules>>
  /** Keys of records that belong to the product: they are neither changed nor deleted. */
  readonly reserved: readonly string[]
  /** Members that are amounts: they stand at the right. */
  readonly numbers?: readonly string[]
  /** Of a member what its values mean. */
  readonly choices?: Readonly<Record<string, readonly MemberChoice[]>>
  /** Of a member the resource whose records' keys it holds, and which of those. */
  readonly refers?: Readonly<Record<string, MemberReference>>
  /** Said where there are no records. */
  readonly none?: string
  /** What the keyword of its list looks in. */
  readonly keyword?: string
}

export interface MemberChoice {
  readonly value: string | number | boolean
  readonly label: string
  readonly color?: string
}

export interface MemberReference {
  readonly resource: string
  readonly with?: Readonly<Record<string, string | number>>
}

/** What a call demands of a member. Sentences are locale keys. */
export interface MemberRules {
  /** Absent: a list, an object, or one of several. */
  readonly type?: 'text' | 'number' | 'integer' | 'flag'
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly isNullable?: boolean
  /** It must not be left out; a text is what is said where it is. */
  readonly required?: string | true
  readonly longest?: { readonly characters: number; readonly message: string }
}

export type Resources<R extends Resource = Resource> = Readonly<Record<string, R>>
