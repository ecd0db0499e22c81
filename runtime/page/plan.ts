import type { ActionDocument } from '../action/action'
import type { Expression } from '../expression/expression'
import type { Text } from '../text'
import type { NodeDocument } from './node'

/** What a page document compiles to; made once a version, never changed. */
export interface PagePlan {
  readonly file: string
  readonly title: Text
  readonly module?: string
  /** State at the start; a copy of it is the screen's own. */
  readonly state: Readonly<Record<string, unknown>>
  readonly sources: ReadonlyMap<string, SourcePlan>
  readonly body: NodeDocument
  readonly dialogs: ReadonlyMap<string, DialogPlan>
  readonly onOpen?: ActionDocument
  /** Documents the page is made of, below `schemas/`: a change in one is a change of the page. */
  readonly files: readonly string[]
}

export interface SourcePlan {
  readonly name: string
  readonly call: string
  /** Input of the call, with `${…}` places. */
  readonly with: Readonly<Record<string, unknown>>
  readonly when?: Expression
  readonly tag?: string
  readonly pick?: string
}

export interface DialogPlan {
  readonly name: string
  readonly title: Text
  readonly mode: 'general' | 'drawer' | 'fullScreen'
  /** Pixels. */
  readonly width: number
  /** `forms/dictionary-item.form.json`. */
  readonly form?: string
  readonly record?: unknown
  readonly load?: {
    readonly call: string
    readonly with: Readonly<Record<string, unknown>>
    readonly when?: Expression
  }
  readonly body?: NodeDocument
  readonly submit?: ActionDocument
  readonly ok?: Text
  readonly cancel?: Text
  readonly reloads: readonly string[]
}
