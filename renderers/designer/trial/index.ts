export { FeaturePreview } from './feature-preview'
