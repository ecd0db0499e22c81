/**
 * A moment in the words of a language: in the product's zone (`Host.timeZone`), wherever the reader's browser stands, so that two
 * people who speak of one moment read one time. Patterns go through `formatDate`, by the same zone.
 *
 * @param ms milliseconds since 1970
 * @param locale `zh-CN`
 * @param zone `Asia/Shanghai`; undefined before anybody is signed in: the browser's own
 */
export function shownMoment(
  ms: number,
  locale: string,
  options: Intl.DateTimeFormatOptions,
  zone: string | undefined,
): string {
  return new Intl.DateTimeFormat(locale, {
    ...options,
    ...(zone !== undefined && { timeZone: zone }),
  }).format(ms)
}
