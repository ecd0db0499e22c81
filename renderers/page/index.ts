export type { PageViewProps } from './document-page'
export { PageView } from './page-view'
export { type PageServices, PageServicesProvider } from './services'
