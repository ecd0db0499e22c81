import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from './testing'
import { useEntered } from './use-entered'

const taken: string[] = []

function Search({ found, words }: { readonly found?: string; readonly words: string }) {
  const enter = useEntered(found, words, (one) => taken.push(one))
  return <input aria-label="找" onKeyDown={({ key }) => key === 'Enter' && enter()} />
}

it('takes what is found, also where it is found after Enter, unless other words are typed by then', async () => {
  const { render, unmount } = draw(<Search words="kapian" />, testHost())
  const box = page.getByRole('textbox', { name: '找' })
  await userEvent.type(box, '{Enter}')
  expect(taken).toEqual([])
  render(<Search words="kapian" found="card" />)
  await expect.poll(() => taken).toEqual(['card'])
  render(<Search words="kapian" found="tab" />)
  await userEvent.type(box, '{Enter}')
  expect(taken).toEqual(['card', 'tab'])
  render(<Search words="ri" />)
  await userEvent.type(box, '{Enter}')
  render(<Search words="riq" />)
  render(<Search words="riq" found="date" />)
  await new Promise((done) => setTimeout(done, 50))
  expect(taken).toEqual(['card', 'tab'])
  unmount()
})
