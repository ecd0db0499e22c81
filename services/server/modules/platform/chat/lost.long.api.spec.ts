import { arriveOnce, betweenTwo } from './specs/conversation'

betweenTwo()
arriveOnce(1_000)
