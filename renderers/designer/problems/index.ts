export { ProblemBadge, ProblemList } from './problem-list'
export { useProblemCount, useProblems } from './use-problems'
