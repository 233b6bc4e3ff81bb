import { SignatureOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  type Kind,
  kinds,
  type SigningPicture,
  signingPicturesQuery,
  useRemoveSigningPicture,
  useSetSigningPicture,
  useSigningPicture,
} from '@/entities/signing/pictures';
import { DropFile } from '@/ui/form/drop-file';
import { FormError } from '@/ui/form/form-error';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import styles from './signing-panel.module.css';

const largest = 200 * 1024;

/** The signature and the seal that the person can put on reports. */
export function SigningPanel() {
  const { t } = useTranslation('security');
  const query = useQuery(signingPicturesQuery);
  return (
    <Panel title={t('signing.title')}>
      <div className={styles.body}>
        <p className={styles.why}>{t('signing.why')}</p>
        <QueryPanel query={query} failure={t('signing.failed')} rows={3}>
          {(pictures) => (
            <div className={styles.kinds}>
              {kinds.map((kind) => (
                <One key={kind} kind={kind} picture={pictures.find((one) => one.kind === kind)} />
              ))}
            </div>
          )}
        </QueryPanel>
      </div>
    </Panel>
  );
}

function One({ kind, picture }: { kind: Kind; picture: SigningPicture | undefined }) {
  const { t } = useTranslation('security');
  const set = useSetSigningPicture(kind);
  const remove = useRemoveSigningPicture(kind);
  return (
    <section className={styles.kind} aria-label={t(`signing.kind.${kind}`)}>
      <h3>{t(`signing.kind.${kind}`)}</h3>
      {picture && <Shown picture={picture} />}
      <DropFile
        icon={picture ? null : <SignatureOutlined aria-hidden />}
        name={picture ? t('signing.stored') : ''}
        busy={set.isPending}
        accept=".png,image/png"
        largest={largest}
        texts={{
          choose: t('signing.choose'),
          chooseOther: t('signing.replace'),
          hint: t('signing.hint'),
          tooLarge: t('signing.tooLarge'),
        }}
        onFile={(file) => set.mutate(file)}
      />
      <FormError error={set.error ?? remove.error} />
      {picture && (
        <Button danger loading={remove.isPending} onClick={() => remove.mutate()}>
          {t(`signing.remove.${kind}`)}
        </Button>
      )}
    </section>
  );
}

/** A picture on the white of paper, in both themes. */
function Shown({ picture }: { picture: SigningPicture }) {
  const { t } = useTranslation('security');
  const url = useSigningPicture(picture);
  return <div className={styles.paper}>{url && <img src={url} alt={t(`signing.kind.${picture.kind}`)} />}</div>;
}
