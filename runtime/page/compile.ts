import type { ActionDocument } from '../action/action'
import { compileExpression } from '../expression'
import type { Text } from '../text'
import type { NodeDocument } from './node'
import type { DialogPlan, PagePlan, SourcePlan } from './plan'
import type { DialogDocument, SourceDocument } from './schema'

/** Pixels of a dialog that says nothing else (`spec/administration.md §9`). */
const DIALOG_WIDTH = 600

export interface PageEnvironment {
  /** Path below `schemas/`. */
  readonly file: string
}

interface PageDocument {
  readonly title: Text
  readonly module?: string
  readonly state?: Readonly<Record<string, unknown>>
  readonly data?: Readonly<Record<string, SourceDocument>>
  readonly body: NodeDocument
  readonly dialogs?: Readonly<Record<string, DialogDocument>>
  readonly onOpen?: ActionDocument
}

/** Compiles a page document that `checkDocument` found sound. */
export function compilePage(document: unknown, { file }: PageEnvironment): PagePlan {
  const page = document as PageDocument
  const files = new Set<string>()
  collectFiles(page, files)
  return {
    file,
    title: page.title,
    ...(page.module === undefined ? {} : { module: page.module }),
    state: page.state ?? {},
    sources: mapOf(page.data, sourcePlan),
    body: page.body,
    dialogs: mapOf(page.dialogs, dialogPlan),
    ...(page.onOpen === undefined ? {} : { onOpen: page.onOpen }),
    files: [...files],
  }
}

function mapOf<D, P>(
  documents: Readonly<Record<string, D>> | undefined,
  compile: (name: string, document: D) => P,
): ReadonlyMap<string, P> {
  return new Map(Object.entries(documents ?? {}).map(([name, document]) => [name, compile(name, document)]))
}

function expressionOf(source: string | boolean | number | undefined) {
  return source === undefined ? {} : { when: compileExpression(String(source)) }
}

function sourcePlan(name: string, source: SourceDocument): SourcePlan {
  return {
    name,
    call: String(source.call),
    with: source.with ?? {},
    ...expressionOf(source.when as string | undefined),
    ...(source.tag === undefined ? {} : { tag: source.tag }),
    ...(source.pick === undefined ? {} : { pick: source.pick }),
  }
}

function dialogPlan(name: string, dialog: DialogDocument): DialogPlan {
  const { load, form, body, submit, ok, cancel } = dialog
  return {
    name,
    title: dialog.title as Text,
    mode: (dialog.mode as DialogPlan['mode'] | undefined) ?? 'general',
    width: dialog.width ?? DIALOG_WIDTH,
    record: dialog.record,
    reloads: (dialog.reloads as string[] | undefined) ?? [],
    ...(form === undefined ? {} : { form: formFile(String(form)) }),
    ...(load === undefined
      ? {}
      : {
          load: {
            call: String(load.call),
            with: load.with ?? {},
            ...expressionOf(load.when as string | undefined),
          },
        }),
    ...(body === undefined ? {} : { body: body as NodeDocument }),
    ...(submit === undefined ? {} : { submit: submit as ActionDocument }),
    ...(ok === undefined ? {} : { ok: ok as Text }),
    ...(cancel === undefined ? {} : { cancel: cancel as Text }),
  }
}

/** Path below `schemas/` of a form or list that a page names. */
export const formFile = (reference: string) => `forms/${reference}`
export const listFile = (reference: string) => `lists/${reference}`

function collectFiles(value: unknown, files: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectFiles(item, files)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === 'string' && (key === 'ref' || key === 'form')) {
        if (member.endsWith('.form.json')) files.add(formFile(member))
        else if (member.endsWith('.list.json')) files.add(listFile(member))
      } else collectFiles(member, files)
    }
  }
}
