import { Plugin } from '@tiptap/pm/state'
import { columnResizingPluginKey } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

/**
 * The library that drags columns takes the way of the pointer for pixels of the sheet, which may be zoomed: while one is dragged, it
 * is told of the way as it is on the sheet. Stands before the library's own plugin.
 */
export function zoomedDrag(): Plugin {
  return new Plugin({ props: { handleDOMEvents: { mousedown: follow } } })
}

function follow(view: EditorView, { clientX: start }: MouseEvent): boolean {
  const { defaultView: page } = view.dom.ownerDocument
  const zoom = view.dom.getBoundingClientRect().width / view.dom.offsetWidth
  const isOnEdge = (columnResizingPluginKey.getState(view.state)?.activeHandle ?? -1) >= 0
  if (!page || !isOnEdge || !(zoom > 0) || zoom === 1) return false
  const told = new WeakSet<MouseEvent>()
  const tell = (event: MouseEvent) => {
    if (told.has(event)) return
    event.stopImmediatePropagation()
    const { type, clientX, clientY, buttons } = event
    const onSheet = new MouseEvent(type, {
      ...{ clientX: start + (clientX - start) / zoom, clientY, buttons },
      // As of a pointer that moves with no button held.
      button: type === 'mousemove' && buttons === 0 ? -1 : 0,
    })
    told.add(onSheet)
    page.dispatchEvent(onSheet)
    if (type === 'mousemove') return
    page.removeEventListener('mousemove', tell, true)
    page.removeEventListener('mouseup', tell, true)
  }
  page.addEventListener('mousemove', tell, true)
  page.addEventListener('mouseup', tell, true)
  return false
}
