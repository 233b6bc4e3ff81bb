import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
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
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState(false);

  function take(file: File | undefined) {
    if (!file) return;
    setTooLarge(file.size > largest);
    if (file.size <= largest) set.mutate(file);
  }

  return (
    <section className={styles.kind} aria-label={t(`signing.kind.${kind}`)}>
      <h3>{t(`signing.kind.${kind}`)}</h3>
      {picture && <Shown picture={picture} />}
      <input
        ref={input}
        type="file"
        hidden
        accept=".png,image/png"
        aria-label={t('signing.choose')}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className={styles.buttons}>
        <Button loading={set.isPending} onClick={() => input.current?.click()}>
          {t(picture ? 'signing.replace' : 'signing.choose')}
        </Button>
        {picture && (
          <Button danger loading={remove.isPending} onClick={() => remove.mutate()}>
            {t(`signing.remove.${kind}`)}
          </Button>
        )}
      </div>
      <p className={styles.why}>{t('signing.hint')}</p>
      {tooLarge && (
        <p className={styles.error} role="alert">
          {t('signing.tooLarge')}
        </p>
      )}
      <FormError error={set.error ?? remove.error} />
    </section>
  );
}

/** A picture on the white of paper, in both themes. */
function Shown({ picture }: { picture: SigningPicture }) {
  const { t } = useTranslation('security');
  const url = useSigningPicture(picture);
  return <div className={styles.paper}>{url && <img src={url} alt={t(`signing.kind.${picture.kind}`)} />}</div>;
}
