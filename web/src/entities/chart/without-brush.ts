import type { EChartsOption } from 'echarts';

/** withoutBrush removes the brush, which is useless on paper, and gives its room to the plot. */
export function withoutBrush(option: EChartsOption): EChartsOption {
  const zooms = [option.dataZoom ?? []].flat();
  const brush = zooms.find((zoom) => zoom.type === 'slider');
  if (!brush) return option;
  const foot = 34;
  const roomy = (box: object) => ('bottom' in box && !('height' in box) ? { ...box, bottom: foot } : box);
  return {
    ...option,
    dataZoom: zooms.filter((zoom) => zoom !== brush),
    grid: [option.grid ?? []].flat().map(roomy),
  };
}
