import { afterEach, expect, it } from 'vitest'
import { FILE, show } from '../page/specs/shown-page'

afterEach(() => history.replaceState(null, '', '#'))

it.each([
  ['list', '.loam-sample-node .loam-list-toolbar-title'],
  ['card', '.loam-sample-node .loam-node-card'],
])('names the document once, with a page in it that shows a %s', async (node, shown) => {
  history.replaceState(null, '', `#node/${node}`)
  show({ [FILE]: { title: '陈列', body: { node: 'gallery' } } }, async () => ({ data: null, msg: '' }))
  await expect.poll(() => document.querySelector(shown), { timeout: 45_000 }).not.toBeNull()
  expect([...document.querySelectorAll('h1')].map(({ textContent }) => textContent)).toEqual(['陈列'])
})
