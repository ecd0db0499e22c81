export { ListView, type ListViewProps } from './list-view'
export { ModelPage } from './model-page'
export { EmptyPlace, FailedPlace, SkeletonRows } from './notices'
export type { ListHandle, ListPage, ListQuery, ListSource, Row } from './source'
