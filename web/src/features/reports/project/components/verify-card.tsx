import { FileSearchOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Copyable } from '@/ui/copyable';
import { DropFile } from '@/ui/form/drop-file';
import { Panel } from '@/ui/panel';
import { compare, pdfOf, sha256Of } from '../model/verify';
import styles from '../project-reports.module.css';
import type { ProjectReport } from '../queries';

const largest = 512 * 1024 * 1024;

/** Compares a file, or a printed report whose file somebody sent, with the one that was issued. Nothing is uploaded. */
export function VerifyCard({ report }: { report: ProjectReport }) {
  const { t } = useTranslation('project-reports');
  const [file, setFile] = useState<{ name: string; hash: string }>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function check(chosen: File) {
    setBusy(true);
    setFailed(false);
    setFile(undefined);
    try {
      setFile({ name: chosen.name, hash: await sha256Of(chosen) });
    } catch {
      setFailed(true); // the file was moved or changed while it was read
    } finally {
      setBusy(false);
    }
  }

  const shown = pdfOf(report) ?? report.files[0];
  const stored = shown?.sha256 ?? '';
  const verdict = file && compare(file.hash, report);
  return (
    <Panel title={t('verify.title')}>
      <div className={styles.verify}>
        <p>{t(report.status === 'issued' ? 'verify.hint' : 'verify.hintDraft')}</p>
        <div>
          <span className={styles.quiet}>{t('verify.stored')}</span>
          <Copyable text={stored} label={t('verify.copy')} />
        </div>
        {shown?.signedBy && (
          <div>
            <SafetyCertificateOutlined aria-hidden /> <b>{t('verify.signedBy', { name: shown.signedBy })}</b>
            <br />
            <span className={styles.quiet}>{t('verify.certificate')}</span>
            <Copyable text={shown.certificate} label={t('verify.copyCertificate')} />
          </div>
        )}
        {window.isSecureContext ? (
          <DropFile
            icon={<FileSearchOutlined aria-hidden />}
            name={file?.name ?? ''}
            busy={busy}
            accept=".pdf,application/pdf"
            largest={largest}
            texts={{
              choose: t('verify.choose'),
              chooseOther: t('verify.chooseOther'),
              hint: t('verify.stays'),
              tooLarge: t('verify.tooLarge'),
            }}
            onFile={check}
          />
        ) : (
          <p>{t('verify.insecure')}</p>
        )}
        <div role="status">
          {failed && <p className={styles.error}>{t('verify.unreadable')}</p>}
          {verdict && (
            <div className={styles.verdict} data-verdict={verdict}>
              <b>{t(`verify.verdict.${verdict}`)}</b>
              <span>{t(`verify.meaning.${verdict}`)}</span>
              {verdict === 'differs' && (
                <span className={styles.hash}>
                  {t('verify.found')} {file?.hash}
                </span>
              )}
              {report.revisedBy > 0 && (
                <span>
                  {t('supersededHint')}{' '}
                  <Link to={`/projects/${report.projectId}/reports/project/${report.revisedBy}`}>{t('newer')}</Link>
                </span>
              )}
            </div>
          )}
        </div>
      </div>
    </Panel>
  );
}
