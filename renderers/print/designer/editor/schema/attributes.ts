import type { Attribute } from '@tiptap/core'
import { keptOf, NOTHING_KEPT } from '../kept'

/** The attribute of all nodes that holds what their elements say besides; `own`: what their nodes have as attributes of theirs. */
export function keptAttribute(own: readonly string[] = []): { readonly kept: Partial<Attribute> } {
  return {
    kept: {
      default: NOTHING_KEPT,
      parseHTML: (element) => keptOf(element, own),
      renderHTML: ({ kept }) => kept,
    },
  }
}

/** An attribute that only the node knows; its element in the editor does not say it. */
export function hiddenAttribute(
  read: (element: HTMLElement) => unknown,
  absent: unknown,
): Partial<Attribute> {
  return { default: absent, parseHTML: read, rendered: false }
}
