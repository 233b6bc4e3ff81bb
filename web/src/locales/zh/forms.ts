const texts = {
  was: '原 {{value}}',
  tooLong: '最多 {{max}} 个字符，当前 {{count}} 个',
  unsaved: { title: '有未保存的修改', hint: '离开后未保存的修改将丢失。', go: '放弃修改', stay: '继续编辑' },
  picture: { choose: '选择图片', change: '更换图片', remove: '移除图片' },
  project: {
    create: '新增项目',
    name: '项目名称',
    nameNeeded: '填写项目名称',
    address: '地址',
    longitude: '经度',
    latitude: '纬度',
    zone: '时区',
    language: '通知与报表语言',
    remarks: '备注',
    useStructure: '按结构物显示告警等级',
    picture: '项目图片',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    forms: typeof texts;
  }
}
