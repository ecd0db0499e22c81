export {
  AGGREGATES,
  type Aggregate,
  type CrossLine,
  type CrossTable,
  type CrossWords,
  crossTable,
  type Heading,
  MOST_COLUMNS,
  TooWide,
} from './cross'
