import type { Locator, Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

const CALENDAR = '.loam-calendar'
const MINUTE = 60_000

/** `2026-12-07` of the product's calendar, `days` from a moment on. */
const dayOf = (ms: number) => new Date(ms + 8 * 60 * MINUTE).toISOString().slice(0, 10)

/** The Mondays of the month after this one: none of them has passed, whenever this runs. */
function mondaysAhead(): readonly string[] {
  const today = dayOf(Date.now())
  const first = Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 1)
  return Array.from({ length: 31 }, (_, index) => new Date(first + index * 86_400_000))
    .filter((day) => day.getUTCDay() === 1 && day.getUTCMonth() === new Date(first).getUTCMonth())
    .map((day) => day.toISOString().slice(0, 10))
}
const after = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const cell = (page: Page, day: string) => page.locator(`${CALENDAR} [data-date="${day}"]`).first()
const entry = (page: Page, day: string, title: string) => cell(page, day).getByRole('button', { name: title })
const turnOn = (page: Page) => page.locator(CALENDAR).getByRole('button', { name: '往后' }).click()

async function choose(page: Page, box: Locator, option: string): Promise<void> {
  await box.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function setTime(box: Locator, text: string): Promise<void> {
  await box.fill(text)
  await box.press('Enter')
}

/** What the form of a new schedule is filled with. */
async function plan(
  page: Page,
  { title, from, to, people }: { title: string; from: string; to: string; people: readonly string[] },
): Promise<Locator> {
  await page.getByRole('button', { name: '新建' }).click()
  const form = page.getByRole('dialog', { name: '新建日程' })
  await form.getByRole('textbox', { name: '标题' }).fill(title)
  await setTime(form.getByRole('combobox', { name: '结束时间' }), to)
  await setTime(form.getByRole('combobox', { name: '开始时间' }), from)
  await form.getByRole('combobox', { name: '参与人' }).click()
  const picker = page.getByRole('dialog', { name: '选择用户' })
  for (const name of people) {
    await picker.getByRole('combobox').fill(name)
    await picker.getByRole('option', { name }).click()
    await expect(picker.getByRole('region', { name: '已选' })).toContainText(name)
  }
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(picker).toBeHidden()
  return form
}

async function save(page: Page, form: Locator): Promise<void> {
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('日程已创建')).toBeVisible()
  await expect(form).toBeHidden()
}

/** Which of a series is meant. */
async function answerScope(page: Page, which: string): Promise<void> {
  const question = page.getByRole('dialog').filter({ has: page.getByRole('radio', { name: which }) })
  await expect(question.getByRole('radio', { name: '此日程', exact: true })).toBeChecked()
  await question.getByText(which, { exact: true }).click()
  await question.getByRole('button', { name: /确\s*定/ }).click()
  await expect(question).toBeHidden()
}

const nameOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/oauth/CurrentUser', {
      headers: { Authorization: localStorage.getItem('loam_token') ?? '' },
    })
    return (await answer.json()).data.userInfo.userName
  })

test('a weekly round for three is planned, one day moved, the series ended early; one declines, and is reminded of the rest once', async ({
  people,
}) => {
  test.setTimeout(300_000)
  const manager = await people.signedIn('manager1')
  const phone = await people.signedIn('operator', { viewport: { width: 390, height: 844 }, hasTouch: true })
  const others = await Promise.all(
    (['operator1', 'director'] as const).map(async (account) => nameOf(await people.signedIn(account))),
  )
  const operator = await nameOf(phone)
  const stamp = Date.now()
  const [round, handover] = [`巡渠${stamp}`, `交接${stamp}`]
  const mondays = mondaysAhead()
  const [first = '', second = '', third = '', fourth = ''] = mondays

  await openMenu(manager, '日程')
  // Its reminder is waited for at the end, when it has had its time.
  const soon = new Date(Math.ceil(Date.now() / MINUTE + 0.4) * MINUTE + 8 * 60 * MINUTE).toISOString()
  const clock = soon.slice(0, 16).replace('T', ' ')
  const short = await plan(manager, {
    ...{ title: handover, from: clock, to: `${after(soon.slice(0, 10), 1)} 00:00`, people: [operator] },
  })
  await choose(manager, short.getByRole('combobox', { name: '提醒时间' }), '开始时')
  await save(manager, short)

  const long = await plan(manager, {
    ...{ title: round, from: `${first} 08:00`, to: `${first} 09:30`, people: [operator, ...others] },
  })
  await choose(manager, long.getByRole('combobox', { name: '重复', exact: true }), '每周')
  await save(manager, long)
  await turnOn(manager)
  for (const day of mondays) await expect(entry(manager, day, round)).toBeVisible()

  await test.step('one is dragged to the day after: the others stay', async () => {
    const question = manager.getByRole('radio', { name: '此日程', exact: true })
    // What comes from the server meanwhile may draw the entry anew, below the pointer that has just taken it.
    await expect(async () => {
      await entry(manager, second, round).dragTo(cell(manager, after(second, 1)))
      await expect(question).toBeVisible({ timeout: 10_000 })
    }).toPass()
    await answerScope(manager, '此日程')
    await expect(entry(manager, after(second, 1), round)).toBeVisible()
    await expect(entry(manager, second, round)).toHaveCount(0)
    await expect(entry(manager, third, round)).toBeVisible()
  })

  await test.step('the participant sees it on the phone, and declines', async () => {
    await phone.goto('/schedule')
    await expect(phone.locator(CALENDAR).getByRole('radio')).toHaveCount(2)
    await turnOn(phone)
    await phone.locator(CALENDAR).getByRole('button', { name: round }).first().click()
    const seen = phone.getByRole('dialog', { name: '查看日程' })
    await expect(seen).toContainText('每周')
    await expect(seen.getByRole('button', { name: '删除' })).toHaveCount(0)
    await expect(seen.getByRole('button', { name: '编辑' })).toHaveCount(0)
    await seen.getByRole('button', { name: '谢绝' }).click()
    await expect(phone.getByRole('alert').getByText('已谢绝，不再提醒')).toBeVisible()
  })

  await test.step('the series is ended before its fourth day', async () => {
    await entry(manager, fourth, round).click()
    const shown = manager.getByRole('dialog', { name: '查看日程' })
    await expect(shown).toContainText(operator)
    await expect(shown).toContainText('谢绝')
    await shown.getByRole('button', { name: '删除' }).click()
    await answerScope(manager, '此日程及后续')
    await expect(shown).toBeHidden()
    for (const day of mondays.slice(3)) await expect(entry(manager, day, round)).toHaveCount(0)
    for (const day of [first, after(second, 1), third]) await expect(entry(manager, day, round)).toBeVisible()
  })

  await test.step('the reminder has come once, of what was not declined alone', async () => {
    const reminders = () =>
      phone.evaluate(async (title) => {
        const answer = await fetch('/api/message?type=4&pageSize=50', {
          headers: { Authorization: localStorage.getItem('loam_token') ?? '' },
        })
        const { list } = (await answer.json()).data as { list: readonly { title: string }[] }
        return list.map((one) => one.title).filter((one) => one.includes(title))
      }, String(stamp))
    const expected = [`日程提醒：${handover}`, `邀请您参加日程：${handover}`, `邀请您参加日程：${round}`]
    await expect
      .poll(async () => (await reminders()).filter((one) => one.startsWith('日程提醒')), { timeout: 130_000 })
      .toEqual([`日程提醒：${handover}`])
    // What else was told is told once, too: of the moved day, and not of the end of what was declined.
    expect((await reminders()).filter((one) => !one.startsWith('日程有变更')).sort()).toEqual(expected.sort())
  })
})
