import type { Node } from '@tiptap/pm/model'
import { TableView } from '@tiptap/pm/tables'
import type { Kept } from './kept'

/** A table in the editor: as wide as on paper, with what its element says. */
export class TableFrame extends TableView {
  constructor(node: Node, cellMinWidth: number) {
    super(node, cellMinWidth)
    this.dress(node)
  }

  override update(node: Node): boolean {
    const isTaken = super.update(node)
    if (isTaken) this.dress(node)
    return isTaken
  }

  private dress({ attrs }: Node): void {
    const kept = attrs['kept'] as Kept
    for (const { name } of [...this.table.attributes]) if (!(name in kept)) this.table.removeAttribute(name)
    for (const [name, value] of Object.entries(kept)) this.table.setAttribute(name, value)
    const columns = attrs['columns'] as readonly string[]
    for (const [at, column] of [...this.colgroup.children].entries())
      if (column instanceof HTMLElement && column.style.width === '') column.style.width = columns[at] ?? ''
  }
}
