import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '@tests/scratch'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DocumentStore, openDocuments } from './store'

let folder: string
let store: DocumentStore
const write = (file: string, content: object) => writeFileSync(join(folder, file), JSON.stringify(content))

beforeEach(() => {
  folder = scratchFolder('documents')
  mkdirSync(join(folder, 'pages'))
  write('pages/a.page.json', { title: 'A', body: [] })
  store = openDocuments(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('documents on disk', () => {
  it('are read as they are now, though nothing has told of it', () => {
    const before = store.read('pages/a.page.json')?.version
    write('pages/a.page.json', { title: 'longer than before', body: [] })
    expect(store.read('pages/a.page.json')?.version).not.toBe(before)
  })

  it('say that they changed also after somebody has read the change', () => {
    write('pages/a.page.json', { title: 'longer than before', body: [] })
    store.read('pages/a.page.json')
    expect(store.refresh().map(({ file }) => file)).toEqual(['pages/a.page.json'])
    expect(store.refresh()).toEqual([])
  })

  it('say which are new and which are gone', () => {
    write('pages/b.page.json', { title: 'B', body: [] })
    expect(store.refresh()).toEqual([{ file: 'pages/b.page.json', version: expect.stringMatching(/./) }])
    rmSync(join(folder, 'pages/b.page.json'))
    expect(store.refresh()).toEqual([{ file: 'pages/b.page.json', version: '' }])
    expect(store.read('pages/b.page.json')).toBeNull()
  })
})
