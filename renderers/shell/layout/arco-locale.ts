import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import type { Language } from '@runtime/text'
import { useEffect, useState } from 'react'

type Locale = typeof zhCN

/** The library's own words; a window has one language, so the others come when they are chosen. */
const LOADS: Readonly<Record<Exclude<Language, 'zh'>, () => Promise<{ readonly default: Locale }>>> = {
  zhtw: () => import('@arco-design/web-react/es/locale/zh-TW'),
  en: () => import('@arco-design/web-react/es/locale/en-US'),
}
const known = new Map<Language, Locale>([['zh', zhCN]])

/** The library's words in a language: those before it while they are on their way; null: there are none yet. */
export function useArcoLocale(language: Language): Locale | null {
  const [last, setLast] = useState<Locale | null>(null)
  useEffect(() => {
    if (language === 'zh' || known.has(language)) return setLast(known.get(language) ?? zhCN)
    let isGone = false
    // Without them the product's own words stand: nobody is kept out for the library's.
    LOADS[language]().then(
      ({ default: locale }) => {
        known.set(language, locale)
        if (!isGone) setLast(locale)
      },
      () => isGone || setLast(zhCN),
    )
    return () => {
      isGone = true
    }
  }, [language])
  return known.get(language) ?? last
}
