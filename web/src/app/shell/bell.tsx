import { BellOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keys } from '@/api/keys';
import { latestNotificationsQuery } from '@/api/notifications';
import { NotificationMark } from '@/entities/alert/notification-mark';
import { useLive } from '@/entities/live/use-live';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import styles from './bell.module.css';
import tools from './header.module.css';

/** The count of unread notifications and, opened, the latest of them. */
export function Bell() {
  const { t } = useTranslation(['shell', 'common']);
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const query = useQuery(latestNotificationsQuery());
  const unread = query.data?.unread ?? 0;

  useLive(['notification'], () => void queryClient.invalidateQueries({ queryKey: keys.notifications }));

  const urgent = query.data?.list.find(({ level, read }) => level >= 3 && !read);
  const list = (
    <div className={styles.popover}>
      <QueryPanel
        query={query}
        rows={3}
        isEmpty={(page) => page.list.length === 0}
        empty={<p className={styles.empty}>{t('bell.empty')}</p>}
      >
        {(page) => (
          <ul className={styles.list}>
            {page.list.map((notification) => (
              <li key={notification.id}>
                <Link
                  to={`/notifications/${notification.id}`}
                  className={styles.row}
                  data-unread={!notification.read}
                  onClick={() => setOpen(false)}
                >
                  <span className={styles.level}>
                    <NotificationMark of={notification} />
                  </span>
                  <span className={styles.title}>
                    {notification.title}
                    {notification.projectName && <small>{notification.projectName}</small>}
                  </span>
                  <span className={styles.time}>{formatTime(notification.createdAt, undefined, 'list')}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryPanel>
      <div className={styles.more}>
        <Link to="/notifications" onClick={() => setOpen(false)}>
          {t('common:action.more')}
        </Link>
      </div>
    </div>
  );

  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {urgent?.title}
      </span>
      <Popover
        trigger="click"
        placement="bottomRight"
        open={open}
        onOpenChange={setOpen}
        title={t('bell.title')}
        content={list}
      >
        <button type="button" className={tools.tool} aria-label={t('bell.name', { count: unread })}>
          <span className={styles.bell}>
            <BellOutlined aria-hidden />
            {unread > 0 && <span className={styles.count}>{unread > 99 ? '99+' : unread}</span>}
          </span>
        </button>
      </Popover>
    </>
  );
}
