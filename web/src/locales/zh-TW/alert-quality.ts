import type { Texts } from '../resources';
import type zh from '../zh/alert-quality';

const texts = {
  title: '告警品質',
  failed: '載入告警品質失敗',
  few: '本時段只有 {{count}} 條告警，少於 30 條：占比與中位數意義不大',
  lower: '下限',
  nodes: '節點 {{from}}–{{to}}',
  shown: '顯示 {{shown}}，共 {{total}}',
  figure: {
    alerts: '門檻值告警',
    perDay: '日均告警',
    peak: '10 分鐘內最多',
    floods: '告警氾濫時間',
    median: '處理用時中位數',
    decided: '已處理',
    false: '誤報占比',
    chatters: '頻繁告警測點',
    stale: '長期未結告警',
    health: '設備健康告警',
    withdrawn: '另有 {{count}} 條已撤銷，不計',
    episodes: '一次超限過程計一條',
    guide: '參考 {{guide}}',
    windows: '{{count}} 個 10 分鐘',
    undecided: '尚無人處理',
    ninety: '90% 在 {{duration}}內',
    rest: '未處理即恢復 {{restored}}，待處理 {{waiting}}',
    ofDecided: '已處理 {{total}} 條中 {{count}} 條',
    apart: '單獨統計，不計入其他數字',
  },
  column: {
    level: '等級',
    alerts: '告警',
    share: '占比',
    limits: '門檻值',
    never: '從未達到',
    always: '一直達到',
    others: '未計',
    most: '24 h 內最多',
    status: '狀態',
    opened: '發生時間',
    open: '已持續',
    quantity: '判定項',
    alwaysLevel: '一直達到的等級',
    neverLevel: '最低等級',
  },
  days: {
    title: '每日告警數',
    note: '依專案時區的自然日和測值時間統計，等級取告警達到的最高等級；首日不足一天。',
  },
  levels: {
    title: '等級與門檻值',
    note: '占比右側為 ISA-18.2 對四級告警的建議（約 80/15/5/<1%）。門檻值依等級計數；時段內新設的門檻值和沒有測值的測點不參與判斷，列為未計。',
  },
  actors: {
    title: '告警最多的測點',
    extra: '{{count}} 個頻繁告警',
    none: '本時段沒有告警',
    chatters: '頻繁',
    note: '最多 10 個測點。頻繁告警：同一門檻值 24 h 內告警 3 次及以上（ISA-18.2 的抖動告警，依監測頻率放寬到一天）。可調整恢復次數、恢復餘量或門檻值。',
  },
  stale: {
    title: '長期未結告警',
    none: '沒有超過 24 h 未結的告警',
    note: '發生超過 24 h 仍未恢復、未處理（ISA-18.2），含時段之前發生的。',
  },
  always: {
    title: '一直達到的門檻值',
    none: '沒有一直達到的門檻值',
    note: '最新測值達到該等級，且自時段開始之前起未變。一直亮著的等級不再提示變化：請核對門檻值或初始值。',
  },
  never: {
    title: '從未達到的門檻值',
    none: '各門檻值至少達到過一次',
    note: '整個時段內有效、有測值，但最低等級也從未達到。可能確實安全，也可能門檻值過寬。',
  },
  source:
    '口徑與參考值取自 EEMUA 191 和 ANSI/ISA-18.2（IEC 62682），以一名值班人員計；兩者針對控制室，僅供比較，不作判定。處理用時從平台產生告警起，到有人確認或標為誤報止。',
} satisfies Texts<typeof zh>;

export default texts;
