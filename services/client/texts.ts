import { fillPlaces, type Language } from '@runtime/text'

/**
 * What the client itself has to say: it may be asked before any locale file has arrived
 * (`spec/shell-and-monitoring.md §8`).
 */
const texts = {
  failed: { zh: '请求失败，请重试', zhtw: '請求失敗，請重試', en: 'Request failed, please retry' },
  unknownCall: {
    zh: '没有名为 {name} 的接口',
    zhtw: '沒有名為 {name} 的介面',
    en: 'There is no call named {name}',
  },
} as const

export function clientText(language: Language, key: keyof typeof texts, name = ''): string {
  return fillPlaces(texts[key][language], { name })
}
