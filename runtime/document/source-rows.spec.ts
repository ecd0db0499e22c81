import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { Project } from './project'

const row = { type: 'object', properties: { fullName: { type: 'string' }, enCode: { type: 'string' } } }
const answer = {
  type: 'object',
  properties: { found: { type: 'object', properties: { rows: { type: 'array', items: row } } } },
}
const contract = { inAddress: {}, inBody: {}, required: [], isOpen: false, answer, isRead: true }
const calls = new Map([['crop.list', contract]])

/** What is wrong with a page whose source has these words and that shows this text. */
function problemsOf(words: object, text = '${data.crops.length}') {
  const page = {
    title: 'A',
    data: { crops: { call: 'crop.list', pick: 'found.rows', ...words } },
    body: { node: 'text', text },
  }
  const files = new Map([['pages/a.page.json', JSON.stringify(page)]])
  const { problems } = new Project(files, { catalogue, calls } as never).check('pages/a.page.json') ?? {
    problems: [],
  }
  return problems.map(({ pointer, message, nearest }) => ({ pointer, message, nearest }))
}

describe('rows of a source', () => {
  it('have the members that the contract gives them where they are sorted and made into others', () => {
    const words = { sort: { by: 'row.enCode' }, map: { label: '${index}: ${row.fullName}' } }
    expect(problemsOf(words, '${data.crops.label}')).toEqual([])
    expect(problemsOf({ sort: { by: 'row.enCod' }, map: { label: '${row.fulName}' } })).toMatchObject([
      { pointer: '/data/crops/sort/by', nearest: 'enCode' },
      { pointer: '/data/crops/map/label', nearest: 'fullName' },
    ])
  })

  it('have afterwards the members that they were given, and no row outside', () => {
    expect(problemsOf({ map: { label: '${row.fullName}' } }, '${data.crops.lable}')).toMatchObject([
      { pointer: '/body/text', nearest: 'label' },
    ])
    expect(problemsOf({ with: { id: '${row.enCode}' } })).toMatchObject([
      { pointer: expect.stringContaining('/data/crops/with') },
      { pointer: expect.stringContaining('/data/crops/with') },
    ])
  })
})
