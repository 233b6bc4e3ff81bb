import { useState } from 'react';
import { noteLength } from '@/ui/form/at-most';
import { fits, useLimits } from '@/ui/form/limited';
import { useUnsaved } from '@/ui/form/unsaved';
import { announce } from '@/ui/messages';
import { matters, type Owner, usePreviewVersion, useRecordVersion, type Version } from './queries';
import { countChanges, type Numbered } from './versions';

interface Options<T> {
  owner: Owner;
  aspect: string;
  blank: T;
  /** Whether the blank may be saved unchanged as the first version. */
  proposed: boolean;
  list: Numbered<Version>[];
  current: Numbered<Version> | null;
  /** The message after saving version number `no`. */
  saved: (no: number) => string;
}

interface Start<T> {
  value: T;
  validFrom: number;
  note: string;
}

/** A version being written: its value, what differs from the one in force, and what saving would do. */
export function useDraft<T extends object>({ owner, aspect, blank, proposed, list, current, saved }: Options<T>) {
  const filled = (one: Numbered<Version> | null): T =>
    one ? { ...blank, ...(one.version.value as Partial<T>) } : blank;
  const [shownId, setShownId] = useState(current?.version.id ?? 0);
  const [replacing, setReplacing] = useState<Numbered<Version> | null>(null);
  const [began, setBegan] = useState<Start<T>>(() => ({
    value: filled(current),
    validFrom: current ? Date.now() : 0,
    note: '',
  }));
  const [value, setValue] = useState<T>(began.value);
  const [validFrom, setValidFrom] = useState(began.validFrom);
  const [note, setNote] = useState('');
  const record = useRecordVersion(owner);
  const preview = usePreviewVersion(owner);
  const limits = useLimits();
  const original = replacing ?? current;
  const changes = countChanges(filled(original), value);
  const moved = validFrom !== began.validFrom;
  const unsaved = useUnsaved(countChanges(began.value, value) > 0 || moved || note !== began.note);
  const kept = original === null && proposed;
  const idle = changes === 0 && !moved && !kept && !(replacing && note !== began.note);
  const draft = () => ({
    aspect,
    validFrom,
    value: value as Record<string, unknown>,
    note,
    replacing: replacing?.version.id ?? 0,
  });
  const no = replacing ? replacing.no : list.filter((one) => one.version.validFrom < validFrom).length + 1;
  const forget = () => {
    preview.reset();
    record.reset();
  };
  const put = (from: Numbered<Version> | null, replace: boolean) => {
    const next = {
      value: filled(from),
      validFrom: replace && from ? from.version.validFrom : from ? Date.now() : 0,
      note: replace && from ? from.version.note : '',
    };
    setShownId(from?.version.id ?? 0);
    setReplacing(replace ? from : null);
    setBegan(next);
    setValue(next.value);
    setValidFrom(next.validFrom);
    setNote(next.note);
    forget();
  };
  const reset = () => put(current, false);
  const ready = () => {
    if (limits.any) limits.attempt();
    return !limits.any;
  };
  return {
    value,
    validFrom,
    note,
    setNote,
    replacing,
    shownId,
    original: (original?.version.value as T | undefined) ?? null,
    changes,
    kept: kept && changes === 0,
    no,
    limits,
    blocked: idle || limits.said || !fits(note, noteLength),
    found: preview.data,
    failed: record.error ?? preview.error,
    busy: record.isPending || preview.isPending,
    edit: (next: T) => {
      setValue(next);
      forget();
    },
    begin: (time: number) => {
      setValidFrom(time);
      forget();
    },
    load: (from: Numbered<Version>, replace: boolean) => unsaved.leave(() => put(from, replace)),
    reset,
    attempt: () => ready() && preview.mutate(draft()),
    /** The first click previews the change, the second saves it; a change without effect is saved at once. */
    save: async () => {
      if (!ready()) return;
      if (!preview.data) {
        const found = await preview.mutateAsync(draft()).catch(() => null);
        if (!found || matters(found)) return;
      }
      record.mutate(draft(), {
        onSuccess: () => {
          announce('success', saved(no));
          unsaved.saved();
          reset();
        },
      });
    },
  };
}
