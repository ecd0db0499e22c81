export { PublishView } from './publish-view'
