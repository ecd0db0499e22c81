import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { stands as allStand } from '../stands'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is looked at, and for what; all of the document and all rules of axe where nothing is said. */
export interface Question {
  readonly tags?: readonly string[]
  readonly rules?: readonly string[]
  /** Selector of the only place that is looked at. */
  readonly within?: string
}

export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] as const
/** Of a look nothing but its colours is its own: what a screen is made of is asked once. */
export const CONTRAST = ['color-contrast'] as const

/**
 * What axe finds in a screen as it stands. Its builder for Playwright would inject axe anew for each question, read all style
 * sheets over again for a rule that is not asked, and describe everything that is well: several times the work of the rules.
 */
export async function violationsOf(
  page: Page,
  { tags, rules, within }: Question = {},
): Promise<readonly axe.Result[]> {
  // Not as a tag: the product's policy would refuse it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(
    async ([place, asked]) => {
      const context = { include: place ? [place] : [document.documentElement], exclude: ['iframe'] }
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context as never, {
        ...(asked && { runOnly: asked as never }),
        resultTypes: ['violations'],
        preload: { assets: ['media'] },
      })
      return violations
    },
    [
      within,
      tags ? { type: 'tag', values: tags } : rules ? { type: 'rule', values: rules } : undefined,
    ] as const,
  )
}

/** What a finding is about, in words. */
export function said(found: readonly axe.Result[]): readonly string[] {
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary ?? ''}`),
  )
}

/** What keeps somebody from using a screen. */
export function isSerious({ impact }: axe.Result): boolean {
  return impact === 'serious' || impact === 'critical'
}

/** Waits until nothing of a screen moves. */
export async function stands(page: Page): Promise<void> {
  await page.evaluate(allStand)
}
