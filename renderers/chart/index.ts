export { Chart, type ChartProps } from './chart'
export { type ChartData, type ChartSeries, chartData } from './series'
