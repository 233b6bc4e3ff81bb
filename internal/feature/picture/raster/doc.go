// Package raster renders the SVG of charts as PNG: paths, rectangles, polygons, clips and text in an embedded font. It
// supports only the SVG that echarts writes and rejects anything else, so that nothing is silently missing.
package raster
