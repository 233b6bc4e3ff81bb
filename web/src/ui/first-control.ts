const fields = 'input, textarea, select, [contenteditable="true"]';
/** Controls that are disabled or hidden. */
const out =
  ':disabled, [type="file"], [type="hidden"], [tabindex="-1"], :is([inert], [hidden], .ant-form-item-hidden) *';

/**
 * The control that gets the focus when a dialog opens: its first field; without fields the confirm button, or the
 * cancel button if confirming cannot be undone.
 */
export function firstControl(panel: HTMLElement): HTMLElement | undefined {
  const find = (what: string) =>
    [...panel.querySelectorAll<HTMLElement>(what)].filter((element) => !element.matches(out));
  const inputs = find(`.ant-modal-body :is(${fields})`);
  const [field] = inputs;
  // In a group of radio buttons: the selected one.
  if (field instanceof HTMLInputElement && field.type === 'radio')
    return inputs.find((one) => one.matches(':checked')) ?? field;
  if (field) return field;
  const buttons = find('.ant-modal-footer button');
  const decide = buttons.at(-1);
  return decide?.matches('.ant-btn-dangerous')
    ? buttons[0]
    : (decide ?? find('.ant-modal-body :is(button, a[href])')[0]);
}
