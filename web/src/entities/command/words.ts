import type { TFunction } from 'i18next';
import type { Command } from './queries';

const known = ['0', '1', '2', '3', '4', '5', '6'];
/** The code of a request that was withdrawn because monitoring was switched off. */
const switchedOff = 6;

/** The outcome of a command in words: the device's own if it sent some. */
export function answerText(t: TFunction<'commands'>, command: Command): string {
  const came =
    command.answers > 0 || command.state === 'answered' || command.state === 'failed' || command.code === switchedOff;
  if (!came) return '';
  const code = String(command.code);
  const meaning = known.includes(code) ? t(`code.${code as '0'}`) : t('code.other', { code });
  const said = command.message && command.message !== 'ok' ? command.message : '';
  return [meaning, said].filter(Boolean).join('：');
}

/** The arguments of a command on one line; empty if it has none. Those of a model's command are its parameters. */
export function argsText(args: Record<string, unknown>): string {
  return Object.entries('code' in args ? ((args.params ?? {}) as Record<string, unknown>) : args)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}

/** A device's response in one line: names and values of an object, anything else unchanged. */
export function resultText(result: unknown): string {
  if (result === null || result === undefined) return '';
  if (typeof result !== 'object') return String(result);
  const entries = Object.entries(result);
  if (entries.some(([, value]) => typeof value === 'object')) return JSON.stringify(result);
  return entries.map(([name, value]) => `${name} = ${String(value)}`).join('  ');
}
