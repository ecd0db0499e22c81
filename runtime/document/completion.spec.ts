import { calls } from '@services/contract/calls'
import { resources } from '@services/contract/resources'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { completionsAt } from './completion'
import { languageSchemas } from './language-schemas'

const schemas = languageSchemas({
  catalogue,
  callNames: Object.keys(calls),
  resources,
  rights: ['btn_add'],
  modules: ['system.role'],
  text: (key) => key,
})

/** What is offered at the `¦` of a text. */
function offered(marked: string, file = 'page.schema.json') {
  const offset = marked.indexOf('¦')
  const text = marked.replace('¦', '')
  const found = completionsAt(text, offset, file, schemas)
  return {
    labels: found?.choices.map(({ label }) => label) ?? [],
    replaced: found ? text.slice(found.from, found.to) : null,
    found,
  }
}

describe('what may be written', () => {
  it.each([
    ['{ "¦" }', ['title', 'body', 'dialogs'], []],
    ['{ "title": "a", ¦ }', ['body'], ['title']],
    ['{ "body": { "node": "split", "¦" } }', ['aside', 'asideWidth'], ['columns', 'node']],
    ['{ "body": { "node": "stack", "items": [{ "node": "report", "b¦" }] } }', ['by', 'across'], ['items']],
    ['{ "body": { "node": "list", "columns": [{ "¦" }] } }', ['path', 'label'], []],
    ['{ "dialogs": { "edit": { "¦" } } }', ['form', 'save'], ['body2']],
    ['{ "data": { "rows": { "call": "role.list", "¦" } } }', ['with', 'tag'], ['call']],
  ])('keys: %s', (text, some, none) => {
    const { labels } = offered(text)
    expect(labels).toEqual(expect.arrayContaining(some))
    for (const name of none) expect(labels).not.toContain(name)
  })

  it.each([
    ['{ "body": { "node": ¦ } }', ['split', 'portal', 'map']],
    ['{ "body": { "node": "sp¦" } }', ['split']],
    ['{ "body": { "node": "stack", "direction": "¦" } }', ['horizontal']],
    ['{ "body": { "node": "button", "icon": "¦" } }', ['Plus']],
    ['{ "data": { "rows": { "call": "¦" } } }', ['role.list']],
    ['{ "module": "¦" }', ['system.role']],
    ['{ "body": { "node": "tree", "filter": ¦ } }', ['true', 'false']],
  ])('values: %s', (text, some) => {
    expect(offered(text).labels).toEqual(expect.arrayContaining(some))
  })

  it('in forms and lists too', () => {
    expect(offered('{ "fields": [{ "widget": "¦" }] }', 'form.schema.json').labels).toContain('number-input')
    expect(offered('{ "fields": [{ "widget": "number-input", "¦" }] }', 'form.schema.json').labels).toContain(
      'min',
    )
    expect(offered('{ "columns": [], "pa¦" }', 'list.schema.json').labels).toContain('paging')
  })

  it('takes the place of what is written there, and says what it means', () => {
    const { replaced, found } = offered('{ "body": { "node": "sp¦li" } }')
    expect(replaced).toBe('"spli"')
    expect(found?.choices.find(({ label }) => label === 'split')?.insert).toBe('"split"')
    const keys = offered('{ "mod¦" }')
    expect(keys.replaced).toBe('"mod"')
    expect(keys.found?.choices.find(({ label }) => label === 'module')?.means).toContain('menu')
  })

  it.each([
    '',
    '¦',
    '{',
    '[¦]',
    '{ "state": { "¦" } }',
    '{ "a¦',
    '{ "body": 7¦ }',
    '¦{}',
    '{ "x": { "y": "¦" } }',
  ])('of %j is nothing or something, and never an error', (text) => {
    expect(() => offered(text)).not.toThrow()
  })

  it('knows nothing of a schema that there is not', () => {
    expect(completionsAt('{}', 1, 'nothing.schema.json', schemas)).toBeNull()
  })
})
