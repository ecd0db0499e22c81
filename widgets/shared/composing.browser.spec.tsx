import { afterEach, describe, expect, it } from 'vitest'
import { keepComposing } from './composing'

const undo: (() => void)[] = []
afterEach(() => {
  for (const one of undo.splice(0)) one()
})

/** Keys that reach a listener at the document, as that of a dialog, from a field. */
function heard(init: KeyboardEventInit, className = ''): number {
  const field = document.createElement('input')
  field.className = className
  document.body.append(field)
  let count = 0
  const listen = () => {
    count++
  }
  document.addEventListener('keydown', listen, true)
  field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
  document.removeEventListener('keydown', listen, true)
  field.remove()
  return count
}

describe('the keys of an input method', () => {
  it.each(['Escape', 'Enter'])(
    '%s reach nobody while it composes, nor with what has just ended it',
    (key) => {
      expect(heard({ key, isComposing: true })).toBe(1)
      undo.push(keepComposing(window))
      expect(heard({ key, isComposing: true })).toBe(0)
      expect(heard({ key, keyCode: 229 })).toBe(0)
      expect(heard({ key })).toBe(1)
      expect(heard({ key: 'a', isComposing: true })).toBe(1)
      expect(heard({ key, isComposing: true }, 'cm-editor')).toBe(1)
    },
  )
})
