/**
 * Nothing moves any more, but what blinks without an end. What has just been asked for (a dark system) is drawn with the next
 * frame and begins to move with the one after it. It stands alone, so that a journey can send it into its page.
 */
export async function stands(): Promise<void> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  const moving = () =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
  do {
    await Promise.allSettled(moving().map(({ finished }) => finished))
    await frame()
    await frame()
  } while (moving().length > 0)
}
