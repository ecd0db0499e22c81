/*
 * Runs before anything is drawn: whoever works in the dark sees no white page first. The rest of the look comes with the
 * application (`renderers/shell/theme.ts`, whose name and rule for darkness these are). A file of its own, and in the head:
 * the policy allows no script inside the page, and what stands in the head is waited for.
 */
;(() => {
  let kept = null
  try {
    kept = localStorage.getItem('loam_dark')
  } catch {
    // A browser that forbids storage keeps no look.
  }
  const isDark = kept === null ? matchMedia('(prefers-color-scheme: dark)').matches : kept === '1'
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
  if (!isDark) return
  // The library reads darkness from the body, which is not there yet.
  new MutationObserver((_changes, observer) => {
    if (!document.body) return
    observer.disconnect()
    document.body.setAttribute('arco-theme', 'dark')
  }).observe(document.documentElement, { childList: true })
})()
