import { returnsToTheMap } from './map-returns'

returnsToTheMap(1)
