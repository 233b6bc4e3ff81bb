import { CopyOutlined } from '@ant-design/icons';
import { Button, Drawer, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { listText } from '@/ui/format/list';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { type Word, wordsFor } from '../model/vocabulary';
import { usePlaceholders } from '../queries';
import styles from '../templates.module.css';

/** What placeholders there are, explained and ready to copy. */
export function Placeholders({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('report-templates');
  const query = usePlaceholders();
  const [text, setText] = useState('');
  return (
    <Drawer open size={560} title={t('words.title')} onClose={onClose} styles={{ body: { padding: 0 } }}>
      <div className={styles.words}>
        <div className={styles.wordsHead}>
          <p>{t('words.hint')}</p>
          <Input.Search
            allowClear
            aria-label={t('words.search')}
            placeholder={t('words.search')}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <QueryPanel query={query} failure={t('words.failed')} rows={12}>
          {(words) => <Groups words={words} text={text} />}
        </QueryPanel>
      </div>
    </Drawer>
  );
}

function Groups({ words, text }: { words: readonly Word[]; text: string }) {
  const { t } = useTranslation(['report-templates', 'common']);
  const say = useLabel();
  const lists = new Map(words.filter(({ kind }) => kind === 'list' || kind === 'block').map((one) => [one.name, one]));
  const nameOf = (name: string) => {
    const list = lists.get(name);
    return list ? say(list.label) : name;
  };
  const found = wordsFor(words, text, say);
  if (found.length === 0) return <PanelEmpty title={t('words.none')} />;
  return found.map(([group, list]) => (
    <section key={group}>
      <h3 className={styles.group}>{t(`words.group.${group}`)}</h3>
      <ul className={styles.wordList}>
        {list.map((word) => {
          const example = say(word.example);
          const within = group === 'rows' ? word.within : [];
          return (
            <li key={`${word.kind} ${word.name} ${word.within.join()}`}>
              <code>{example}</code>
              <span>
                {say(word.explain)}
                {within.length > 0 && (
                  <span className={styles.within}>{t('words.within', { names: listText(within.map(nameOf)) })}</span>
                )}
              </span>
              <Button
                size="small"
                type="text"
                icon={<CopyOutlined aria-hidden />}
                aria-label={t('words.copy', { example })}
                onClick={() => copy(example, t('common:action.copied'), t('common:action.notCopied'))}
              />
            </li>
          );
        })}
      </ul>
    </section>
  ));
}

function copy(text: string, done: string, failed: string) {
  navigator.clipboard.writeText(text).then(
    () => announce('success', done),
    () => announce('warning', failed),
  );
}
