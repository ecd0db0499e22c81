import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { getLanguageService, type JSONSchema, TextDocument } from 'vscode-json-languageservice'

const folder = fileURLToPath(new URL('../../schemas/', import.meta.url))
const read = (file: string) => readFileSync(folder + file, 'utf8')

/** What an editor does with a document of this project. */
const service = getLanguageService({
  workspaceContext: { resolveRelativePath: (path, from) => new URL(path, from).href },
  schemaRequestService: async (uri) => read(`language/${uri.slice(uri.lastIndexOf('/') + 1)}`),
})
service.configure({
  validate: true,
  schemas: ['page', 'form', 'list'].map((kind) => ({
    // Named as in their folder: they refer to each other.
    uri: `loam://language/${kind}.schema.json`,
    fileMatch: [`*.${kind}.json`],
    schema: JSON.parse(read(`language/${kind}.schema.json`)) as JSONSchema,
  })),
})

const documents = fileURLToPath(new URL('../../tests/fixtures/editors/', import.meta.url))
const PAGE = 'dictionary.page.json'
const LIST = 'dictionary-item.list.json'
const FORM = 'dictionary-item.form.json'

/** A document in an editor; `put` in the place of the first `find`, the cursor at `¦`. */
function opened(file: string, find: string, put: string) {
  const before = readFileSync(documents + file, 'utf8')
  expect(before, `${file} has ${find}`).toContain(find)
  // The schema comes from the name of the file: where the document says it to be there is nothing to read it.
  const marked = before.replace(find, () => put).replace(/"\$schema": "[^"]*",/, '')
  const document = TextDocument.create(`file:///${file}`, 'json', 1, marked.replace('¦', ''))
  const cursor = document.positionAt(Math.max(0, marked.indexOf('¦')))
  return { document, cursor, json: service.parseJSONDocument(document) }
}

async function completed(file: string, find: string, put: string): Promise<string[]> {
  const { document, cursor, json } = opened(file, find, put)
  const list = await service.doComplete(document, cursor, json)
  return (list?.items ?? []).map(({ label }) => label.replace(/^"|"$/g, ''))
}

describe('an editor completes', () => {
  it.each([
    ['keys of a page', PAGE, '"module"', '"¦": 1, "module"', ['onOpen']],
    ['keys of a node', PAGE, '"filter": true', '"¦": true', ['filter', 'expanded', 'visible']],
    ['keys of a dialog', PAGE, '"width": 600,', '"width": 600, "¦": 1,', ['mode', 'cancel', 'reloads']],
    [
      'keys of a button',
      PAGE,
      '"icon": "Refresh",',
      '"icon": "Refresh", "¦": 1,',
      ['disabled', 'danger', 'code'],
    ],
    ['keys of a list', LIST, '"paging": false', '"¦": false', ['paging', 'summary', 'selection', 'sort']],
    ['keys of a column', LIST, '"width": 260', '"width": 260, "¦": 1', ['align', 'sortable', 'fixed']],
    ['keys of a field', FORM, '"min": 0,', '"min": 0, "¦": 1,', ['step', 'thousands', 'required', 'visible']],
  ])('%s', async (_what, file, find, put, expected) => {
    expect(await completed(file, find, put)).toEqual(expect.arrayContaining(expected))
  })

  it.each([
    ['icons', PAGE, '"icon": "Refresh"', '"icon": ¦', ['Refresh', 'Plus', 'UserGroup']],
    [
      'calls',
      PAGE,
      '"call": "dictionaryType.list"',
      '"call": ¦',
      ['dictionaryType.list', 'dictionaryData.create'],
    ],
    ['nodes', PAGE, '"node": "split"', '"node": ¦', ['split', 'tree', 'list']],
    ['modules', PAGE, '"module": "system.dictionary"', '"module": ¦', ['system.dictionary', 'field.device']],
    ['modes of a dialog', PAGE, '"mode": "drawer"', '"mode": ¦', ['general', 'drawer', 'fullScreen']],
    ['rights', LIST, '"code": "btn_add"', '"code": ¦', ['btn_add', 'btn_edit', 'btn_remove']],
    ['icons of a list', LIST, '"icon": "Plus"', '"icon": ¦', ['Plus', 'Delete']],
    ['sides', LIST, '"align": "right"', '"align": ¦', ['left', 'center', 'right']],
    ['widgets', FORM, '"widget": "textarea"', '"widget": ¦', ['textarea', 'input', 'sub-table']],
    ['calls of options', FORM, '"call": "dictionaryData.selector"', '"call": ¦', ['dictionaryData.selector']],
  ])('values: %s', async (_what, file, find, put, expected) => {
    expect(await completed(file, find, put)).toEqual(expect.arrayContaining(expected))
  })
})

describe('an editor says', () => {
  it.each([
    ['of a page’s key', PAGE, '"module"', '"mod¦ule"', /menu entry/],
    ['of a node’s key', PAGE, '"asideWidth"', '"aside¦Width"', /Pixels/],
    ['of a source’s key', PAGE, '"tag"', '"t¦ag"', /invalidate/],
    ['of a field’s key', FORM, '"requiredMessage"', '"required¦Message"', /text/i],
    ['of a column’s key', LIST, '"path"', '"pa¦th"', /Member of the row/],
  ])('what the word means: %s', async (_what, file, find, put, meaning) => {
    const { document, cursor, json } = opened(file, find, put)
    const hover = await service.doHover(document, cursor, json)
    expect(JSON.stringify(hover?.contents)).toMatch(meaning)
  })

  it.each([
    ['a page’s key', PAGE, '"module"', '"modul"', 'modul'],
    ['a node’s key', PAGE, '"selected"', '"selectd"', 'selectd'],
    ['a dialog’s key', PAGE, '"width"', '"widht"', 'widht'],
    ['a column’s key', LIST, '"width"', '"widht"', 'widht'],
    ['a button’s key', LIST, '"danger"', '"dangr"', 'dangr'],
    ['a field’s key', FORM, '"clearable"', '"clearble"', 'clearble'],
    ['an icon', LIST, '"icon": "Plus"', '"icon": "Pluss"', 'Apps'],
    ['a widget', FORM, '"widget": "switch"', '"widget": "swich"', 'switch'],
  ])('that it is misspelt: %s', async (_what, file, find, put, wording) => {
    const sound = opened(file, find, find)
    expect(await service.doValidation(sound.document, sound.json)).toEqual([])
    const { document, json } = opened(file, find, put)
    const messages = (await service.doValidation(document, json)).map(({ message }) => message)
    expect(messages.join('\n')).toContain(wording)
  })
})
