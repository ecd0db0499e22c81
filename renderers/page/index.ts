export { PageView, type PageViewProps } from './page-view'
export { type PageServices, PageServicesProvider } from './services'
