import { Input, Select } from 'antd';
import { type MouseEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { usePhone } from '@/ui/use-media';
import { searchGuide } from '../model/search';
import { useChapter, useGuide, useTopo } from '../queries';
import styles from './documents-page.module.css';

const addressOf = (chapter: string, section?: string) =>
  `/documents?doc=${chapter}${section === undefined ? '' : `#${section}`}`;

/** The user's guide: contents at the left, the chapter at the right, and full-text search. */
export default function DocumentsPage() {
  const { t } = useTranslation(['documents', 'common']);
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const phone = usePhone();
  const topo = useTopo();
  const name = search.get('doc') ?? topo.data?.list[0]?.name ?? '';
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed);

  const contents = (
    <Input.Search
      className={styles.search ?? ''}
      allowClear
      value={typed}
      placeholder={t('search')}
      aria-label={t('search')}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
  return (
    <div className={styles.page}>
      <Panel title={t('contents')}>
        {contents}
        {text.trim() !== '' ? (
          <Hits text={text} />
        ) : (
          <QueryPanel query={topo} failure={t('failed')} rows={9}>
            {({ list }) =>
              phone ? (
                <Select
                  className={styles.choice ?? ''}
                  aria-label={t('contents')}
                  value={name}
                  options={list.map((chapter) => ({ value: chapter.name, label: chapter.title }))}
                  onChange={(chapter: string) => navigate(addressOf(chapter))}
                />
              ) : (
                <nav aria-label={t('contents')}>
                  <ul className={styles.chapters}>
                    {list.map((chapter) => (
                      <li key={chapter.name}>
                        <Link
                          to={addressOf(chapter.name)}
                          className={styles.chapter}
                          aria-current={chapter.name === name ? 'page' : undefined}
                        >
                          {chapter.title}
                        </Link>
                        {chapter.name === name && (
                          <ul className={styles.sections}>
                            {chapter.headings.map(({ id, title }) => (
                              <li key={id}>
                                <Link
                                  to={addressOf(name, id)}
                                  className={styles.section}
                                  aria-current={hash === `#${id}` ? 'location' : undefined}
                                >
                                  {title}
                                </Link>
                              </li>
                            ))}
                          </ul>
                        )}
                      </li>
                    ))}
                  </ul>
                </nav>
              )
            }
          </QueryPanel>
        )}
      </Panel>
      <Text name={name} title={topo.data?.list.find((chapter) => chapter.name === name)?.title ?? ''} hash={hash} />
    </div>
  );
}

interface TextProps {
  name: string;
  title: string;
  hash: string;
}

function Text({ name, title, hash }: TextProps) {
  const { t } = useTranslation(['documents', 'common']);
  const query = useChapter(name);
  const navigate = useNavigate();
  const article = useRef<HTMLElement>(null);
  const html = query.data?.html;
  const read = useRef('');

  useEffect(() => {
    if (html === undefined) return;
    const turned = read.current !== '' && read.current !== name;
    read.current = name;
    const target = /^#s\d+$/.test(hash) ? article.current?.querySelector<HTMLElement>(hash) : null;
    if (target) {
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    } else if (turned) article.current?.scrollIntoView(); // not on load: on a phone the contents come first
  }, [hash, html, name]);

  /** Links in the text open other chapters without reloading the page. */
  function follow(event: MouseEvent) {
    const href = (event.target as HTMLElement).closest('a')?.getAttribute('href');
    if (!href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(href);
  }

  return (
    <Panel title={title}>
      <QueryPanel query={query} failure={t('failed')} rows={10}>
        {({ html: safe }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too
          <article
            ref={article}
            className={styles.text}
            onClick={follow}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own files at build time, where raw HTML is refused
            dangerouslySetInnerHTML={{ __html: safe }}
          />
        )}
      </QueryPanel>
    </Panel>
  );
}

function Hits({ text }: { text: string }) {
  const { t } = useTranslation('documents');
  const query = useGuide(true);
  return (
    <QueryPanel query={query} failure={t('failed')} rows={5}>
      {(guide) => {
        const hits = searchGuide(guide, text);
        if (hits.length === 0) return <PanelEmpty title={t('noHits')} />;
        return (
          <>
            <p className={styles.quiet} role="status">
              {t('hits', { count: hits.length })}
            </p>
            <ul className={styles.hits}>
              {hits.map((hit) => (
                <li key={`${hit.chapter}${hit.section}`}>
                  <Link to={addressOf(hit.chapter, hit.section)} className={styles.hit}>
                    <b>{hit.title}</b>
                    <span>
                      {hit.before}
                      <mark>{hit.match}</mark>
                      {hit.after}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </QueryPanel>
  );
}
