import { randomBytes } from 'node:crypto'
import { utils, write } from '@e965/xlsx'
import mqtt from 'mqtt'
import WebSocket from 'ws'
import { ANSWERS } from './answers.mjs'
import { send } from './send.mjs'

const MODEL = '/api/visualdev/OnlineDev/demo-water-use'
const words = (bytes) => '灌溉'.repeat(Math.ceil(bytes / 6)).slice(0, Math.floor(bytes / 3))

/**
 * Each limit's largest thing: from the setting to what it weighs (bytes), and a way to do it once more, which answers the code that
 * came back.
 */
export const CASES = {
  /** A body full of ids, as long as a body may be. */
  body: (setting) =>
    json(setting, '/api/permission/Users/getUserList', { ids: ids(setting.limits.BODY_LIMIT) }),
  /** The same of the wrong kind: every one is a mistake. */
  'wrong body': (setting) =>
    json(setting, '/api/permission/Users/getUserList', { ids: numbers(setting.limits.BODY_LIMIT) }),
  record: (setting) => json(setting, MODEL, { data: record(setting.limits.RECORD_LIMIT) }),
  page: async (setting) => {
    const { again, bytes } = await json(setting, `${MODEL}/List`, { currentPage: 1, pageSize: 10_000 })
    return { again, bytes }
  },
  conditions: (setting) =>
    json(setting, `${MODEL}/List`, {
      currentPage: 1,
      pageSize: 20,
      superQueryJson: JSON.stringify(conditions(setting.limits.CONDITION_LIMIT)),
    }),
  upload: async (setting) => {
    const bytes = 5 * 2 ** 20
    return {
      bytes,
      again: async () => {
        const form = new FormData()
        form.append('file', new Blob([randomBytes(bytes)]), 'bench.bin')
        return send(setting, '/api/file/Uploader/annex', form)
      },
    }
  },
  import: async (setting) => {
    const file = sheet(10_000)
    return {
      bytes: file.size,
      again: async () => {
        const form = new FormData()
        for (const [name, value] of Object.entries({ projectId: 'bench', kind: 'device', isTrial: '1' }))
          form.append(name, value)
        form.append('file', file, 'devices.xlsx')
        return send(setting, '/api/field/import', form)
      },
    }
  },
  frame: async (setting) => {
    const socket = new WebSocket(`${setting.url.replace('http', 'ws')}/websocket/${setting.token}`)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.setMaxListeners(0)
    const text = JSON.stringify({ method: 'sendMessage', toUserId: 'nobody', messageContent: words(60_000) })
    return {
      bytes: Buffer.byteLength(text),
      again: () =>
        new Promise((resolve) => {
          if (socket.readyState !== WebSocket.OPEN) return setTimeout(resolve, 100, 'closed')
          // Who sends too much is sent away.
          socket.once('close', () => resolve('closed'))
          socket.once('message', (frame) => resolve(JSON.parse(String(frame)).method ?? 'frame'))
          socket.send(text)
        }),
      close: () => socket.close(),
    }
  },
  packet: async (setting) => {
    const client = await mqtt.connectAsync(setting.mqttUrl, {
      clientId: 'G0',
      username: 'G0',
      password: 'token-G0',
    })
    let seq = 0
    const base = Date.now() - 60_000
    const message = () => {
      const m = Object.fromEntries(['vwc20', 'vwc40', 'vwc60', 't20', 't40'].map((name) => [name, 20]))
      const text = JSON.stringify({ seq: seq++, boot: 'b', ts: base + seq, m, note: '' })
      return text.replace('"note":""', `"note":"${'x'.repeat(setting.limits.PAYLOAD_LIMIT - text.length)}"`)
    }
    return {
      bytes: setting.limits.PAYLOAD_LIMIT,
      again: () =>
        client.publishAsync('sf/v1/bench/G0/G0-0/tele', message(), { qos: 1 }).then(() => 'PUBACK'),
      close: () => client.endAsync(true),
    }
  },
  ...ANSWERS,
}

async function json(setting, path, body) {
  const text = JSON.stringify(body)
  return { bytes: Buffer.byteLength(text), again: () => send(setting, path, body) }
}

const ids = (bytes) =>
  Array.from({ length: Math.min(1_000, Math.floor((bytes - 20) / 35)) }, () =>
    randomBytes(16).toString('hex'),
  )
const numbers = (bytes) =>
  Array.from({ length: Math.floor((bytes - 20) / 7) }, (_, at) => 100_000 + (at % 900_000))

function record(bytes) {
  const row = { readAt: '08:00', reading: 182_340.5, flow: 801.2, pressure: 0.412, note: words(30) }
  const rows = Math.floor((bytes * 0.9) / Buffer.byteLength(JSON.stringify(row)))
  return {
    useDate: 1_790_000_000_000,
    groupId: 'G01',
    pumpId: 'P1',
    crop: 'cotton',
    method: 'mulchedDrip',
    startTime: '08:00',
    endTime: '16:00',
    meterStart: 1,
    meterEnd: 2,
    areaMu: 225,
    energy: 1,
    readings: Array.from({ length: Math.min(rows, 10_000) }, () => row),
    remark: '',
  }
}

const conditions = (count) => ({
  matchLogic: 'or',
  conditionJson: Array.from({ length: count }, (_, at) => ({
    field: 'remark',
    symbol: 'like',
    fieldValue: `管${at}`,
  })),
})

function sheet(rows) {
  const head = ['id', 'name', 'kind', 'gatewayId', 'longitude', 'latitude']
  const body = Array.from({ length: rows }, (_, at) => [`I${at}`, `${at}号墒情站`, 'SOIL', 'G0', 87.6, 43.8])
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...body]), 'Sheet1')
  return new Blob([write(book, { type: 'buffer', bookType: 'xlsx' })])
}
