import axe from 'axe-core'

/**
 * What keeps somebody from using what is drawn in a place, as axe finds it. Of a look nothing but its colours is its own: what a
 * place is made of is asked in one, and in the other only whether it can be read.
 */
export async function seriousIn(place: HTMLElement, asked: 'all' | 'contrast'): Promise<readonly string[]> {
  const { violations } = await axe.run(place, {
    runOnly: asked === 'all' ? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] : ['color-contrast'],
    resultTypes: ['violations'],
    // Style sheets, which it would read anew each time, are for a rule that is not asked.
    preload: { assets: ['media'] },
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(' | ')}`,
    )
}
