import { Button, Image, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeletedNote } from '@/entities/retention/deleted-note';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import styles from '../devices.module.css';
import { type Picture, usePicture, usePictures, type Where } from '../picture-queries';

/** The pictures that a station sent, newest first, each with its own time. */
export function PicturePanel({ where, zone }: { where: Where; zone: string }) {
  const { t } = useTranslation(['devices', 'common']);
  const query = usePictures(where);
  return (
    <QueryPanel
      query={query}
      rows={6}
      isEmpty={({ pages }) => pages[0]?.length === 0}
      empty={<PanelEmpty title={t('pictures.none')} hint={t('pictures.noneHint')} />}
    >
      {({ pages }) => (
        <>
          <ul className={styles.pictures} aria-label={t('pictures.title')}>
            {pages.flat().map((picture) => (
              <Thumbnail key={picture.time} where={where} picture={picture} zone={zone} />
            ))}
          </ul>
          {query.hasNextPage && (
            <div className={styles.tools}>
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('pictures.earlier')}
              </Button>
            </div>
          )}
          {!query.hasNextPage && <DeletedNote where={where} kind="device_picture" zone={zone} />}
        </>
      )}
    </QueryPanel>
  );
}

function Thumbnail({ where, picture, zone }: { where: Where; picture: Picture; zone: string }) {
  const { t } = useTranslation('devices');
  const url = usePicture(where, picture.time);
  const taken = formatTime(picture.time, zone);
  return (
    <li>
      {url.isError && <span className={styles.broken}>{t('pictures.failed')}</span>}
      {url.isPending && <Skeleton.Image active className={styles.broken ?? ''} />}
      {url.data && <Image src={url.data} alt={taken} rootClassName={styles.thumbnail ?? ''} />}
      <span>{taken}</span>
      <span className={styles.quiet}>
        {t('pictures.size', { kb: Math.max(1, Math.round(picture.size / 1024)) })}
        {picture.received - picture.time > late &&
          ` · ${t('pictures.received', { time: formatTime(picture.received, zone) })}`}
      </span>
    </li>
  );
}

/** A picture that came this much later than it was taken shows when it came, ms. */
const late = 10 * 60_000;
