// The Chinese files are the source of the types: every namespace is named here once.
// Adding one: the file in zh, the same in en and zh-TW with `satisfies Texts<typeof zh>`, and a line here.
import type account from './zh/account';
import type alerts from './zh/alerts';
import type bulk from './zh/bulk';
import type charts from './zh/charts';
import type commands from './zh/commands';
import type common from './zh/common';
import type configuration from './zh/configuration';
import type console from './zh/console';
import type corporation from './zh/corporation';
import type dataViews from './zh/data-views';
import type debug from './zh/debug';
import type devices from './zh/devices';
import type documents from './zh/documents';
import type explain from './zh/explain';
import type fileImport from './zh/file-import';
import type forms from './zh/forms';
import type home from './zh/home';
import type map from './zh/map';
import type notifications from './zh/notifications';
import type operationLogs from './zh/operation-logs';
import type people from './zh/people';
import type plan from './zh/plan';
import type pointSettings from './zh/point-settings';
import type profile from './zh/profile';
import type project from './zh/project';
import type security from './zh/security';
import type session from './zh/session';
import type setup from './zh/setup';
import type shell from './zh/shell';
import type sites from './zh/sites';
import type software from './zh/software';
import type topology from './zh/topology';

export interface Resources {
  account: typeof account;
  alerts: typeof alerts;
  bulk: typeof bulk;
  charts: typeof charts;
  commands: typeof commands;
  common: typeof common;
  configuration: typeof configuration;
  console: typeof console;
  corporation: typeof corporation;
  'data-views': typeof dataViews;
  debug: typeof debug;
  devices: typeof devices;
  documents: typeof documents;
  explain: typeof explain;
  'file-import': typeof fileImport;
  forms: typeof forms;
  home: typeof home;
  map: typeof map;
  notifications: typeof notifications;
  'operation-logs': typeof operationLogs;
  people: typeof people;
  plan: typeof plan;
  'point-settings': typeof pointSettings;
  profile: typeof profile;
  project: typeof project;
  security: typeof security;
  session: typeof session;
  setup: typeof setup;
  shell: typeof shell;
  software: typeof software;
  sites: typeof sites;
  topology: typeof topology;
}

/** The shape of a file of texts: the same keys, any words, and where a language tells one from many, `key_one` besides. */
export type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> } & {
  [K in keyof T & string as `${K}_one`]?: string;
};
