import { expect, it } from 'vitest'
import { readFlowConfig } from './flow-config'

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
const CONFIG = '{"taskId":"t1","fullName":"用水申请","flowId":7,"formData":{"a":1}}'

it.each([
  ['JSON text', CONFIG],
  ['base64', base64(CONFIG)],
  ['base64 whose + became a blank', base64(CONFIG).replaceAll('+', ' ')],
])('reads %s', (_name, text) =>
  expect(readFlowConfig(text)).toEqual({ fullName: '用水申请', taskId: 't1', flowId: '7' }),
)

it.each(['', 'nonsense', '[1]', 'null', '{}', '{"other":1}'])('reads nothing from %j', (text) =>
  expect(readFlowConfig(text)).toBeNull(),
)
