import { theme as antd, type ThemeConfig } from 'antd';
import { levelInk, levelSoft, mono, type ThemeName, tokens } from './tokens';

const sans =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei UI", ' +
  '"Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif';
const sansTraditional =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang TC", "HarmonyOS Sans TC", "Microsoft JhengHei UI", ' +
  '"Microsoft JhengHei", "Noto Sans TC", "Noto Sans CJK TC", "Source Han Sans TC", sans-serif';

/** The font stack of a language; app.css has the same stacks for what antd does not render. */
export function fontFamily(language: string): string {
  return language === 'zh-TW' ? sansTraditional : sans;
}

/**
 * The design language as an antd theme. Density comes from these sizes and not from the compact algorithm, which makes
 * Chinese text unreadably small.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one table of tokens
export function antdTheme(name: ThemeName, language: string, still = false): ThemeConfig {
  const t = tokens[name];
  const ink = levelInk[name];
  const soft = levelSoft[name];
  const isDark = name === 'default';
  return {
    algorithm: isDark ? antd.darkAlgorithm : antd.defaultAlgorithm,
    hashed: false,
    zeroRuntime: true,
    token: {
      fontFamily: fontFamily(language),
      fontFamilyCode: mono,
      fontSize: 13,
      fontSizeSM: 12,
      lineHeight: 1.5385,
      fontWeightStrong: 600,
      borderRadius: 6,
      borderRadiusSM: 4,
      borderRadiusXS: 3,
      borderRadiusLG: 8,
      controlHeight: 32,
      controlHeightSM: 28,
      controlHeightXS: 22,
      motion: !still,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.2s',
      colorPrimary: t.primary,
      colorInfo: t.link,
      colorLink: t.link,
      colorLinkHover: t.link,
      colorLinkActive: t.link,
      colorSuccess: ink[0],
      colorWarning: ink[3],
      colorError: ink[4],
      // The backgrounds antd derives from such dark inks are too gray.
      colorSuccessBg: soft[0],
      colorWarningBg: soft[3],
      colorErrorBg: soft[4],
      colorBgBase: isDark ? t.app : '#FFFFFF',
      colorBgLayout: t.app,
      colorBgContainer: t.panel,
      colorBgElevated: t.raised,
      colorBgSpotlight: t.spotlight,
      colorBorder: t.lineCtl,
      colorBorderSecondary: t.line,
      colorSplit: t.line,
      colorText: t.text,
      colorTextSecondary: t.text2,
      colorTextDescription: t.text2,
      colorTextTertiary: t.text3,
      colorTextQuaternary: t.text3,
      colorTextPlaceholder: t.text3,
      // Disabled controls have a quiet border and a sunken background, and never the color of a link.
      colorTextDisabled: t.lineStrong,
      colorBorderDisabled: t.line,
      colorBgContainerDisabled: t.sunk,
      colorIcon: t.text2,
      colorFillSecondary: t.hover,
      colorFillTertiary: t.hover,
      colorFillQuaternary: t.sunk,
      controlItemBgHover: t.hover,
      controlItemBgActive: t.selected,
      controlItemBgActiveHover: t.selected,
      boxShadow: t.shadow,
      boxShadowSecondary: t.shadow,
    },
    components: {
      Table: {
        headerBg: t.sunk,
        headerColor: t.text2,
        headerSplitColor: 'transparent',
        rowHoverBg: t.hover,
        rowSelectedBg: t.selected,
        rowSelectedHoverBg: t.selected,
        borderColor: t.line,
        cellPaddingBlockSM: 5,
        cellPaddingInlineSM: 10,
        cellFontSizeSM: 13,
      },
      Tabs: {
        itemColor: t.text2,
        itemSelectedColor: t.text,
        inkBarColor: t.link,
        horizontalItemGutter: 20,
        horizontalItemPaddingSM: '8px 0',
      },
      Segmented: {
        trackBg: t.sunk,
        itemColor: t.text2,
        itemSelectedBg: isDark ? t.spotlight : '#FFFFFF',
        itemSelectedColor: t.text,
      },
      Tree: { nodeSelectedBg: t.selected, nodeHoverBg: t.hover, titleHeight: 26, indentSize: 14 },
      Button: {
        colorPrimary: t.primary,
        colorPrimaryHover: '#0D62AF',
        colorPrimaryActive: '#0B5596',
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        contentFontSizeSM: 13,
        paddingInlineSM: 10,
        defaultBg: 'transparent',
        // The dark theme's algorithm would choose a darker color, unreadable in a selected row.
        colorLink: t.link,
        colorLinkHover: t.link,
        colorLinkActive: t.link,
        colorError: ink[4],
        colorErrorHover: ink[4],
        colorErrorActive: ink[4],
        dangerColor: isDark ? t.app : '#FFFFFF',
        // The primary color is for surfaces: as text on them it would be too dark.
        defaultHoverColor: t.link,
        defaultHoverBorderColor: t.link,
        defaultActiveColor: t.link,
        defaultActiveBorderColor: t.link,
      },
      Input: {
        inputFontSizeSM: 13,
        activeBorderColor: t.link,
        hoverBorderColor: t.lineStrong,
        activeShadow: `0 0 0 2px ${t.link}54`,
      },
      InputNumber: {
        inputFontSizeSM: 13,
        activeBorderColor: t.link,
        hoverBorderColor: t.lineStrong,
        activeShadow: `0 0 0 2px ${t.link}54`,
      },
      Select: {
        activeBorderColor: t.link,
        hoverBorderColor: t.lineStrong,
        activeOutlineColor: `${t.link}54`,
        optionSelectedBg: t.selected,
      },
      Checkbox: {
        colorBorder: t.lineStrong,
        colorPrimary: t.primary,
        colorPrimaryHover: t.link,
        borderRadiusSM: 3,
      },
      Radio: { colorBorder: t.lineStrong, colorPrimary: t.primary, colorPrimaryHover: t.link },
      Pagination: { colorPrimary: t.link },
      Form: { itemMarginBottom: 12, verticalLabelPadding: '0 0 2px', labelColor: t.text2 },
      Drawer: { paddingLG: 16 },
      Modal: { paddingLG: 16, titleFontSize: 15 },
      Slider: { trackBg: t.link, trackHoverBg: t.link, handleColor: t.link, railBg: t.line, railHoverBg: t.lineCtl },
      Tooltip: { colorBgSpotlight: t.spotlight },
      Tag: { defaultBg: t.hover, defaultColor: t.text2 },
    },
  };
}
