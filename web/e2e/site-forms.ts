import type { Page } from '@playwright/test';
import { choose } from './controls';
import { expect, expectWords } from './fixtures';
import type { Look, Words } from './look';

interface NewDevice {
  model: string;
  name: string;
  sncode: string;
  /** Of devices whose register ID is not their serial number. */
  register?: string;
}

/** Sets up a site as an engineer does: through the forms, in one language. */
export class Site {
  projectId = 0;
  private structureId = 0;

  constructor(
    private readonly page: Page,
    private readonly t: Words,
    private readonly base: string,
    private readonly look: Look,
  ) {}

  private get dialog() {
    return this.page.getByRole('dialog');
  }

  private ok(name: string) {
    return this.dialog.last().getByRole('button', { name, exact: true });
  }

  private open(path: string) {
    return this.page.goto(`${this.base}/projects/${this.projectId}${path}`);
  }

  async addProject(name: string) {
    await this.page
      .getByRole('button', { name: this.t('project:list.create') })
      .first()
      .click();
    await this.dialog.getByLabel(this.t('forms:project.name')).fill(name);
    await this.ok(this.t('forms:project.create')).click();
    await expect(this.page).toHaveURL(/\/projects\/\d+\/console$/);
    this.projectId = Number(/\/projects\/(\d+)\//.exec(this.page.url())?.[1]);
  }

  async addStructure(name: string) {
    await this.page
      .getByRole('button', { name: this.t('console:structure.add') })
      .first()
      .click();
    await this.dialog.getByLabel(this.t('console:structure.name'), { exact: true }).fill(name);
    await choose(this.dialog, this.t('console:structure.type'), /./);
    await this.ok(this.t('common:action.save')).click();
    await expect(this.dialog).toHaveCount(0);
    await this.page.getByRole('link', { name }).first().click();
    await expect(this.page).toHaveURL(/structures\/\d+/);
    this.structureId = Number(/structures\/(\d+)/.exec(this.page.url())?.[1]);
  }

  async addDevice({ model, name, sncode, register }: NewDevice) {
    await this.open('/devices');
    await this.page
      .getByRole('button', { name: this.t('console:devices.add') })
      .first()
      .click();
    await choose(this.dialog, this.t('console:devices.model'), new RegExp(`\\(${model}\\)`), model);
    await this.dialog.getByLabel(this.t('console:devices.name'), { exact: true }).fill(name);
    await this.dialog.getByLabel(this.t('console:devices.sncode')).fill(sncode);
    if (register) await this.dialog.getByLabel(new RegExp(this.t('console:devices.register'))).fill(register);
    await expectWords(this.page, this.look);
    const add = this.ok(this.t('console:devices.add'));
    await add.click();
    await expect(add).toHaveCount(0);
  }

  /** The channel of a DTU or collector that a sensor is connected to. */
  async connect(device: number, collector: string, channel: number) {
    await this.open(`/devices?device=${device}&tab=connection`);
    await choose(this.dialog, this.t('console:binding.device'), new RegExp(`^${collector} `));
    await this.dialog.getByLabel(this.t('console:binding.channel')).fill(String(channel));
    await this.save();
  }

  /** The line: Modbus with the registers of a hydrostatic level, and the address on the bus. */
  async speakModbus(device: number, address: number) {
    await this.open(`/devices?device=${device}&tab=link`);
    await choose(this.dialog, this.t('devices:link.protocol'), 'Modbus RTU/TCP');
    await choose(this.dialog, this.t('devices:link.preset'), /^(静力水准仪|Hydrostatic level|靜力水準儀)$/);
    await this.dialog.getByLabel(this.t('devices:link.address')).fill(String(address));
    await expectWords(this.page, this.look);
    await this.save();
  }

  private async save() {
    const name = new RegExp(this.t('console:version.save', { no: 0 }).replace('0', '\\d+'));
    await this.dialog.getByRole('button', { name }).click();
    await expect(
      this.dialog.getByRole('listitem').filter({ hasText: this.t('console:version.no', { no: 1 }) }),
    ).toBeVisible();
  }

  /** Points pasted into the grid: name, measurement, category and serial number of the device. */
  async addPoints(lines: string[][]) {
    await this.open(`/console/structures/${this.structureId}`);
    await this.page
      .getByRole('button', { name: this.t('console:point.add') })
      .first()
      .click();
    const cell = this.t('sites:grid.cell', { name: this.t('console:point.name'), no: 1 });
    await this.dialog.getByRole('textbox', { name: cell }).evaluate(
      (field, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      lines.map((line) => line.join('\t')).join('\n'),
    );
    const add = this.dialog.getByRole('button', { name: this.t('sites:grid.add', { count: lines.length }) });
    await expect(add).toBeEnabled();
    await expectWords(this.page, this.look);
    await add.click();
    await expect(this.dialog).toHaveCount(0);
  }

  /** The value of points of a measurement is what their instruments send. */
  async takeDirectly({ measurement, field }: { measurement: string; field: string }, count: number) {
    await this.open('/console?tab=formulas');
    const row = this.page.getByRole('row').filter({ hasText: measurement }).first();
    await row.getByRole('button', { name: this.t('configuration:formulas.edit') }).click();
    await this.dialog.getByRole('button', { name: this.t('console:formula.add') }).click();
    await this.dialog.getByText(this.t('console:formula.system'), { exact: true }).first().click();
    await choose(this.dialog, this.t('console:formula.system'), /\(DIRECT\)/, 'DIRECT');
    await choose(this.dialog, this.t('console:formula.field'), field);
    await choose(this.dialog, this.t('configuration:asOf.title'), this.t('configuration:timeline.always'));
    await this.ok(this.t('configuration:bulk.preview')).click();
    await expect(this.dialog.getByText(this.t('console:consequences.title'))).toBeVisible();
    await expectWords(this.page, this.look);
    await this.ok(this.t('configuration:bulk.save', { count })).click();
    await expect(this.dialog).toHaveCount(0);
  }
}
