import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { chartTheme } from '@/entities/chart/chart-theme';
import type { ChartContext } from '@/entities/chart/chart-words';
import { fontAttribute, svgOf } from '@/entities/chart/svg';
import { useLanguage } from '@/ui/i18n/use-language';
import { type ReportChart, reportChart } from '../model/report';
import type { Page } from '../model/view';
import type { ReportColumn } from './report-columns';
import { type FormProps, useFacts, useMaxima, useRemarks } from './report-form';
import styles from './report-stage.module.css';

interface Props extends FormProps {
  page: Page;
  columns: readonly ReportColumn[];
  notes: readonly string[];
  chart: ReportChart;
  context: ChartContext;
}

/** The report on paper: black on white, with lines to sign; the page around it is left out. */
export function ReportPaper({ page, columns, notes, chart, context, ...form }: Props) {
  const { t } = useTranslation('data-views');
  const language = useLanguage();
  const { report, zone, state } = form;
  const facts = useFacts(form);
  const maxima = useMaxima(report);
  const remarks = useRemarks(report, zone);
  const picture = useMemo(() => {
    const size = chart.shape === 'profile' ? { width: 330, height: 460 } : { width: 680, height: 220 };
    const drawn = svgOf(reportChart(chart, { ...context, theme: chartTheme.white, narrow: true }), size, language);
    return `data:image/svg+xml,${encodeURIComponent(drawn.replace('<svg ', `<svg ${fontAttribute} `))}`;
  }, [chart, context, language]);
  return createPortal(
    <article className={styles.paper}>
      <h1>{page.title}</h1>
      <dl>
        {[...facts, [t('report.weather'), state.weather], [t('report.work'), state.work]].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.sheet} data-profile={chart.shape === 'profile'}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key}>
                  {column.title} {column.unit}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.rows.map((row) => (
              <tr key={`${row.measuringPointId} ${row.field} ${row.node} ${row.depth}`}>
                {columns.map((column) => (
                  <td key={column.key} data-words={column.words}>
                    {column.text(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <img src={picture} alt="" />
      </div>
      {[...maxima, ...remarks, ...notes].map((text) => (
        <p key={text}>{text}</p>
      ))}
      <footer>
        <span>{t('report.measured')}</span>
        <span>{t('report.computed')}</span>
        <span>{t('report.checked')}</span>
      </footer>
    </article>,
    document.body,
  );
}
