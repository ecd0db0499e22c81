export { StepHistory } from './step-history'
