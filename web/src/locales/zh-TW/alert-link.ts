import type { Texts } from '../resources';
import type zh from '../zh/alert-link';

const texts = {
  title: '告警',
  failed: '無法開啟告警',
  signIn: '登入平台',
  withdrawn: '資料訂正後，該告警已於 {{time}} 撤銷',
  drill: {
    mark: '演練',
    rule: '規則「{{rule}}」的演練',
    hint: '這是演練，沒有告警，無需處置。確認已看到即可。',
    started: '演練時間',
    until: '連結僅供 {{recipient}} 使用，{{time}} 前有效。',
  },
  opened: '告警時間',
  ended: '恢復時間',
  until: '連結僅供 {{recipient}} 使用，{{time}} 前有效。確認或誤報請登入後處理：',
  untilByCode: '連結僅供 {{recipient}} 使用，{{time}} 前有效。曲線、圖片等請登入檢視：',
  process: '處理告警',
  decide: {
    title: '處理',
    open: '確認或標記誤報',
    result: '結論',
    note: '說明',
    noteEmpty: '請填寫說明',
    code: '驗證碼',
    codeHint: '驗證碼傳送到 {{recipient}}',
    codeWrong: '請輸入 6 位驗證碼',
    save: '送出結論',
    final: '送出後無法復原，紀錄中顯示你的地址。',
    cancel: '取消',
  },
  say: { seen: '已看到', onMyWay: '正在趕往現場' },
  said: { seen: '已回覆看到', onMyWay: '已回覆正在趕往' },
  did: { seen: '已看到', onMyWay: '正在趕往現場' },
  replies: '回覆',
  nobody: '還沒有人回覆',
  you: '本人',
} satisfies Texts<typeof zh>;

export default texts;
