import type { WidgetCatalogue } from '@runtime/widget/definition'
import { expect, it, vi } from 'vitest'
import { compiledByFew } from './by-few'
import { listed } from './listed-definitions'

it('compiles at once by few widgets, and anew by all of them where another one is named', async () => {
  expect(compiledByFew(listed, ({ get }) => get('input')?.key)).toBe('input')
  const compile = vi.fn(({ get }: WidgetCatalogue) => [
    get('input')?.key,
    get('rich-text')?.key,
    get('none')?.key,
  ])
  const compiled = compiledByFew(listed, compile)
  expect(compiled).toBeInstanceOf(Promise)
  expect(await compiled).toEqual(['input', 'rich-text', undefined])
  expect(compile).toHaveBeenCalledTimes(2)
})

it('fails by what is wrong, not by what few widgets miss', async () => {
  const compile = (key: string) => (catalogue: WidgetCatalogue) => {
    const definition = catalogue.get(key)
    if (!definition || key === 'input') throw new Error(`wrong: ${key}`)
    return definition.key
  }
  expect(() => compiledByFew(listed, compile('input'))).toThrow('wrong: input')
  expect(await compiledByFew(listed, compile('rich-text'))).toBe('rich-text')
  await expect(compiledByFew(listed, compile('none'))).rejects.toThrow('wrong: none')
})
