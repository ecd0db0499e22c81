import { beforeAll, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import action from '../../schemas/locales/action.json'
import { switchLanguage } from './language'
import { offerUndo } from './undo-offer'

beforeAll(() =>
  switchLanguage('zh', async () =>
    Object.fromEntries(Object.entries(action).map(([key, { zh }]) => [`action.${key}`, zh])),
  ),
)

it('answers that it was pressed, by keyboard too, and goes', async () => {
  const wanted = offerUndo('已删除 B-01', 60_000)
  const button = page.getByRole('button', { name: '撤销' })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(await wanted).toBe(true)
  await expect.element(page.getByText('已删除 B-01')).not.toBeInTheDocument()
})

it('answers that it was not, once it is gone', async () => {
  // Long enough to be seen on a machine that is busy.
  const wanted = offerUndo('已删除 B-02', 3_000)
  const offer = page.getByText('已删除 B-02')
  await expect.element(offer).toBeVisible()
  // Under the pointer it stays.
  await userEvent.unhover(offer)
  expect(await wanted).toBe(false)
})
