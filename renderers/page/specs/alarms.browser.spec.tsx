import '@arco-design/web-react/es/style/index.css'
import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import type { Language } from '@runtime/text'
import { resources } from '@services/client/resources'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'
import '../../shell/base.css'

const LOADING = { timeout: 20_000 }
const NOW = Date.UTC(2026, 5, 1, 2, 20, 30)
const ALARM = {
  ...{
    id: 'A1',
    fid: 'A1',
    projectId: 'P',
    inputField101: '第十二排东侧三号支管末端三通球阀',
    state: 0,
    severity: 2,
  },
  ...{
    textareaField103: '电机堵转，阀门没有到位，请到现场查看',
    alarmState: 'UNACK',
    version: 3,
    deviceId: 'V1',
  },
  ...{ sourceKind: 'device', firstTime: NOW, lastTime: NOW, occurrences: 4, ackUser: '', ackTime: null },
}
const LATCHED = { ...ALARM, id: 'A2', fid: 'A2', alarmState: 'LATCHED_ACK' }

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
})

async function shown(language: Language = 'zh'): Promise<TestHost> {
  sessionStorage.clear()
  const host = Object.assign(
    testHost(
      {
        'documents.read': readingDocuments(),
        'deviceAlarm.list': () => ({
          list: [ALARM, LATCHED],
          pagination: { currentPage: 1, pageSize: 20, total: 2 },
        }),
        'listView.list': () => ({ list: [], mayShare: 0 }),
        'deviceAlarm.history': () => ({ list: [] }),
        'deviceAlarm.ack': () => ALARM,
      },
      language,
    ),
    { resources: async () => resources, project: { id: 'P', onChange: () => () => undefined } },
  )
  drawn = draw(<PageView file="pages/field/alarms.page.json" route="/field/alarms" />, host, '800px')
  await expect.poll(() => document.querySelectorAll('[data-row]').length, LOADING).toBe(2)
  return host
}

const rowOf = (fid: string) => document.querySelector(`[data-row="${fid}"]`) as HTMLElement
const act = (fid: string, name: string) =>
  [...rowOf(fid).querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name)

/** What keeps an act from being pressed in its middle and read whole; empty: nothing. */
function faultOf(button: HTMLElement | undefined): string {
  if (!button) return 'is not there'
  const { left, top, width, height } = button.getBoundingClientRect()
  const corners = [1, width / 2, width - 1].map((x) => document.elementFromPoint(left + x, top + height / 2))
  if (!corners.every((met) => button.contains(met))) return 'is covered or cut'
  return button.scrollWidth > button.clientWidth + 1 ? 'has words that do not fit' : ''
}

const NAMES = {
  zh: { ack: '确认', clear: '复位' },
  zhtw: { ack: '確認', clear: '復位' },
  en: { ack: 'Acknowledge', clear: 'Reset' },
} as const
const LANGUAGES = ['zh', 'zhtw', 'en'] as const
const SIZES = [
  [1440, 900],
  [390, 844],
] as const

describe('the page of alarms', () => {
  it.each(SIZES.flatMap((size) => LANGUAGES.map((language) => [...size, language] as const)))(
    'at %i × %i, in %s, has what an alarm asks of the operator as a button of its own',
    async (width, height, language) => {
      await page.viewport(width, height)
      await shown(language)
      const { ack, clear } = NAMES[language]
      await expect.poll(() => faultOf(act('A1', ack)), LOADING).toBe('')
      await expect.poll(() => faultOf(act('A2', clear)), LOADING).toBe('')
      if (width > 576) return
      for (const button of [act('A1', ack), act('A2', clear)]) {
        expect(button?.offsetHeight).toBeGreaterThanOrEqual(44)
        expect(button?.offsetWidth).toBeGreaterThanOrEqual(44)
      }
      // What the alarm is of is still to be read beside it.
      const words = rowOf('A1').querySelector<HTMLElement>('.loam-list-card-words')
      expect(words?.offsetWidth).toBeGreaterThanOrEqual(140)
    },
  )
})
