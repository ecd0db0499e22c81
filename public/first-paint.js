/*
 * Runs before anything is drawn: whoever works in the dark sees no white page first. The rest of the appearance comes with the
 * application (`renderers/shell/theme.ts`, whose name and rule for darkness these are). A file of its own, and in the head:
 * the policy allows no script inside the page, and what stands in the head is waited for.
 */
;(() => {
  const read = (name) => {
    try {
      return localStorage.getItem(`loam_${name}`)
    } catch {
      // A browser that forbids storage keeps no appearance.
      return null
    }
  }
  const kept = read('dark')
  const isDark = kept === null ? matchMedia('(prefers-color-scheme: dark)').matches : kept === '1'
  const page = document.documentElement
  page.style.colorScheme = isDark ? 'dark' : 'light'
  // The frame in `first-paint.css`: whose screen it is, and where the side menu stands.
  page.dataset.first = read('token') === null ? 'sign-in' : 'inside'
  const layout = read('layoutType')
  const folded = layout === 'plain' || read('sidebar') === '0'
  page.dataset.firstSide = layout === 'functional' ? 'none' : folded ? 'folded' : 'open'
  if (isDark) page.dataset.firstDark = ''
  else if ((read('slideClass') ?? 'dark') === 'dark') page.dataset.firstSlide = 'dark'
  if (!isDark) return
  // The library reads darkness from the body, which is not there yet.
  new MutationObserver((_changes, observer) => {
    if (!document.body) return
    observer.disconnect()
    document.body.setAttribute('arco-theme', 'dark')
  }).observe(page, { childList: true })
})()
