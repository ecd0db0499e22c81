/** The map's pages (`spec/shell-and-monitoring.md §2.1`). */
export const MAP_PATHS = ['/appMap', '/pcMap', '/appLGZMap', '/appAddEditLGZ', '/appAuto'] as const

/** Fixed pages that are documents. */
export const DOCUMENT_PATHS = {
  '/home': 'pages/home.page.json',
  '/dashboard': 'pages/dashboard.page.json',
  '/profile': 'pages/profile.page.json',
  '/messageRecord': 'pages/message-record.page.json',
  '/historyData': 'pages/field/history.page.json',
  '/designModel': 'pages/development/design.page.json',
  '/designPrint': 'pages/system/print-design.page.json',
  '/sfHistoryData': 'pages/field/fertigation-history.page.json',
} as const

/** Fixed pages that are written in code. */
export const SCREEN_PATHS = [
  '/help',
  '/404',
  '/previewModel',
  '/emailDetail',
  '/workFlowDetail',
  '/workFlow/entrust',
  '/externalLink',
  '/formShortLink',
  '/auth-redirect',
  '/menuMore',
  '/feedback',
  '/statement',
] as const

/** Where a link in a message leads that ends such messages; open to everybody, outside the workspace. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

export type ScreenPath = (typeof SCREEN_PATHS)[number]

/** Every path that is there whatever the menu says. */
export const FIXED_PATHS: readonly string[] = [
  '/',
  UNSUBSCRIBE_PATH,
  ...SCREEN_PATHS,
  ...MAP_PATHS,
  ...Object.keys(DOCUMENT_PATHS),
]

/** Beginnings of paths whose end is the code of a menu entry, which a person may make (`destinationOf`), or another path. */
export const OPEN_PATHS: readonly string[] = [
  ...['model', 'group', 'dictionary', 'report', 'portal', 'view', 'link', 'redirect'].map(
    (kind) => `/${kind}/`,
  ),
]
