export { AGGREGATES, type Aggregate } from './aggregates'
export {
  type CrossLine,
  type CrossTable,
  type CrossWords,
  crossTable,
  type Heading,
  MOST_COLUMNS,
  TooWide,
} from './cross'
