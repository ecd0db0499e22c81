import { expect, test } from 'vitest'
import { cellOf } from './cells'
import { isEdited } from './edited'
import { catalogue, widgetOf } from './registry'

test('a list draws every cell as the widget does, without the widget', () => {
  const own = catalogue.all().filter(({ key }) => widgetOf(key)?.Cell)
  expect(own.length).toBeGreaterThan(20)
  for (const { key } of catalogue.all())
    expect(cellOf(key) !== undefined, key).toBe(widgetOf(key)?.Cell !== undefined)
})

test('what has a value can be edited, and nothing else', () => {
  for (const definition of catalogue.all())
    expect(widgetOf(definition.key)?.Edit !== undefined, definition.key).toBe(isEdited(definition))
})
