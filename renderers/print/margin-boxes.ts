import type { MarginTexts, Page } from '@runtime/print'

const PROBE = '@page { @top-left { content: "x" } }'

/** Whether this browser prints what stands in the margins of a page: one that does not know margin boxes drops them as it reads them. */
export function printsMarginBoxes(): boolean {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(PROBE)
  return sheet.cssRules[0]?.cssText.includes('@top-left') ?? false
}

/** Whether a page says something in its margins. */
export function hasMarginTexts({ head, foot }: Page): boolean {
  const hasText = (texts: MarginTexts) => Object.values(texts).some((text) => text !== '')
  return hasText(head) || hasText(foot)
}
